/* periods.c: sampling periods that nothing keeps in step with. */
#include "runtime/periods.h"

#include "runtime/clock.h"

/* The golden ratio's fraction, of 2^32. */
#define STEP UINT32_C(0x9e3779b9)

uint64_t lp_periods_next(struct lp_periods *periods, uint64_t mean)
{
	const uint64_t spread = mean / LP_PERIODS_SPREAD_PART;
	uint64_t shift;

	if (!periods->is_second)
		periods->place += STEP;
	periods->is_second = !periods->is_second;
	shift = lp_clock_scaled(spread, UINT64_C(2) * periods->place, UINT32_MAX);
	return periods->is_second ? mean - spread + shift : mean + spread - shift;
}
