/* perf_cost.c: what a perf sample costs on this machine. */
#include "runtime/perf_cost.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#include "runtime/clock.h"
#include "runtime/perf_event.h"
#include "runtime/sample_signal.h"
#include "runtime/system_calls.h"

enum {
	SAMPLES = 7,
	/* Long enough: where one takes longer than this, nothing else goes on. */
	PERIOD_NS = 150000,
	PATIENCE_NS = 5000000, /* of CPU time */
	LOOPS_BETWEEN_LOOKS = 4096,
};

static volatile sig_atomic_t sample_count;

void lp_perf_cost_handle(int signal_number, siginfo_t *info, void *context)
{
	(void)signal_number;
	(void)info;
	(void)context;
	sample_count++;
}

static bool is_out_of_patience(uint64_t begin_cpu_ns)
{
	return lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_cpu_ns > PATIENCE_NS;
}

/* Looks at the clock over and over: where it jumps and a sample came, that was it. The
 * sample can have come on either side of the look. Returns how many it has seen. */
static unsigned watch(uint64_t gaps[SAMPLES])
{
	const uint64_t begin_cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	unsigned seen = 0;
	uint64_t last = lp_clock_ticks();

	for (unsigned loops = 1; seen < SAMPLES; loops++) {
		const uint64_t now = lp_clock_ticks();
		const unsigned count = (unsigned)sample_count;

		if (count != seen) {
			const uint64_t before = now - last, behind = lp_clock_ticks() - now;

			gaps[seen] = before > behind ? before : behind;
			seen = count < SAMPLES ? count : SAMPLES;
			last = lp_clock_ticks();
			continue;
		}
		if (loops % LOOPS_BETWEEN_LOOKS == 0 && is_out_of_patience(begin_cpu_ns))
			break;
		last = now;
	}
	return seen;
}

/* A low one: others may have taken the CPU away in the middle of some. */
static uint64_t typical(uint64_t values[SAMPLES])
{
	for (unsigned i = 1; i < SAMPLES; i++)
		for (unsigned k = i; k && values[k - 1] > values[k]; k--) {
			const uint64_t larger = values[k - 1];

			values[k - 1] = values[k];
			values[k] = larger;
		}
	return values[SAMPLES / 3];
}

int lp_perf_cost_measure(int signal_number, uint64_t *cost_ns)
{
	uint64_t gaps[SAMPLES] = {0}, signals;
	struct lp_perf_event event;
	unsigned seen;
	int error;

	sample_count = 0;
	error = lp_perf_open(&event, LP_PERF_CLOCK, (pid_t)lp_system_call(SYS_gettid), PERIOD_NS,
			     signal_number);
	if (error)
		return error;
	lp_system_call(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &signals, sizeof signals);
	lp_sample_signal_unblock(signal_number);
	seen = watch(gaps);
	lp_perf_close(&event);
	lp_system_call(SYS_rt_sigprocmask, SIG_SETMASK, &signals, NULL, sizeof signals);
	if (seen < SAMPLES)
		return ETIME;
	*cost_ns = (uint64_t)((double)typical(gaps) * 1e9 / (double)lp_clock_calibrate());
	return 0;
}
