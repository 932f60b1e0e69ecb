/*
 * schedule.h: which of the iterations that a program marks are measured, as
 * torch.profiler's schedule has it: `wait` are not, `warmup` are but stay out of the
 * statistics, `active` are; all of that `repeat` times, or for ever.
 */
#ifndef LINEPROF_RUNTIME_SCHEDULE_H
#define LINEPROF_RUNTIME_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "format/layout.h"

/* Each up to LP_SCHEDULE_MOST. */
struct lp_schedule {
	uint32_t wait;
	uint32_t warmup;
	uint32_t active; /* 0: no schedule, every step is measured */
	uint32_t repeat; /* 0: for ever */
};

#define LP_SCHEDULE_MOST 1000000000

/* "wait:warmup:active" or "wait:warmup:active:repeat". False, with `schedule` untouched,
 * where the text is anything else, `active` is 0 or a number is too large. */
bool lp_schedule_parse(const char *text, struct lp_schedule *schedule);

/* The phase of a step, 0-based since the schedule began; never LP_PHASE_NONE. */
enum lp_phase lp_schedule_phase(const struct lp_schedule *schedule, uint64_t step);

/* Whether a schedule has begun. Any thread. */
bool lp_schedule_is_set(void);

/* The rest needs the lock of lock.h. Begins one; nothing is measured before its first step. */
void lp_schedule_begin(const struct lp_schedule *schedule);

/* The phase that the program is in; LP_PHASE_NONE without a schedule. */
enum lp_phase lp_schedule_now(void);

/* The next step begins: its phase. */
enum lp_phase lp_schedule_next(void);

/* Whether the program is measured in such a phase. */
static inline bool lp_phase_is_measured(enum lp_phase phase)
{
	return phase != LP_PHASE_WAIT && phase != LP_PHASE_DONE;
}

#endif
