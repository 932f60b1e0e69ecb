/*
 * timed.h: what each random program of known times begins with (generate.py).
 *
 * All of its time is work in units of multiplications and additions that wait for the one before (foreign.h). Built with
 * TRUTH it does not work, but counts the units: those of each line and function itself, and those with what they call,
 * of which the outermost call counts. At its end it says on stderr
 *
 *     line LINE SELF CUMULATIVE
 *     function LINE SELF CUMULATIVE CALLS
 *     work NUMBER TIMES
 *
 * ENTER begins a function, whose name stands on this line. CALL(...) calls. WORK(n) works, number n of the program,
 * WORKED(n) is foreign code that does. A number's units are in works[], and are of WORKS by the environment.
 */
#include <pthread.h>
#include <signal.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
#include <algorithm>
#include <functional>
#include <memory>
#include <vector>
#endif

#include "foreign.h"

enum { LINES = 2000 };
static long works[LINES];
static __thread unsigned draws;

/* What a compiler cannot know: 0 to n - 1, the same in each run. */
#define R(n) ((int)((draws = draws * 1103515245u + 12345u) >> 16 & 0x7fff) % (n))

#ifdef TRUTH
struct frame {
	struct frame *caller;
	int function, line;
};
static __thread struct frame *innermost;
static long line_self[LINES], line_cumulative[LINES], function_self[LINES], function_cumulative[LINES];
static long calls[LINES], done[LINES];

static inline void leave(struct frame *frame) { innermost = frame->caller; }

static inline void count_units(int number, long units)
{
	done[number]++;
	line_self[innermost->line] += units;
	function_self[innermost->function] += units;
	for (struct frame *at = innermost; at; at = at->caller) {
		int is_outermost = 1, is_outermost_line = 1;

		for (struct frame *outer = at->caller; outer; outer = outer->caller) {
			is_outermost &= outer->function != at->function;
			is_outermost_line &= outer->line != at->line;
		}
		if (is_outermost)
			function_cumulative[at->function] += units;
		if (is_outermost_line)
			line_cumulative[at->line] += units;
	}
}

#define ENTER                                                                                      \
	__attribute__((cleanup(leave))) struct frame my_frame = {innermost, __LINE__, __LINE__};   \
	innermost = &my_frame;                                                                     \
	calls[__LINE__]++;
#define CALL_ON(number, ...) (my_frame.line = (number), __VA_ARGS__)
#define WORK(n) (my_frame.line = __LINE__, count_units(n, works[n]))
#define FOREIGN(n) WORK(n)
#define LAND (innermost = &my_frame)
#define TRUTH_JOINS(thread) pthread_join(thread, NULL)
#define JOIN(thread) ((void)0)

__attribute__((destructor)) static void say_truth(void)
{
	for (int i = 0; i < LINES; i++) {
		if (line_cumulative[i])
			fprintf(stderr, "line %d %ld %ld\n", i, line_self[i], line_cumulative[i]);
		if (calls[i])
			fprintf(stderr, "function %d %ld %ld %ld\n", i, function_self[i], function_cumulative[i],
				calls[i]);
		if (done[i])
			fprintf(stderr, "work %d %ld\n", i, done[i]);
	}
}
#else
#define ENTER
#define CALL_ON(number, ...) (__VA_ARGS__)
#define WORK(n) DO_UNITS(works[n])
#define FOREIGN(n) foreign_work(works[n])
#define LAND ((void)0)
#define TRUTH_JOINS(thread) ((void)0)
#define JOIN(thread) pthread_join(thread, NULL)
#endif

#define TWO_WORKS(n, m)                                                                            \
	do {                                                                                       \
		WORK(n);                                                                           \
		WORK(m);                                                                           \
	} while (0)

#define CALL(...) CALL_ON(__LINE__, __VA_ARGS__)

/* Where longjmp() leads. */
static __thread jmp_buf *landing;

__attribute__((constructor)) static void read_works(void)
{
	const char *text = getenv("WORKS");

	for (int i = 0; text && *text && i < LINES; i++)
		works[i] = strtol(text, (char **)&text, 10);
}
