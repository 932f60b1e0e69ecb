/* region_table.c: the regions that the program named, as pstats shows functions. */
#include <string.h>

#include "viewer/report/reports.h"
#include "viewer/report/text.h"

/* What the GPU did for calls from this region, without those that began in it. */
static uint64_t kernel_ns(const struct lp_gpu_sums *gpu, const char *region)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < gpu->work_count; i++)
		if (gpu->work[i].row.kind == LP_GPU_ROW_KERNEL && gpu->work[i].region &&
		    strcmp(gpu->work[i].region, region) == 0)
			sum += gpu->work[i].row.total_ns;
	return sum;
}

static void put_region(const struct lp_view *view, const struct lp_region_sum *region)
{
	const double self = lp_view_seconds(view, region->self_ticks);
	const double total = lp_view_seconds(view, region->total_ticks);
	const double share = lp_view_share_pct(view, region->self_ticks);

	lp_view_begin_heat(view, share);
	fprintf(view->out, "%9llu %8.3f", (unsigned long long)region->ncalls, self);
	if (region->ncalls > 0)
		fprintf(view->out, " %8.3f %8.3f %8.3f", self / (double)region->ncalls, total,
			total / (double)region->ncalls);
	else
		fprintf(view->out, " %8s %8.3f %8s", "", total, "");
	if (view->profile->gpu.total.kernel_ns > 0)
		fprintf(view->out, " %8.3f",
			(double)kernel_ns(&view->profile->gpu, region->name) / 1e9);
	lp_view_end_heat(view, share);
	fputc(' ', view->out);
	lp_text_put_string(view->out, region->name);
	if (region->open_calls > 0)
		fprintf(view->out, " (%llu not ended)", (unsigned long long)region->open_calls);
	fputc('\n', view->out);
}

enum lp_status lp_report_regions(const struct lp_view *view)
{
	const struct lp_region_sums *const regions = &view->profile->regions;
	uint64_t calls = 0;

	for (size_t i = 0; i < regions->count; i++)
		calls += regions->sums[i].ncalls;
	fprintf(view->out, "         %llu calls of %zu regions in %.3f seconds\n\n",
		(unsigned long long)calls, regions->count,
		lp_view_seconds(view, view->profile->lifetime_ticks + view->profile->delay_ticks));
	if (regions->count == 0) {
		fputs("   No regions: the program calls no lineprof_region_begin()\n\n", view->out);
		return LP_OK;
	}
	fputs("   Ordered by: cumulative time\n\n"
	      "   ncalls  tottime  percall  cumtime  percall",
	      view->out);
	fputs(view->profile->gpu.total.kernel_ns > 0 ? "  gputime region\n" : " region\n",
	      view->out);
	for (size_t i = 0; i < regions->count; i++)
		put_region(view, &regions->sums[i]);
	fputc('\n', view->out);
	return LP_OK;
}
