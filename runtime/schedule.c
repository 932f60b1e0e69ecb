/* schedule.c: which of the iterations that a program marks are measured. */
#include "runtime/schedule.h"

#include <stddef.h>

static struct lp_schedule current;
static enum lp_phase phase;
static uint64_t step_count; /* since it began */

/* Decimal digits only. The text behind them; NULL: there are none, or too many. */
static const char *parse_number(const char *text, uint32_t *number)
{
	const char *at = text;
	uint64_t value = 0;

	for (; *at >= '0' && *at <= '9' && value <= LP_SCHEDULE_MOST; at++)
		value = 10 * value + (uint64_t)(*at - '0');
	if (at == text || value > LP_SCHEDULE_MOST)
		return NULL;
	*number = (uint32_t)value;
	return at;
}

bool lp_schedule_parse(const char *text, struct lp_schedule *schedule)
{
	uint32_t numbers[4] = {0};
	size_t count = 0;

	for (const char *at = text; count < 4; at++) {
		at = parse_number(at, &numbers[count++]);
		if (!at)
			return false;
		if (!*at) {
			if (count < 3 || numbers[2] == 0)
				return false;
			*schedule = (struct lp_schedule){.wait = numbers[0],
							 .warmup = numbers[1],
							 .active = numbers[2],
							 .repeat = numbers[3]};
			return true;
		}
		if (*at != ':')
			return false;
	}
	return false;
}

enum lp_phase lp_schedule_phase(const struct lp_schedule *schedule, uint64_t step)
{
	const uint64_t unmeasured = schedule->wait;
	const uint64_t early = unmeasured + schedule->warmup;
	const uint64_t cycle = early + schedule->active;

	if (schedule->repeat && step / cycle >= schedule->repeat)
		return LP_PHASE_DONE;
	if (step % cycle < unmeasured)
		return LP_PHASE_WAIT;
	return step % cycle < early ? LP_PHASE_WARMUP : LP_PHASE_ACTIVE;
}

bool lp_schedule_is_set(void)
{
	return __atomic_load_n(&current.active, __ATOMIC_ACQUIRE);
}

void lp_schedule_begin(const struct lp_schedule *schedule)
{
	current.wait = schedule->wait;
	current.warmup = schedule->warmup;
	current.repeat = schedule->repeat;
	__atomic_store_n(&current.active, schedule->active, __ATOMIC_RELEASE);
	phase = LP_PHASE_WAIT;
	step_count = 0;
}

enum lp_phase lp_schedule_now(void)
{
	return phase;
}

enum lp_phase lp_schedule_next(void)
{
	phase = lp_schedule_phase(&current, step_count++);
	return phase;
}
