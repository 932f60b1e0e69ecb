/* counted_share.c: shares of exact numbers, in percent. */
#include "viewer/counted_share.h"

#include <stdio.h>

void lp_format_counted_share(char *out, size_t size, uint64_t count, uint64_t whole)
{
	const double share = 100 * (double)count / (double)whole;

	if (count > 0 && share < 0.005)
		snprintf(out, size, "<0.01");
	else if (count < whole && share > 99.995)
		snprintf(out, size, ">99.99");
	else
		snprintf(out, size, "%.2f", share);
}
