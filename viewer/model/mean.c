/* mean.c: means of counts as text. */
#include "viewer/model/mean.h"

#include <stdio.h>

void lp_mean_format(char *out, size_t size, uint64_t sum, uint64_t count)
{
	const double mean = (double)sum / (double)count;

	snprintf(out, size, "%.*f", sum % count == 0 || mean >= 1e6 ? 0 : 1, mean);
}
