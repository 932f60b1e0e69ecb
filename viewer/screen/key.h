/* key.h: what a key or the mouse said. */
#ifndef LINEPROF_VIEWER_SCREEN_KEY_H
#define LINEPROF_VIEWER_SCREEN_KEY_H

#include <stddef.h>
#include <stdint.h>

/* Keys that are no characters; behind all of Unicode. X(name, as it is written) */
#define LP_KEY_LIST(X)                                                                             \
	X(UP, "Up")                                                                                \
	X(DOWN, "Down")                                                                            \
	X(LEFT, "Left")                                                                            \
	X(RIGHT, "Right")                                                                          \
	X(PAGE_UP, "PgUp")                                                                         \
	X(PAGE_DOWN, "PgDn")                                                                       \
	X(HOME, "Home")                                                                            \
	X(END, "End")                                                                              \
	X(BACKSPACE, "Backspace")                                                                  \
	X(ENTER, "Enter")                                                                          \
	X(BACK_TAB, "Shift-Tab")                                                                   \
	X(DELETE, "Del")                                                                           \
	X(F1, "F1")                                                                                \
	X(F2, "F2")                                                                                \
	X(F3, "F3")                                                                                \
	X(F4, "F4")                                                                                \
	X(F5, "F5")                                                                                \
	X(F6, "F6")                                                                                \
	X(F7, "F7")                                                                                \
	X(F8, "F8")                                                                                \
	X(F9, "F9")                                                                                \
	X(F10, "F10")                                                                              \
	X(CLICK, "click")              /* of the mouse, at row and column */                       \
	X(DOUBLE_CLICK, "doubleclick") /* the same */                                              \
	X(WHEEL_UP, "wheelup")                                                                     \
	X(WHEEL_DOWN, "wheeldown")                                                                 \
	X(RESIZE, "resize") /* the screen has another size, or must be drawn again */              \
	X(NONE, "none")     /* the time was up, or a key that we do not know */                    \
	X(QUIT, "quit")     /* a signal wants us to end, or the terminal is gone */

enum lp_key_code {
	LP_KEY_TAB = '\t',
	LP_KEY_ESCAPE = 27,
	LP_KEY_FIRST = 0x110000,
#define LP_KEY_ENUM(name, text) LP_KEY_##name,
	LP_KEY_LIST(LP_KEY_ENUM)
#undef LP_KEY_ENUM
};

struct lp_key {
	uint32_t code; /* a character, or LP_KEY_* */
	int row;       /* of the mouse, from 0 */
	int column;
};

/* The key that `name`, of `size` bytes, means: "Up", "^D", "Space", "Tab", "Esc" or a
 * character. 0: none. */
uint32_t lp_key_of(const char *name, size_t size);

/* What a character is written as in UTF-8, ended with zero; returns its bytes. 0 for what is
 * none or a control character. */
size_t lp_key_text(uint32_t code, char *text);

#endif
