/* confidence.c: how far off times by samples may be. */
#include <math.h>

#include "viewer/model/profile.h"

double lp_profile_samples_per_independent(const struct lp_profile *profile)
{
	const struct lp_info *const info = &profile->info;

	return info->sample_squares > info->samples_taken && info->samples_taken > 0
		   ? (double)info->sample_squares / (double)info->samples_taken
		   : 1;
}

double lp_profile_independent_samples(const struct lp_profile *profile)
{
	const double all = fmin((double)profile->sample_count, 0x1p63); /* an integer, too */

	return fmax(all / lp_profile_samples_per_independent(profile), fmin(all, 1));
}

bool lp_profile_is_overweight(const struct lp_profile *profile)
{
	return lp_profile_independent_samples(profile) < 0.9 * (double)profile->sample_count;
}

/* What functions ran on CPUs, by their clocks; of which it is not known, nothing. */
static double clocked_ns(const struct lp_profile *profile)
{
	struct lp_section_at at = {0};
	double ticks = 0;

	while (lp_reader_next(&profile->reader, &at)) {
		const uint64_t *const off_cpu = at.kind == LP_SECT_CLOCKS
						    ? lp_section_clock_array(&at, LP_CLOCK_OFF_CPU)
						    : NULL;

		for (uint64_t i = 0; off_cpu && i < lp_section_clocks(&at)->count; i++)
			ticks +=
			    (double)lp_section_clock_values(&at)[i].self_ticks - (double)off_cpu[i];
	}
	return ticks * 1e9 / (double)profile->info.ticks_per_second;
}

bool lp_profile_lacks_samples(const struct lp_profile *profile)
{
	const struct lp_info *const info = &profile->info;
	const double expected = info->engine == LP_ENGINE_NONE || info->sample_period_ns == 0 ||
					info->samples_lost > 0 || info->flags & LP_INFO_UNSAMPLED
				    ? 0
				    : clocked_ns(profile) / (double)info->sample_period_ns;

	return expected >= 100 && (double)profile->sample_count < expected / 20;
}

double lp_profile_confidence_ticks(const struct lp_profile *profile, uint64_t samples)
{
	const double z = 1.96;
	const double all = lp_profile_independent_samples(profile);
	double share, spread, off_centre;

	if (profile->sample_count == 0)
		return 0;
	share = fmin((double)samples / (double)profile->sample_count, 1);
	spread = z / (1 + z * z / all) * sqrt(share * (1 - share) / all + z * z / (4 * all * all));
	off_centre = fabs((share + z * z / (2 * all)) / (1 + z * z / all) - share);
	return (spread + off_centre) * (double)profile->sampled_ticks;
}
