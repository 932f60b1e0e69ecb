/*
 * lineprof.h: what a program may ask of lineprof. Needs no link flag: where the
 * code is compiled without the plugin, or by another compiler, all of it does
 * nothing. For C89 and C++98, and all that came later.
 */
#ifndef LINEPROF_H
#define LINEPROF_H

#if defined(__has_attribute)
#if __has_attribute(annotate)
#define LINEPROF_ANNOTATE_(text) __attribute__((annotate(text)))
#endif
#endif
#ifndef LINEPROF_ANNOTATE_
#define LINEPROF_ANNOTATE_(text)
#endif

/*
 * Before a function, a method or a template, or behind a lambda's parameters:
 *
 * LINEPROF_PROFILE  this one is clocked. Once a source file has such a function,
 *                   no other one in it is; all are counted as ever.
 * LINEPROF_SKIP     this one is neither counted nor clocked; its time is its
 *                   caller's.
 */
#define LINEPROF_PROFILE LINEPROF_ANNOTATE_("lineprof")
#define LINEPROF_SKIP LINEPROF_ANNOTATE_("no_lineprof")

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && defined(__ELF__)
/* Emitted by the plugin into each instrumented executable or library. */
extern int __lineprof_control(int what) __attribute__((weak, visibility("hidden")));
extern void __lineprof_region(int what, const char *name)
    __attribute__((weak, visibility("hidden")));
#define LINEPROF_CONTROL_(what) (__lineprof_control ? __lineprof_control(what) : 0)
#define LINEPROF_REGION_(what, name)                                                               \
	do {                                                                                       \
		if (__lineprof_region)                                                             \
			__lineprof_region(what, name);                                             \
	} while (0)
#define LINEPROF_INLINE_ LINEPROF_SKIP static __inline__
#else
#define LINEPROF_CONTROL_(what) 0
#define LINEPROF_REGION_(what, name) ((void)(name))
#define LINEPROF_INLINE_ static
#endif

/*
 * Measures again after lineprof_stop(), or for the first time in a program that was
 * started with LINEPROF_START=off.
 *
 * Start and stop are a switch for the whole process, all its threads and libraries;
 * they do not nest: one start undoes any number of stops, as in cProfile. Between a
 * stop and the next start nothing is counted, clocked or sampled, and the time that
 * passes is in none of the profile's times. May be called in any thread.
 *
 * Both return 0, also without the plugin and when there is nothing to do; -1 when
 * there is no memory for it: then nothing has changed.
 */
LINEPROF_INLINE_ int lineprof_start(void)
{
	return LINEPROF_CONTROL_(2);
}

LINEPROF_INLINE_ int lineprof_stop(void)
{
	return LINEPROF_CONTROL_(3);
}

/*
 * Brings the profile up to date, as at exit; the program goes on being measured.
 * Returns 0, also without the plugin; -1 when the profile cannot be written.
 * May be called in any thread.
 */
LINEPROF_INLINE_ int lineprof_flush(void)
{
	return LINEPROF_CONTROL_(1);
}

/*
 * Begins a region of the program, which `lpview --regions` shows by its name with its
 * calls and its time, by clock. Regions are the calling thread's; they nest, and may
 * begin and end in different functions. `name` is copied: up to 124 bytes of it, so it
 * need not stay. A program has up to 1000 names; what comes later is summed up as
 * "<other regions>".
 */
LINEPROF_INLINE_ void lineprof_region_begin(const char *name)
{
	LINEPROF_REGION_(1, name);
}

/* Ends the region that the calling thread began last. */
LINEPROF_INLINE_ void lineprof_region_end(void)
{
	LINEPROF_REGION_(2, (const char *)0);
}

/*
 * Marks where an iteration begins, and the one before is over: `lpview --steps` shows what
 * each took of the wall clock, the CPU and the GPU. To be called first in the loop: what was before
 * the first call is no step, and the last one ends with the program. For the whole process; up to
 * 2047 are kept apart; of more, all from the 2047th on are one row.
 */
LINEPROF_INLINE_ void lineprof_step(void)
{
	LINEPROF_REGION_(3, (const char *)0);
}

/*
 * Which of the steps that follow are measured, as torch.profiler's schedule has it: `wait`
 * steps are not, `warmup` are but stay out of the mean of `lpview --steps`, `active` are;
 * all of that `repeat` times (0: for ever), then no more. Nothing is measured from this
 * call to the first measured step. Another call begins anew. `active` is at least 1, none
 * is negative or above 1000000000, else one line says so and nothing changes. The
 * environment's LINEPROF_SCHEDULE goes before. For the whole process; any thread.
 */
LINEPROF_INLINE_ void lineprof_schedule(int wait, int warmup, int active, int repeat)
{
	int numbers[4];

	numbers[0] = wait;
	numbers[1] = warmup;
	numbers[2] = active;
	numbers[3] = repeat;
	LINEPROF_REGION_(4, (const char *)(const void *)numbers);
}

#ifdef __cplusplus
}

/* clang-format off */
namespace lineprof {

/* A region as long as its scope: lineprof::region here("parse"); */
class region {
public:
	LINEPROF_SKIP explicit region(const char *name)
	{
		lineprof_region_begin(name);
	}
	LINEPROF_SKIP ~region()
	{
		lineprof_region_end();
	}

private:
	region(const region &);
	region &operator=(const region &);
};

} /* namespace lineprof */
/* clang-format on */
#endif

#endif
