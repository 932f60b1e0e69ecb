/* region_table.c: the regions that the program named, as pstats shows functions. */
#include <string.h>

#include "viewer/report/reports.h"
#include "viewer/report/text.h"

static int time_width(const struct lp_view *view)
{
	return lp_view_time_width(view, 8);
}

static bool has_gpu_time(const struct lp_view *view)
{
	return view->profile->gpu.total.kernel_ns > 0;
}

/* Of kernels that were asked for in the region, and with it in regions that began in it. */
static void put_gpu_times(const struct lp_view *view, const char *region)
{
	const struct lp_gpu_region_sum *const sum = lp_gpu_region_find(&view->profile->gpu, region);

	if (has_gpu_time(view))
		fprintf(view->out, " %*.3f %*.3f", time_width(view),
			sum ? lp_view_in_unit(view, (double)sum->kernel_self_ns / 1e9) : 0,
			time_width(view),
			sum ? lp_view_in_unit(view, (double)sum->total.kernel_ns / 1e9) : 0);
}

static void put_region(const struct lp_view *view, const struct lp_region_sum *region)
{
	const double self = lp_view_time(view, region->self_ticks);
	const double total = lp_view_time(view, region->total_ticks);
	const int width = time_width(view);
	const double share = lp_view_share_pct(view, region->self_ticks);

	lp_view_begin_heat(view, share);
	fprintf(view->out, "%9llu %*.3f", (unsigned long long)region->ncalls, width, self);
	if (region->ncalls > 0)
		fprintf(view->out, " %*.3f %*.3f %*.3f", width, self / (double)region->ncalls,
			width, total, width, total / (double)region->ncalls);
	else
		fprintf(view->out, " %*s %*.3f %*s", width, "", width, total, width, "");
	put_gpu_times(view, region->name);
	lp_view_end_heat(view, share);
	fputc(' ', view->out);
	lp_text_put_string(view->out, region->name);
	if (region->open_calls > 0)
		fprintf(view->out, " (%llu not ended)", (unsigned long long)region->open_calls);
	fputc('\n', view->out);
}

/* GPU time of regions within each other in more ways than are kept apart. */
static void put_crowded(const struct lp_view *view)
{
	static const char name[] = "<other regions>";
	const struct lp_region_sums *const regions = &view->profile->regions;

	for (size_t i = 0; i < regions->count; i++)
		if (strcmp(regions->sums[i].name, name) == 0)
			return;
	if (lp_gpu_region_find(&view->profile->gpu, name))
		put_region(view, &(struct lp_region_sum){.name = name});
}

enum lp_status lp_report_regions(const struct lp_view *view)
{
	static const char *const times[] = {"tottime", "percall", "cumtime",
					    "percall", "gputime", "gpucum"};
	const struct lp_region_sums *const regions = &view->profile->regions;
	uint64_t calls = 0;

	for (size_t i = 0; i < regions->count; i++)
		calls += regions->sums[i].ncalls;
	fprintf(view->out, "         %llu calls of %zu regions in %.3f seconds\n\n",
		(unsigned long long)calls, regions->count,
		lp_view_seconds(view, view->profile->lifetime_ticks + view->profile->delay_ticks));
	if (regions->count == 0) {
		fputs("   No regions: the program calls no lineprof_region_begin(), nor NVTX\n\n",
		      view->out);
		return LP_OK;
	}
	fputs("   Ordered by: cumulative time\n", view->out);
	lp_report_unit(view);
	fputs("\n   ncalls", view->out);
	for (size_t i = 0; i < (has_gpu_time(view) ? sizeof(times) / sizeof(*times) : 4); i++)
		fprintf(view->out, " %*s", time_width(view), times[i]);
	fputs(" region\n", view->out);
	for (size_t i = 0; i < regions->count; i++)
		put_region(view, &regions->sums[i]);
	put_crowded(view);
	fputc('\n', view->out);
	return LP_OK;
}
