/* test_runtime_delay.c: what a thread had no processor for, whenever it loses that while it asks.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>
/* cmocka.h needs the four above before it. */
#include <cmocka.h>

#include "format/layout.h"
#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/off_cpu.h"
#include "runtime/run_delay.h"

#define MS UINT64_C(1000000)

static struct lp_info run = {.ticks_per_second = 1000 * MS};
static uint64_t now;        /* in ns, as ticks are here */
static uint64_t kernels_ns; /* what the kernel knows */
/* What the thread loses its processor for when the kernel is asked, before its answer and behind
 * it, and how often it does. */
static uint64_t lost_before, lost_behind;
static unsigned losses;
static uint64_t asking_ns; /* how long that takes */
static unsigned asked;

/* The clock stands, where it is put. */
static void pass(uint64_t ns)
{
	now += ns;
	lp_clock_state = 2 * now + 1;
}

/* In truth, too: the kernel counts that. */
static void lose_processor(uint64_t ns)
{
	if (ns == 0)
		return;
	usleep(1);
	pass(ns);
	kernels_ns += ns;
}

/* In the runtime's place. */
uint64_t lp_run_delay_ns(pid_t tid)
{
	const bool loses = losses > 0;
	uint64_t answer;

	(void)tid;
	losses -= loses;
	lose_processor(loses ? lost_before : 0);
	answer = kernels_ns;
	lose_processor(loses ? lost_behind : 0);
	pass(asking_ns);
	asked++;
	return answer;
}

/* So are these: what the kernel says of its CPU time, and a little later. */
static uint64_t cpu_ns;

uint64_t __wrap_lp_threads_measured_cpu_ns(const struct lp_thread_state *thread);

uint64_t __wrap_lp_threads_measured_cpu_ns(const struct lp_thread_state *thread)
{
	(void)thread;
	pass(500);
	return cpu_ns;
}

static int set_up(void **state)
{
	(void)state;
	lp_run = &run;
	now = kernels_ns = 1000 * MS;
	asking_ns = 10000;
	asked = 0;
	losses = 0;
	cpu_ns = 1000 * MS;
	lp_self = NULL;
	pass(0);
	return 0;
}

static uint64_t ask(struct lp_thread_state *thread, uint64_t before, uint64_t behind,
		    unsigned count)
{
	pass(10 * MS);
	lost_before = before;
	lost_behind = behind;
	losses = count;
	return lp_off_cpu_delay_ns(thread, now);
}

static uint64_t ask_before(struct lp_thread_state *thread, uint64_t ms)
{
	pass(ms * MS);
	return lp_off_cpu_delay_before_ns(thread, now);
}

static void test_all_is_told_once(void **state)
{
	struct lp_thread_state thread = {.tid = 1};
	const uint64_t first = kernels_ns;

	(void)state;
	assert_int_equal(ask(&thread, 0, 0, 0), first);
	/* What it loses while it asks is of what comes next. */
	assert_int_equal(ask(&thread, 20 * MS, 0, 1), first);
	assert_int_equal(ask(&thread, 0, 0, 0), first + 20 * MS);
	assert_int_equal(ask(&thread, 0, 30 * MS, 1), first + 20 * MS);
	assert_int_equal(ask(&thread, 0, 0, 0), first + 50 * MS);
	assert_int_equal(ask(&thread, 5 * MS, 6 * MS, 2), first + 50 * MS);
	assert_int_equal(ask(&thread, 0, 0, 0), first + 72 * MS);
}

static void test_lost_on_the_way(void **state)
{
	struct lp_thread_state thread = {.tid = 1};
	const uint64_t first = kernels_ns, then = now;

	(void)state;
	lose_processor(15 * MS);
	assert_int_equal(lp_off_cpu_delay_ns(&thread, then), first);
	assert_int_equal(ask(&thread, 0, 0, 0), first + 15 * MS);
}

static void test_what_cannot_be_asked_is_unknown(void **state)
{
	struct lp_thread_state thread = {.tid = 1};
	const uint64_t first = kernels_ns;

	(void)state;
	assert_int_equal(ask(&thread, 0, 0, 0), first);
	assert_true(ask(&thread, 20 * MS, 20 * MS, 100) == LP_OFF_CPU_UNKNOWN);
	asked = 0;
	/* It takes time in vain: not at each call. */
	thread.delay.vain_ticks = now;
	assert_true(ask(&thread, 0, 0, 0) == LP_OFF_CPU_UNKNOWN);
	assert_int_equal(asked, 0);
	pass(30 * MS);
	assert_int_equal(ask(&thread, 0, 0, 0), kernels_ns);
}

static void test_slow_answers_are_answers(void **state)
{
	struct lp_thread_state thread = {.tid = 1};
	const uint64_t first = kernels_ns;

	(void)state;
	asking_ns = 150000;
	assert_int_equal(ask(&thread, 0, 0, 0), first);
	assert_int_equal(asked, 1);
}

static void *ask_beside(void *thread)
{
	pass(10 * MS);
	return lp_off_cpu_delay_ns(thread, now) == LP_OFF_CPU_UNKNOWN &&
		       lp_off_cpu_delay_before_ns(thread, now) == 0 &&
		       ask_before(thread, 50) == LP_OFF_CPU_UNKNOWN
		   ? thread
		   : NULL;
}

static void test_lock_is_held(void **state)
{
	struct lp_thread_state thread = {.tid = 1};
	struct lp_guard guard;
	pthread_t other;
	void *is_unknown;

	(void)state;
	thread.delay.ticks = now;
	lp_lock(&guard);
	assert_int_equal(pthread_create(&other, NULL, ask_beside, &thread), 0);
	assert_int_equal(pthread_join(other, &is_unknown), 0);
	lp_unlock(&guard);
	assert_non_null(is_unknown);
}

static void test_answers_are_good_for_a_while(void **state)
{
	struct lp_thread_state thread = {.tid = 1};
	const uint64_t first = kernels_ns;

	(void)state;
	assert_int_equal(ask(&thread, 0, 0, 0), first);
	kernels_ns += MS;
	assert_int_equal(ask_before(&thread, 3), first);
	assert_int_equal(ask_before(&thread, 3), first + MS);
	/* It has lost its processor. */
	kernels_ns += MS;
	thread.usage.preemptions++;
	assert_int_equal(ask_before(&thread, 3), first + 2 * MS);
	/* It mostly has one. */
	lp_off_cpu_judge(&thread, 0, 100 * MS);
	kernels_ns += MS;
	assert_int_equal(ask_before(&thread, 25), first + 2 * MS);
	assert_int_equal(ask_before(&thread, 25), first + 3 * MS);
}

/* Who mostly has a processor is asked seldom, but behind what takes long, as some milliseconds do
 * behind which it had none for a turn or two. */
static void test_long_is_always_asked(void **state)
{
	struct lp_thread_state thread = {.tid = 1};
	unsigned skipped = 0;

	(void)state;
	assert_false(lp_off_cpu_may_skip(&thread, 10 * MS));
	for (int i = 0; i < 4; i++)
		lp_off_cpu_judge(&thread, 0, 100 * MS);
	assert_false(lp_off_cpu_may_skip(&thread, 200 * MS));
	assert_false(lp_off_cpu_may_skip(&thread, 10 * MS));
	while (lp_off_cpu_may_skip(&thread, 5 * MS))
		skipped++;
	assert_int_equal(skipped, 15);
}

/* The calling thread, on a CPU so far. */
static struct lp_thread_state *running(void)
{
	static struct lp_thread_state thread;

	thread = (struct lp_thread_state){
	    .tid = 1,
	    .on_cpu = {.ticks = now, .cpu_ns = cpu_ns, .delay_ns = kernels_ns},
	};
	lp_self = &thread;
	return &thread;
}

/* It runs for 1 ms, and is off its CPU for `off_ns`, and for `ready_ns` of that ready to run. */
static struct lp_off_cpu be_off(struct lp_thread_state *thread, uint64_t off_ns, uint64_t ready_ns,
				struct lp_switches switches)
{
	pass(MS + off_ns);
	cpu_ns += MS;
	kernels_ns += ready_ns;
	thread->usage.ticks = now;
	thread->usage.waits += switches.waits;
	thread->usage.preemptions += switches.preemptions;
	return lp_off_cpu_since(thread, now, MS + off_ns, 0);
}

static void assert_off(const struct lp_off_cpu *off, uint64_t off_ns, uint64_t delay_ns,
		       uint64_t unasked_ns)
{
	/* Asking takes time. */
	const uint64_t error = asking_ns + 1000;

	assert_in_range(off->ticks, off_ns > error ? off_ns - error : 0, off_ns + error);
	assert_in_range(off->delay_ticks, delay_ns > error ? delay_ns - error : 0,
			delay_ns + error);
	assert_in_range(off->unasked_ticks, unasked_ns > error ? unasked_ns - error : 0,
			unasked_ns + error);
}

/* Who lost its CPU, and did not give it away, was ready all the time, without a question. */
static void test_ready_is_known(void **state)
{
	struct lp_thread_state *const thread = running();
	struct lp_off_cpu off;

	(void)state;
	off = be_off(thread, MS / 2, MS / 2, (struct lp_switches){0, 1});
	assert_off(&off, MS / 2, MS / 2, 0);
	off = be_off(thread, 50 * MS, 50 * MS, (struct lp_switches){0, 3});
	assert_off(&off, 50 * MS, 50 * MS, 0);
	off = be_off(thread, MS / 2, 0, (struct lp_switches){1, 0});
	assert_off(&off, MS / 2, 0, MS / 2);
	off = be_off(thread, MS / 2, MS / 4, (struct lp_switches){1, 1});
	assert_off(&off, MS / 2, 0, MS / 2);
	assert_int_equal(asked, 0);
	/* Once more, by who is asked, it is not. */
	off = be_off(thread, 40 * MS, 5 * MS, (struct lp_switches){1, 0});
	assert_off(&off, 40 * MS, 5 * MS + MS / 4, 0);
	assert_int_equal(asked, 1);
}

/* Of who has waited, too, the kernel tells, from 1 ms on. */
static void test_mixed_is_asked(void **state)
{
	struct lp_thread_state *const thread = running();
	struct lp_off_cpu off;

	(void)state;
	off = be_off(thread, 3 * MS / 2, MS, (struct lp_switches){1, 1});
	assert_off(&off, 3 * MS / 2, MS, 0);
	assert_int_equal(asked, 1);
	off = be_off(thread, 3 * MS / 2, 0, (struct lp_switches){1, 0});
	assert_off(&off, 3 * MS / 2, 0, 3 * MS / 2);
	assert_int_equal(asked, 1);
}

/* A short stretch is measured for ten. */
static struct lp_off_cpu be_off_shortly(struct lp_thread_state *thread, struct lp_switches switches)
{
	enum { ON_NS = 10000, OFF_NS = 50000 };

	pass(ON_NS + OFF_NS);
	cpu_ns += ON_NS;
	thread->on_cpu.each = 10;
	thread->on_cpu.is_measuring = true;
	thread->on_cpu.none_off = 0;
	thread->usage.ticks = now;
	thread->usage.waits += switches.waits;
	thread->usage.preemptions += switches.preemptions;
	return lp_off_cpu_since(thread, now, ON_NS + OFF_NS, 0);
}

/* Who waits in short stretches does in many; who loses its CPU for a moment, or is interrupted by
 * a hypervisor, does not. */
static void test_short(void **state)
{
	struct lp_thread_state *const thread = running();
	struct lp_off_cpu off;

	(void)state;
	/* Nothing is known of its switches yet. */
	off = be_off_shortly(thread, (struct lp_switches){0, 0});
	assert_off(&off, MS / 2, 0, MS / 2);
	off = be_off_shortly(thread, (struct lp_switches){1, 0});
	assert_off(&off, MS / 2, 0, MS / 2);
	off = be_off_shortly(thread, (struct lp_switches){1, 1});
	assert_off(&off, MS / 2, 0, MS / 2);
	off = be_off_shortly(thread, (struct lp_switches){0, 1});
	assert_off(&off, MS / 20, MS / 20, 0);
	off = be_off_shortly(thread, (struct lp_switches){0, 0});
	assert_off(&off, 0, 0, 0);
	assert_int_equal(asked, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(test_all_is_told_once, set_up),
	    cmocka_unit_test_setup(test_lost_on_the_way, set_up),
	    cmocka_unit_test_setup(test_what_cannot_be_asked_is_unknown, set_up),
	    cmocka_unit_test_setup(test_slow_answers_are_answers, set_up),
	    cmocka_unit_test_setup(test_lock_is_held, set_up),
	    cmocka_unit_test_setup(test_answers_are_good_for_a_while, set_up),
	    cmocka_unit_test_setup(test_long_is_always_asked, set_up),
	    cmocka_unit_test_setup(test_ready_is_known, set_up),
	    cmocka_unit_test_setup(test_mixed_is_asked, set_up),
	    cmocka_unit_test_setup(test_short, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
