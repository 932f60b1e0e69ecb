/* step_table.c: the iterations that the program marked, and what each took. */
#include "viewer/report/reports.h"

#include <inttypes.h>

#include "viewer/model/rank_sums.h"

/* Steps are short: their own unit is a millisecond. */
static double time_of(const struct lp_view *view, double seconds)
{
	return view->table_unit_seconds > 0 ? lp_view_in_unit(view, seconds) : seconds * 1e3;
}

static int time_width(const struct lp_view *view)
{
	const double seconds = lp_view_seconds(view, view->profile->lifetime_ticks);
	const int width = snprintf(NULL, 0, "%.3f", time_of(view, seconds));

	return width > 10 ? width : 10;
}

static void put_time(const struct lp_view *view, double seconds)
{
	fprintf(view->out, " %*.3f", time_width(view), time_of(view, seconds));
}

static void put_step(const struct lp_view *view, const struct lp_step *step, double share)
{
	put_time(view, lp_view_seconds(view, step->ticks) / share);
	put_time(view, (double)step->cpu_ns / 1e9 / share);
	if (view->profile->gpu.run.state == LP_GPU_LIVE) {
		put_time(view, (double)step->kernel_ns / 1e9 / share);
		put_time(view, (double)step->copy_ns / 1e9 / share);
		put_time(view, lp_view_seconds(view, step->wait_ticks) / share);
		fprintf(view->out, " %9.0f", (double)step->kernels / share);
	}
	fputc('\n', view->out);
}

static void put_titles(const struct lp_view *view, bool has_phases)
{
	static const char *const times[] = {"wall", "cpu", "kernel", "copy", "wait"};
	const bool has_gpu = view->profile->gpu.run.state == LP_GPU_LIVE;

	lp_report_unit(view);
	fprintf(view->out, "        step%s", has_phases ? " phase  " : "");
	for (size_t i = 0; i < (has_gpu ? sizeof(times) / sizeof(*times) : 2); i++)
		lp_report_time_title(view, times[i], " ms", time_width(view));
	fputs(has_gpu ? "   kernels\n" : "\n", view->out);
}

/* `number`: of the row's first step. */
static void put_row(const struct lp_view *view, const struct lp_step *step, uint64_t number,
		    bool has_phases)
{
	char which[48];

	if (number == 0)
		snprintf(which, sizeof which, "before");
	else if (step->marks > 1)
		snprintf(which, sizeof which, "%" PRIu64 "-%" PRIu64, number,
			 number + step->marks - 1);
	else
		snprintf(which, sizeof which, "%" PRIu64, number);
	fprintf(view->out, "%12s", which);
	if (has_phases)
		fprintf(view->out, " %-7s", lp_step_phase(step));
	put_step(view, step, 1);
}

static bool any_phase(const struct lp_step *steps, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (steps[i].marks > 0 && steps[i].phase != LP_PHASE_NONE)
			return true;
	return false;
}

static bool is_in_mean(const struct lp_step *step)
{
	return step->phase == LP_PHASE_NONE || step->phase == LP_PHASE_ACTIVE;
}

/* Of all but what was before the first mark, and what a schedule leaves out. */
static void put_mean(const struct lp_view *view, const struct lp_step *steps, uint32_t count,
		     bool has_phases)
{
	struct lp_step sum = {0};
	uint64_t marks = 0;

	for (uint32_t i = 1; i < count; i++) {
		if (!is_in_mean(&steps[i]))
			continue;
		marks += steps[i].marks;
		sum.ticks += steps[i].ticks;
		sum.cpu_ns += steps[i].cpu_ns;
		sum.wait_ticks += steps[i].wait_ticks;
		sum.kernel_ns += steps[i].kernel_ns;
		sum.copy_ns += steps[i].copy_ns;
		sum.kernels += steps[i].kernels;
	}
	if (marks == 0)
		return;
	fprintf(view->out, "%12s%s", "mean", has_phases ? " active " : "");
	put_step(view, &sum, (double)marks);
}

/* Whether it is of several profiles, summed up here or merged before. */
static bool is_sum(const struct lp_profile *profile)
{
	return profile->run_count > 1 || lp_rank_table_of(profile).rank_count > 0;
}

enum lp_status lp_report_steps(const struct lp_view *view)
{
	uint32_t count = 0;
	const struct lp_step *const steps = lp_profile_steps(view->profile, &count);
	const bool has_phases = steps && any_phase(steps, count);
	uint64_t number = 0;

	if (!steps || count == 0) {
		fputs(is_sum(view->profile)
			  ? "No steps: sums and merged profiles keep none; look at each profile\n\n"
			  : "No steps: the program does not call lineprof_step()\n\n",
		      view->out);
		return LP_OK;
	}
	put_titles(view, has_phases);
	for (uint32_t i = 0; i < count; number += lp_step_span(&steps[i]), i++)
		if (steps[i].marks > 0)
			put_row(view, &steps[i], number, has_phases);
	put_mean(view, steps, count, has_phases);
	fputc('\n', view->out);
	return LP_OK;
}
