/*
 * counting.h: how the counting text of a random program counts (texts.py); included in front of it.
 *
 * At its end it says on stderr, for each line that it came to: line, hits, calls of functions that
 * begin there; for each operand that it asked: its number, how often it held, how often not.
 */
#include <stdio.h>

enum { LINES = 10000, OPERANDS = 20000 };
static long line_hits[LINES], line_calls[LINES], operand_holds[OPERANDS][2];

/* Begins a function: on_line is the line on which its control is, 0 if none. */
#define ENTER(line)                  \
	int on_line = 0;             \
	(void)on_line;               \
	line_calls[line]++;          \
	VISIT(line)
#define VISIT(line) (on_line == (line) ? (void)0 : (void)(on_line = (line), line_hits[line]++))
#define BACK() ((void)(on_line = 0))
/* Of what stands outside of functions. */
#define VISIT_ONCE(line) ((void)(line_hits[line]++))
/* Begins a function in front of its body. */
#define CALLED(line) ((void)(line_calls[line]++, line_hits[line]++))

/* An operand of a condition. */
#define ASKED(operand, condition)                                                                  \
	((condition) ? (operand_holds[operand][1]++, 1) : (operand_holds[operand][0]++, 0))

/* Loops of macros of prelude.h, which are visited on the line of their use. */
#define SUM_UP_COUNTING(n, line)                                                      \
	do {                                                                          \
		for (int k = 0; VISIT(line), k < ((n) & 3); BACK(), k++)              \
			g += k;                                                       \
	} while (0)
#define TIMES_COUNTING(i, n, line) for (int i = (VISIT(line), 0); VISIT(line), i < (n); BACK(), i++)
#define OPEN_FOR_COUNTING(i, n, line)                                                              \
	g++;                                                                                       \
	for (int i = 0; VISIT(line), i < (n); BACK(), i++) {
#define OPEN_WHILE_COUNTING(n, line)                                                               \
	g++;                                                                                       \
	for (; VISIT(line), R(n); BACK()) {
#define OPEN_ENDLESS_COUNTING(line)                                                                \
	g++;                                                                                       \
	for (; VISIT(line), 1; BACK()) {
#define OPEN_DO_COUNTING(line)                                                                     \
	g++;                                                                                       \
	do {                                                                                       \
		VISIT(line);

#ifdef __cplusplus
#include <iterator>
/* What a range-for goes along. */
template <class T> struct Ends {
	decltype(std::begin(*(T *)nullptr)) at;
	decltype(std::end(*(T *)nullptr)) end;
	explicit Ends(T &all) : at(std::begin(all)), end(std::end(all)) {}
	bool more() const { return at != end; }
	void next() { ++at; }
	decltype(*at) here() const { return *at; }
};
#endif

__attribute__((destructor)) static void say_hits(void)
{
	for (int line = 1; line < LINES; line++)
		if (line_hits[line] || line_calls[line])
			fprintf(stderr, "line %d %ld %ld\n", line, line_hits[line],
				line_calls[line]);
	for (int operand = 0; operand < OPERANDS; operand++)
		if (operand_holds[operand][0] || operand_holds[operand][1])
			fprintf(stderr, "operand %d %ld %ld\n", operand, operand_holds[operand][1],
				operand_holds[operand][0]);
}
