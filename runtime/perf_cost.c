/* perf_cost.c: what a perf sample costs on this machine. */
#include "runtime/perf_cost.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#include "runtime/clock.h"
#include "runtime/governor.h"
#include "runtime/perf_event.h"
#include "runtime/sample_signal.h"
#include "runtime/system_calls.h"

enum { MEASUREMENTS_MOST = 4 };

/* What a sample takes beside its delivery, in the handler: 9 of 35 us on a Xeon guest, 8 of 27 on
 * an EPYC guest, the reopened clock among them. */
enum { HANDLING_PART = 4 };

enum {
	SAMPLES_MOST = 7,
	/* The first finds cold caches. The next two agree unless others want the CPU. */
	SAMPLES_LEAST = 3,
	ALIKE_PART = 8,
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

static void sort(uint64_t *values, unsigned count)
{
	for (unsigned i = 1; i < count; i++)
		for (unsigned k = i; k && values[k - 1] > values[k]; k--) {
			const uint64_t larger = values[k - 1];

			values[k - 1] = values[k];
			values[k] = larger;
		}
}

/* Whether more samples would say the same as these, which it sorts. */
static bool is_settled(uint64_t *gaps, unsigned count)
{
	sort(gaps, count);
	return count == SAMPLES_MOST ||
	       (count >= SAMPLES_LEAST && gaps[1] - gaps[0] <= gaps[0] / ALIKE_PART);
}

/* Looks at the clock over and over: where it jumps and a sample came, that was it. The
 * sample can have come on either side of the look. Returns how many it has seen, 0 if they do
 * not come. */
static unsigned watch(uint64_t gaps[SAMPLES_MOST])
{
	const uint64_t begin_cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	unsigned seen = 0, taken = 0;
	uint64_t last = lp_clock_ticks();

	for (unsigned loops = 1; loops % LOOPS_BETWEEN_LOOKS || !is_out_of_patience(begin_cpu_ns);
	     loops++) {
		const uint64_t now = lp_clock_ticks();
		const unsigned count = (unsigned)sample_count;

		if (count != taken) {
			const uint64_t before = now - last, behind = lp_clock_ticks() - now;

			taken = count;
			gaps[seen++] = before > behind ? before : behind;
			if (is_settled(gaps, seen))
				return seen;
			last = lp_clock_ticks();
			continue;
		}
		last = now;
	}
	return 0;
}

/* A low one: others may have taken the CPU away in the middle of some. */
static uint64_t typical(const uint64_t *sorted, unsigned count)
{
	return sorted[count / 3];
}

/* Measures how long each of a few samples keeps the thread from its work. Returns 0, or the number
 * of the error for which perf is refused; ETIME: no samples come. */
static int measure(int signal_number, uint64_t *cost_ns)
{
	uint64_t gaps[SAMPLES_MOST], signals;
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
	if (!seen)
		return ETIME;
	*cost_ns = lp_clock_ns_of_ticks(typical(gaps, seen), lp_clock_calibrate());
	return 0;
}

const char *lp_perf_cost_multiple(int signal_number, uint64_t base_ns, unsigned most,
				  uint64_t *cost_ns, unsigned *multiple)
{
	*multiple = 0;
	/* A busy machine may disturb one measurement, hardly all of them. */
	for (int i = 0; i < MEASUREMENTS_MOST && !*multiple; i++) {
		const int error = measure(signal_number, cost_ns);

		if (error == ETIME)
			return "perf refused: its samples come late, as with ThreadSanitizer";
		if (error)
			return lp_perf_refusal(error);
		*multiple =
		    lp_governor_multiple(*cost_ns + *cost_ns / HANDLING_PART, base_ns, most);
	}
	return NULL;
}
