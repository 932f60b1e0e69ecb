/* iterations.c: the iterations that a program marks. */
#include "runtime/iterations.h"

#include <stdbool.h>
#include <stddef.h>

#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/pause.h"
#include "runtime/profile_file.h"
#include "runtime/schedule.h"

static struct lp_step *rows; /* LP_STEPS_MOST; NULL before the first mark */
static uint32_t current;
static uint64_t last_ticks;
static uint64_t last_cpu_ns;

uint32_t lp_steps_current(void)
{
	return __atomic_load_n(&current, __ATOMIC_RELAXED);
}

struct lp_step *lp_steps_row(uint32_t number)
{
	struct lp_step *const first = __atomic_load_n(&rows, __ATOMIC_ACQUIRE);

	return first && number < LP_STEPS_MOST ? &first[number] : NULL;
}

/* Under the lock. What was before the first mark counts from the beginning. */
static bool make_rows(enum lp_phase before)
{
	struct lp_steps *head;

	if (rows)
		return true;
	head = lp_file_append(LP_SECT_STEPS, sizeof *head, LP_STEPS_MOST * sizeof *rows);
	if (!head)
		return false;
	head->count = LP_STEPS_MOST;
	lp_file_commit();
	last_ticks = lp_run->start_ticks;
	__atomic_store_n(&rows, (struct lp_step *)(void *)(head + 1), __ATOMIC_RELEASE);
	rows[0].phase = before;
	rows[0].marks = 1;
	return true;
}

void lp_steps_settle(void)
{
	const uint64_t now = lp_clock_ticks();
	const uint64_t cpu_ns = lp_pause_cpu_ns();

	if (!rows)
		return;
	rows[current].ticks += lp_clock_since(now, last_ticks);
	rows[current].cpu_ns += cpu_ns > last_cpu_ns ? cpu_ns - last_cpu_ns : 0;
	last_ticks = now;
	last_cpu_ns = cpu_ns;
}

/* Whether a step of that phase goes into the row that the program is in. */
static bool is_shared(enum lp_phase phase)
{
	return current == LP_STEPS_MOST - 1 ||
	       (current > 0 && rows[current].phase == phase && !lp_phase_is_measured(phase));
}

void lp_steps_begin(enum lp_phase phase)
{
	struct lp_step *row;

	if (!make_rows(phase == LP_PHASE_NONE ? phase : LP_PHASE_WAIT))
		return;
	lp_steps_settle();
	if (!is_shared(phase))
		__atomic_store_n(&current, current + 1, __ATOMIC_RELAXED);
	row = &rows[current];
	row->phase = row->marks == 0 || row->phase == phase ? phase : LP_PHASE_MIXED;
	row->marks += row->marks < UINT32_MAX;
}

void lp_steps_fork_child(void)
{
	last_ticks = lp_clock_ticks();
	last_cpu_ns = 0;
	if (!rows)
		return;
	rows[current].phase = lp_schedule_now();
	rows[current].marks = 1;
}
