/* governor.c: how often samples may be taken, so that they cost little. */
#include "runtime/governor.h"

/* Enough for one slow sample, as the first ones are, not to decide. */
enum { SAMPLES_JUDGED = 65 };

unsigned lp_governor_multiple(uint64_t cost_ns, uint64_t base_ns, unsigned most)
{
	for (unsigned multiple = 1; multiple <= most; multiple *= 2)
		if (cost_ns * LP_GOVERNOR_COST_PARTS <= multiple * base_ns)
			return multiple;
	return 0;
}

bool lp_governor_add(struct lp_governor *governor, uint64_t cost_ns, uint64_t cpu_ns)
{
	bool is_over;

	if (governor->samples)
		governor->cost_ns += cost_ns;
	else
		governor->begin_cpu_ns = cpu_ns;
	if (++governor->samples < SAMPLES_JUDGED)
		return false;
	is_over = governor->cost_ns * LP_GOVERNOR_COST_PARTS > cpu_ns - governor->begin_cpu_ns;
	*governor = (struct lp_governor){.samples = 0};
	return is_over;
}
