/*
 * lineprof.h: what a program may ask of lineprof. Needs no link flag: where the
 * code is compiled without the plugin, all of it does nothing.
 */
#ifndef LINEPROF_H
#define LINEPROF_H

#ifdef __cplusplus
extern "C" {
#endif

/* Emitted by the plugin into each instrumented executable or library. */
extern int __lineprof_control(int what) __attribute__((weak, visibility("hidden")));

/*
 * Brings the profile up to date, as at exit; the program goes on being measured.
 * Returns 0, also without the plugin; -1 when the profile cannot be written.
 * May be called in any thread.
 */
static inline int lineprof_flush(void)
{
	return __lineprof_control ? __lineprof_control(1) : 0;
}

#ifdef __cplusplus
}
#endif
#endif
