/* test_runtime_budgets.c: what clocks, samples, and probes of waits and behind their shut gates may
 * cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above before it. */
#include <cmocka.h>

#include "runtime/clock_budget.h"
#include "runtime/governor.h"
#include "runtime/looks.h"
#include "runtime/own_gate.h"
#include "runtime/periods.h"
#include "runtime/wait_budget.h"

/* Clocks that cost too much ask for longer calls, at once and no more than need be; those that
 * cost little let shorter ones have another chance. A tick is a nanosecond here, a reading ten. */
static void test_clock_budget(void **state)
{
	const uint64_t second = 1000000000, window = second / 100 + 1;
	struct lp_clock_budget budget = {0};
	uint64_t now = 5 * second;

	(void)state;
	assert_int_equal(lp_clock_budget_least(&budget, now, second, 10), 1000);
	budget.calls = 1000000;
	assert_int_equal(lp_clock_budget_least(&budget, now + window / 2, second, 10), 1000);
	budget.calls = 20000; /* 0.6 ms of 10: three times what they may cost */
	now += window;
	assert_in_range(lp_clock_budget_least(&budget, now, second, 10), 2990, 3000);
	assert_int_equal(budget.calls, 0);
	budget.calls = 3000; /* within the limit, but not by much */
	now += window;
	assert_in_range(lp_clock_budget_least(&budget, now, second, 10), 2990, 3000);
	for (int i = 0; i < 10; i++) {
		budget.calls = 300000;
		now += window;
		lp_clock_budget_least(&budget, now, second, 10);
	}
	assert_int_equal(lp_clock_budget_least(&budget, now, second, 10), 1000000);
	for (int i = 0; i < 20; i++)
		lp_clock_budget_least(&budget, now += window, second, 10);
	assert_int_equal(lp_clock_budget_least(&budget, now, second, 10), 1000);
	/* A clock that was set back says nothing. */
	assert_int_equal(lp_clock_budget_least(&budget, now - second, second, 10), 1000);
}

static void test_governor(void **state)
{
	struct lp_governor governor = {.samples = 0};
	unsigned calls = 0;

	(void)state;
	assert_int_equal(lp_governor_multiple(0, 1000000, 2), 1);
	assert_int_equal(lp_governor_multiple(19000, 1000000, 2), 1);
	assert_int_equal(lp_governor_multiple(21000, 1000000, 2), 2);
	assert_int_equal(lp_governor_multiple(39000, 1000000, 2), 2);
	assert_int_equal(lp_governor_multiple(41000, 1000000, 2), 0);
	assert_int_equal(lp_governor_multiple(41000, 1000000, 4), 4);
	/* 1.9 %: never; 2.1 %: as soon as it can be told. */
	for (uint64_t i = 1; i < 1000; i++)
		assert_false(lp_governor_add(&governor, 19000, (i + 1) * 1000000));
	governor = (struct lp_governor){.samples = 0};
	while (!lp_governor_add(&governor, 21000, (++calls + 1) * UINT64_C(1000000)))
		assert_true(calls < 100);
	assert_true(calls > 30);
}

/* Two make twice the mean, and together they reach all parts of the range. */
static void test_periods(void **state)
{
	const uint64_t mean = 913929, spread = mean / LP_PERIODS_SPREAD_PART, part = spread / 8;
	struct lp_periods periods = {.place = 1};
	unsigned reached = 0;

	(void)state;
	for (int i = 0; i < 32; i++) {
		const uint64_t first = lp_periods_next(&periods, mean);

		assert_in_range(first, mean - spread, mean + spread);
		assert_int_equal(lp_periods_next(&periods, mean), 2 * mean - first);
		reached |= 1u << (first - (mean - spread)) / part;
	}
	assert_int_equal(reached & 0xffff, 0xffff);
}

/* Calls that are watched one after the other until too many were; and then `gap_ns` apart, 10,000
 * of them. How many were affordable of these. A tick is a nanosecond. */
static unsigned watched(struct lp_wait_budget *budget, uint64_t gap_ns, uint64_t *now)
{
	unsigned affordable = 0;

	for (int i = 0; i < 10000; i++)
		affordable += lp_wait_budget_spend(budget, *now += gap_ns, 1000000000);
	return affordable;
}

static void test_wait_budget(void **state)
{
	struct lp_wait_budget budget = {0};
	uint64_t now = 1000000;

	(void)state;
	/* At once some thousands, then none. */
	assert_in_range(watched(&budget, 0, &now), 4000, 6000);
	assert_int_equal(watched(&budget, 0, &now), 0);
	/* What is owed for is to be paid first; a clock that was set back pays nothing. */
	assert_false(lp_wait_budget_spend(&budget, now -= 1000, 1000000000));
	/* A long wait pays for a burst, but not for one without an end. */
	now += UINT64_C(100000000000);
	assert_int_equal(watched(&budget, 0, &now), 10000);
	for (int i = 0; i < 10; i++)
		watched(&budget, 0, &now);
	assert_int_equal(watched(&budget, 0, &now), 0);
	/* A fiftieth of the time: each call that comes more than 50 times as long after the last as
	 * probes take can be watched. */
	now += 1000000000;
	for (int i = 0; i < 10; i++)
		assert_int_equal(watched(&budget, 51 * LP_WAIT_PROBES_NS, &now), 10000);
	for (int i = 0; i < 100; i++)
		watched(&budget, 25 * LP_WAIT_PROBES_NS, &now);
	assert_int_equal(watched(&budget, 25 * LP_WAIT_PROBES_NS, &now), 0);
}

/* A thread whose calls at shut gates come at `now`. A tick is a nanosecond. */
struct caller {
	struct lp_looks looks;
	uint64_t now;
	uint32_t left; /* calls that pass before the next one asks */
	unsigned asked;
	unsigned looked;
};

/* `count` calls, of `ns` each. */
static void call(struct caller *caller, unsigned count, uint64_t ns)
{
	for (unsigned i = 0; i < count; i++, caller->now += ns) {
		bool is_due;

		if (caller->left-- > 0)
			continue;
		caller->left = lp_looks_next(&caller->looks, caller->now, 1000000000, &is_due);
		caller->asked++;
		caller->looked += is_due;
	}
}

static struct caller new_caller(void)
{
	return (struct caller){.now = UINT64_C(5000000000)};
}

/* Calls that do not wait are hardly looked at, for 120 ns, and who makes them asks as often as
 * costs little. */
static void test_looks_of_the_short(void **state)
{
	static const uint64_t lengths[] = {5, 20, 100, 1000, 5000};

	(void)state;
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		struct caller caller = new_caller();

		call(&caller, 1000000, lengths[i]);
		assert_true(caller.looked * UINT64_C(120) < 1000000 * lengths[i] / 400);
		assert_in_range(caller.asked, 1000000 / (2 * LP_LOOKS_MOST), 1000000);
		if (lengths[i] >= 20)
			assert_true(caller.asked <= 1000000 * lengths[i] / 1400);
	}
}

/* Whoever called often before finds the first waits among so many, and all that come then. */
static void test_looks_of_the_long(void **state)
{
	struct caller caller = new_caller();

	(void)state;
	call(&caller, 2, 20000000);
	call(&caller, 300, 20000000);
	assert_in_range(caller.looked, 301, 302);
	for (int i = 0; i < 20; i++) {
		call(&caller, 100000, 5);
		caller.looked = 0;
		call(&caller, 300, 20000000);
		assert_in_range(caller.looked, 300 - 2 * LP_LOOKS_MOST, 300);
		caller.looked = 0;
		call(&caller, 300, 20000000);
		assert_int_equal(caller.looked, 300);
	}
	/* Short ones in between do not hide them. */
	for (int i = 0; i < 300; i++) {
		call(&caller, 50, 10);
		caller.looked = 0;
		call(&caller, 1, 20000000);
		assert_int_equal(caller.looked, 1);
	}
}

/* A look takes 120 ns, and looks less than a hundredth. */
static void test_looks_cost(void **state)
{
	static const uint64_t lengths[] = {8000, 10000, 20000, 100000};

	(void)state;
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		struct caller caller = new_caller();

		call(&caller, 100000, lengths[i]);
		assert_in_range(caller.looked, 100000 / 10, 100000);
		assert_true(caller.looked * UINT64_C(120) < 100000 * lengths[i] / 100);
	}
}

/* Each answer is for one call, and gates are opened no more often than that costs little. */
static void test_looks_open(void **state)
{
	struct lp_thread_looks looks = {.is_due = true};
	unsigned opened = 0;

	(void)state;
	assert_true(lp_looks_take(&looks));
	assert_false(lp_looks_take(&looks));
	for (uint64_t now = 1000000000; now < 2000000000; now += 25000)
		opened += lp_looks_may_open(&looks, now, 1000000000);
	assert_in_range(opened, 100, 128);
}

/* How a call is met that comes as the last of those that pass, `ns` each. A tick is a nanosecond.
 */
static enum lp_own_gate own_gate_after(uint64_t ns)
{
	struct lp_trial trial = {0};
	uint64_t now = UINT64_C(0xfffffff000);

	lp_own_gate_shut(&trial, now);
	assert_true(trial.passes > 0);
	now += trial.passes * ns;
	trial.passes = 0;
	return lp_own_gate_ask(&trial, now, 1000000000);
}

/* A thread passes by its own mark where that costs no more than a fiftieth, at 8 ns a call, and is
 * tried anew where its calls may have become long. */
static void test_own_gate(void **state)
{
	struct lp_trial trial = {0};

	(void)state;
	assert_int_equal(own_gate_after(0), LP_OWN_GATE_TOO_DEAR);
	assert_int_equal(own_gate_after(400), LP_OWN_GATE_TOO_DEAR);
	assert_int_equal(own_gate_after(600), LP_OWN_GATE_SHUT);
	assert_int_equal(own_gate_after(20000), LP_OWN_GATE_SHUT);
	assert_int_equal(own_gate_after(40000), LP_OWN_GATE_OPEN);
	assert_int_equal(own_gate_after(20000000), LP_OWN_GATE_OPEN);
	lp_own_gate_note(&trial, 5000000000, 20000, 1000000000);
	assert_int_equal(trial.long_at, 0);
	lp_own_gate_note(&trial, 5000000000, 40000, 1000000000);
	assert_int_not_equal(trial.long_at, 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_clock_budget),
	    cmocka_unit_test(test_governor),
	    cmocka_unit_test(test_periods),
	    cmocka_unit_test(test_wait_budget),
	    cmocka_unit_test(test_looks_of_the_short),
	    cmocka_unit_test(test_looks_of_the_long),
	    cmocka_unit_test(test_looks_cost),
	    cmocka_unit_test(test_looks_open),
	    cmocka_unit_test(test_own_gate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
