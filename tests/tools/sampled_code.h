/*
 * sampled_code.h: code of a test program that pretends to have been sampled. Tests
 * name its lines by the number here. No __FILE__: ccache may make it relative.
 */
static const char sampled_file[] = LINEPROF_TESTS "/tools/sampled_code.h";

/* Marks an instruction; a sample behind it is charged to it. */
#define MARK(name) __asm__ volatile(".globl " #name "\n" #name ": nop")

__attribute__((always_inline)) static inline void sampled_inlined(void)
{
	MARK(mark_inlined);
}

__attribute__((noinline)) static void sampled_leaf(void)
{
	MARK(mark_leaf_first);
	MARK(mark_leaf_last);
}

__attribute__((noinline)) static void sampled_caller(void)
{
	sampled_leaf();
	MARK(mark_behind_call);
	sampled_inlined();
}

/* Where samples can be taken. The first one is what sampled_leaf() returns to. */
extern const char mark_behind_call[];
extern const char mark_leaf_first[];
extern const char mark_leaf_last[];
extern const char mark_inlined[];

enum sampled_line {
	SAMPLED_INLINED = 10,
	SAMPLED_INLINED_CODE = 12,
	SAMPLED_LEAF = 15,
	SAMPLED_LEAF_FIRST = 17,
	SAMPLED_LEAF_LAST = 18,
	SAMPLED_CALLER = 21,
	SAMPLED_CALL_OF_LEAF = 23,
	SAMPLED_CALL_OF_INLINED = 25,
};
