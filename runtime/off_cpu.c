/* off_cpu.c: wall time less CPU time, and what of that was for want of a CPU. */
#include "runtime/off_cpu.h"

#include "runtime/clock.h"
#include "runtime/lock.h"
#include "runtime/own_work.h"
#include "runtime/run_delay.h"
#include "runtime/usage.h"

enum {
	/* Of less it is not asked what it was: that takes some microseconds. The kernel's shortest
	 * turns are longer than the second (base_slice_ns, kernel/sched/fair.c). */
	LEAST_NS = 2000000,
	LEAST_PREEMPTED_NS = 1000000,
	/* An answer is good for so long. */
	KNOWN_NS = 50000,
	/* In front of a call it is good for so long, if the thread has not lost its CPU since; and
	 * where it mostly has one. */
	GOOD_BEFORE_NS = 4000000,
	GOOD_BEFORE_QUIET_NS = 32000000,
	/* What takes longer was interrupted, or is slow. */
	ASKING_NS_MOST = 100000,
	/* So often it is asked at once, if the thread loses its CPU meanwhile; in vain, not again
	 * for so long, as under a tracer it always does. */
	TRIES = 3,
	IN_VAIN_NS = 32000000,
	/* Where there is a CPU for whoever is ready, but for this part of the time, it is asked
	 * less and less often, once in 2 to the power of this at the least. */
	LITTLE_PART = 64,
	QUIET_MOST = 5,
	/* A stretch without a while is measured once in a while, or in so many of them where the
	 * thread mostly runs: that is two answers. */
	QUIET_WHILES = 16,
	EACH_MOST = 1 << 20,
	/* If the kernel tells nothing, it is asked again so many events later. */
	UNTOLD_EVENTS = 1 << 10,
	/* The kernel tells a thread's CPU time in less, if it does not take the CPU away. */
	TELLING_NS_MOST = 20000,
	/* Nobody is off CPUs for less: clocks are not read at once. */
	LEAST_SHORT_NS = 1000,
	/* The last ones count for so much of all. */
	SHORT_PART = 32,
	SHARES = 1024,
};

static uint64_t ticks_of_ns(uint64_t ns)
{
	return lp_clock_ticks_of_ns(ns,
				    __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED));
}

static uint64_t ns_of_ticks(uint64_t ticks)
{
	return lp_clock_ns_of_ticks(ticks,
				    __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED));
}

bool lp_off_cpu_may_skip(struct lp_thread_state *thread, uint64_t off_ticks)
{
	if (thread->delay.skips == 0 || off_ticks >= ticks_of_ns(LP_OFF_CPU_LONG_NS))
		return false;
	thread->delay.skips--;
	return true;
}

void lp_off_cpu_judge(struct lp_thread_state *thread, uint64_t delay_ticks, uint64_t off_ticks)
{
	struct lp_known_delay *const delay = &thread->delay;

	if (delay_ticks > off_ticks / LITTLE_PART)
		delay->quiet = 0;
	else if (delay->quiet < QUIET_MOST)
		delay->quiet++;
	delay->skips = (1u << delay->quiet) - 1;
}

static uint64_t switches_until_now(void)
{
	const struct lp_usage usage = lp_usage_now();

	return usage.waits + usage.preemptions;
}

/* What the kernel says, and when: whoever loses the processor while it is asked does not know
 * whether the answer has that already. False if that befell each try. */
static bool ask_uninterrupted(const struct lp_thread_state *thread, uint64_t *ns, uint64_t *when)
{
	const uint64_t outside_ns = __atomic_load_n(&thread->outside.delay_ns, __ATOMIC_RELAXED);
	uint64_t switches;

	for (int i = 0; i < TRIES; i++) {
		switches = switches_until_now();
		*when = lp_clock_ticks();
		*ns = lp_clock_since(lp_run_delay_ns(thread->tid), outside_ns);
		lp_own_work_since(*when, ASKING_NS_MOST, 0);
		if (switches_until_now() == switches)
			return true;
	}
	return false;
}

static bool ask(struct lp_thread_state *thread, uint64_t now)
{
	struct lp_known_delay *const known = &thread->delay;
	uint64_t ns, when, late_ns;

	if (!ask_uninterrupted(thread, &ns, &when)) {
		known->vain_ticks = now;
		return false;
	}
	/* The thread lost its processor on the way here: that is not yet to be told. */
	late_ns = ns_of_ticks(lp_clock_since(when, now));
	if (late_ns > ASKING_NS_MOST)
		ns = lp_clock_since(ns, late_ns);
	known->ticks = now;
	/* Without a free descriptor the kernel cannot be asked. */
	if (ns > known->ns)
		known->ns = ns;
	known->preemptions = thread->usage.preemptions;
	return true;
}

/* Under the lock no handler jumps away, and no other thread forks, while the file is open. */
uint64_t lp_off_cpu_delay_ns(struct lp_thread_state *thread, uint64_t now)
{
	const bool is_mine = lp_lock_is_mine();
	struct lp_guard guard;
	bool is_told;

	if (lp_clock_since(now, thread->delay.ticks) < ticks_of_ns(KNOWN_NS))
		return thread->delay.ns;
	if (lp_clock_since(now, thread->delay.vain_ticks) < ticks_of_ns(IN_VAIN_NS) ||
	    (!is_mine && !lp_try_lock(&guard)))
		return LP_OFF_CPU_UNKNOWN;
	is_told = ask(thread, now);
	if (!is_mine)
		lp_unlock(&guard);
	return is_told ? thread->delay.ns : LP_OFF_CPU_UNKNOWN;
}

/* Whether the last answer holds `now`, if it is good for `ns`. */
static bool is_known(const struct lp_thread_state *thread, uint64_t now, uint64_t ns)
{
	return thread->delay.preemptions == thread->usage.preemptions &&
	       lp_clock_since(now, thread->delay.ticks) <= ticks_of_ns(ns);
}

uint64_t lp_off_cpu_delay_before_ns(struct lp_thread_state *thread, uint64_t now)
{
	const struct lp_known_delay *const known = &thread->delay;
	uint64_t ns;

	if (is_known(thread, now, known->skips > 0 ? GOOD_BEFORE_QUIET_NS : GOOD_BEFORE_NS))
		return known->ns;
	ns = lp_off_cpu_delay_ns(thread, now);
	/* Threads that start have the lock, just when the one that starts them waits. */
	return ns == LP_OFF_CPU_UNKNOWN && is_known(thread, now, GOOD_BEFORE_QUIET_NS) ? known->ns
										       : ns;
}

/* What the kernel has said at an event of the time since it was asked before. */
struct answer {
	uint64_t off_ticks;
	bool has_switches;  /* how often the thread was switched is known */
	bool was_preempted; /* its CPU was taken from the thread: it was ready then */
	bool has_waited;    /* the thread has given it away */
};

/* Nobody waits without giving the CPU away: so it was ready all the time, however short. */
static bool was_ready(const struct answer *answer)
{
	return answer->was_preempted && !answer->has_waited;
}

/* Whether the kernel is to be asked what `off` was for, or was just now. */
static bool is_to_be_asked(struct lp_thread_state *thread, uint64_t now, struct lp_off_cpu *off,
			   bool was_preempted)
{
	const bool is_long = off->ticks >= ticks_of_ns(LEAST_NS);

	if (thread->delay.ticks == now)
		return true;
	if (was_preempted && off->ticks >= ticks_of_ns(LEAST_PREEMPTED_NS))
		return true;
	if (is_long && !lp_off_cpu_may_skip(thread, off->ticks))
		return true;
	off->unasked_ticks = is_long ? off->ticks / LITTLE_PART : off->ticks;
	return false;
}

static uint64_t a_while(void)
{
	return ticks_of_ns(1000000000) >> LP_OFF_CPU_WHILE_SHIFT;
}

/* How much of `ticks` in short stretches was off CPUs, by those that were measured. */
static uint64_t off_in_short(const struct lp_known_cpu *known, uint64_t ticks)
{
	return known->short_ticks
		   ? ticks / SHARES * (known->short_off_ticks * SHARES / known->short_ticks)
		   : 0;
}

/* One of how many stretches is measured, so that this is a while apart; and at random, as programs
 * go round in circles. */
static void draw_next(struct lp_known_cpu *known, uint64_t now)
{
	const bool is_quiet = known->short_off_ticks <= known->short_ticks / LITTLE_PART;
	const uint64_t apart = is_quiet ? QUIET_WHILES * a_while() : a_while();
	const uint64_t each =
	    known->each * apart / (lp_clock_since(now, known->measured_ticks) + 1);
	const uint64_t most = known->each < EACH_MOST / 2 ? 2 * known->each + 1 : EACH_MOST;
	uint32_t drawn;

	known->each = (uint32_t)(each < 1 ? 1 : each < most ? each : most);
	known->measured_ticks = now;
	/* Fibonacci hashing (Knuth, volume 3, 6.4). */
	drawn = (uint32_t)((now * UINT64_C(0x9e3779b97f4a7c15)) >> 33) % (2 * known->each - 1);
	known->is_measuring = drawn == 0;
	known->countdown = drawn ? drawn - 1 : 0;
}

/* A stretch of `ticks` was off CPUs for `off`: what all `each` have been that it stands for. Who
 * waits in short stretches does in many; one alone was interrupted, as by a hypervisor, and says
 * nothing of others. */
static uint64_t all_off(struct lp_known_cpu *known, uint64_t ticks, uint64_t off, uint32_t each)
{
	const bool is_on = off < ticks_of_ns(LEAST_SHORT_NS);
	const bool is_alone = known->none_off > SHORT_PART;
	const uint64_t all = is_on || is_alone ? 0 : off * each;

	known->none_off = is_on ? known->none_off + 1 : 0;
	known->short_ticks += ticks * each - known->short_ticks / SHORT_PART;
	known->short_off_ticks += all - known->short_off_ticks / SHORT_PART;
	return all;
}

/* How often the calling thread has given its CPU away, and lost it, until `now`. Of another one
 * that is not told. */
static struct lp_switches switches_at(const struct lp_thread_state *thread, uint64_t now)
{
	struct lp_usage usage;

	if (thread != lp_self)
		return thread->on_cpu.switches;
	/* By the end of a call that waited. */
	if (thread->usage.ticks == now)
		return (struct lp_switches){thread->usage.waits, thread->usage.preemptions};
	usage = lp_usage_now();
	return (struct lp_switches){usage.waits, usage.preemptions};
}

/* When the kernel told, asked `now`: how long that takes, cold or warm, is no time off CPUs, nor is
 * what interrupts or a hypervisor come for meanwhile. Who may have lost its CPU was off it behind
 * `now`. */
static uint64_t when_told(const struct lp_thread_state *thread, uint64_t now)
{
	const uint64_t then = lp_clock_ticks();
	const bool is_late = lp_clock_since(then, now) >= ticks_of_ns(TELLING_NS_MOST);

	return is_late && (thread != lp_self ||
			   lp_usage_now().preemptions != thread->on_cpu.switches.preemptions)
		   ? now
		   : then;
}

/* Whether the calling thread gave its CPU away, or lost it, since the answer before this one. */
static void tell_switches(struct lp_thread_state *thread, uint64_t now, uint64_t told_ticks,
			  struct answer *answer)
{
	struct lp_switches *const known = &thread->on_cpu.switches;
	const struct lp_switches switches = switches_at(thread, now);

	answer->has_switches = thread == lp_self && (switches.waits | switches.preemptions) != 0;
	answer->was_preempted = switches.preemptions != known->preemptions;
	answer->has_waited = switches.waits != known->waits;
	/* If it was off its CPU behind `now`, that is of the next answer, too. */
	if (told_ticks != now)
		*known = switches;
}

/* From the last answer until `now`, but for calls that have told that they waited. Whether it is to
 * be trusted. */
static bool ask_cpu(struct lp_thread_state *thread, uint64_t now, struct answer *answer)
{
	struct lp_known_cpu *const known = &thread->on_cpu;
	const uint64_t cpu_ns = lp_threads_measured_cpu_ns(thread);
	const uint64_t told_ns = known->cpu_ns;
	const uint64_t told_ticks = when_told(thread, now);
	const uint64_t wall = lp_clock_since(told_ticks, known->ticks);
	const uint64_t known_ticks = known->known_ticks;
	uint64_t off_ticks;

	/* A sandbox may refuse to tell, and in a child of vfork() the thread is another process's. */
	if (cpu_ns == 0)
		return false;
	known->ticks = told_ticks;
	known->known_ticks = 0;
	known->cpu_ns = cpu_ns;
	off_ticks = lp_clock_since(wall, ticks_of_ns(lp_clock_since(cpu_ns, told_ns)));
	answer->off_ticks = lp_clock_since(off_ticks, known_ticks);
	/* Who was on a CPU all the time has neither lost it nor given it away. */
	if (off_ticks >= ticks_of_ns(LEAST_SHORT_NS))
		tell_switches(thread, now, told_ticks, answer);
	return cpu_ns >= told_ns;
}

/* A stretch is over: whether it was measured, and whether the next one is. */
static bool was_measured(struct lp_known_cpu *known, uint64_t now)
{
	if (known->is_measuring) {
		draw_next(known, now);
		return true;
	}
	known->is_measuring = known->countdown == 0;
	if (!known->is_measuring)
		known->countdown--;
	return false;
}

/* For `ticks` of `off` the thread was ready to run: so much more the kernel knows by now. */
static void tell_ready(struct lp_thread_state *thread, struct lp_off_cpu *off, uint64_t ticks)
{
	off->delay_ticks = ticks;
	thread->on_cpu.delay_ns += ns_of_ticks(ticks);
}

/* Tells of `off` until `now`, of which a call has waited for `known_ticks`, what the thread was
 * ready to run. */
static void ask_delay(struct lp_thread_state *thread, uint64_t now, struct lp_off_cpu *off,
		      uint64_t known_ticks)
{
	const uint64_t last_ns = thread->on_cpu.delay_ns;
	/* By the end of a call that waited, which has judged, and what it was ready to run is not
	 * in `known_ticks`. */
	const bool is_asked = thread->delay.ticks == now;
	const uint64_t most = is_asked ? lp_clock_since(off->ticks, known_ticks) : off->ticks;
	const uint64_t ns = lp_off_cpu_delay_ns(thread, now);

	if (ns == LP_OFF_CPU_UNKNOWN) {
		off->unasked_ticks = off->ticks;
		return;
	}
	thread->on_cpu.delay_ns = ns;
	off->delay_ticks = ticks_of_ns(lp_clock_since(ns, last_ns));
	/* The rest is of what it was not asked for. */
	if (off->delay_ticks > most)
		off->delay_ticks = most;
	if (!is_asked)
		lp_off_cpu_judge(thread, off->delay_ticks, off->ticks);
}

static void tell_delay(struct lp_thread_state *thread, uint64_t now, struct lp_off_cpu *off,
		       uint64_t known_ticks, const struct answer *answer)
{
	if (was_ready(answer)) {
		tell_ready(thread, off, lp_clock_since(off->ticks, known_ticks));
		if (off->delay_ticks >= ticks_of_ns(LEAST_PREEMPTED_NS))
			lp_off_cpu_judge(thread, off->delay_ticks, off->ticks);
	} else if (is_to_be_asked(thread, now, off, answer->was_preempted)) {
		ask_delay(thread, now, off, known_ticks);
	}
}

/* Of short stretches one in which the thread has waited stands for `each`, as those do that nothing
 * is known of. Else it has lost its CPU for a moment, or interrupts or a hypervisor came, which says
 * nothing of others. */
static struct lp_off_cpu off_in_all(struct lp_thread_state *thread, uint64_t elapsed, uint32_t each,
				    const struct answer *answer)
{
	const bool stands_for_each = answer->has_waited || !answer->has_switches;
	struct lp_off_cpu off = {
	    .ticks = all_off(&thread->on_cpu, elapsed, stands_for_each ? answer->off_ticks : 0,
			     each),
	};

	off.unasked_ticks = off.ticks;
	if (was_ready(answer)) {
		off.ticks = answer->off_ticks;
		tell_ready(thread, &off, off.ticks);
	}
	return off;
}

struct lp_off_cpu lp_off_cpu_since(struct lp_thread_state *thread, uint64_t now, uint64_t elapsed,
				   uint64_t known_ticks)
{
	struct lp_known_cpu *const known = &thread->on_cpu;
	const uint32_t each = known->each;
	const uint64_t before = lp_clock_since(lp_clock_since(now, known->ticks), elapsed);
	const bool is_short = !lp_off_cpu_may_be(elapsed);
	struct lp_off_cpu off = {0};
	struct answer answer = {0};
	bool is_measured;

	if (!ask_cpu(thread, now, &answer)) {
		known->is_measuring = false;
		known->countdown = UNTOLD_EVENTS;
		return (struct lp_off_cpu){0};
	}
	is_measured = was_measured(known, now);
	if (is_short)
		return is_measured ? off_in_all(thread, elapsed, each, &answer)
				   : (struct lp_off_cpu){0};
	off.ticks = lp_clock_since(answer.off_ticks, off_in_short(known, before));
	if (off.ticks < known_ticks)
		off.ticks = known_ticks;
	/* The rest is of events that came sooner. */
	if (off.ticks > elapsed)
		off.ticks = elapsed;
	tell_delay(thread, now, &off, known_ticks, &answer);
	return off;
}
