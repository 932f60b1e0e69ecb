/* step_table.c: the iterations that the program marked, and what each took. */
#include "viewer/report/reports.h"

#include <inttypes.h>

#include "viewer/model/rank_sums.h"

static void put_step(const struct lp_view *view, const struct lp_step *step, double share)
{
	fprintf(view->out, " %10.3f %10.3f", lp_view_seconds(view, step->ticks) * 1e3 / share,
		(double)step->cpu_ns / 1e6 / share);
	if (view->profile->gpu.run.state != LP_GPU_LIVE) {
		fputc('\n', view->out);
		return;
	}
	fprintf(view->out, " %10.3f %10.3f %10.3f %9.0f\n", (double)step->kernel_ns / 1e6 / share,
		(double)step->copy_ns / 1e6 / share,
		lp_view_seconds(view, step->wait_ticks) * 1e3 / share,
		(double)step->kernels / share);
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
	fprintf(view->out, "        step%s    wall ms     cpu ms", has_phases ? " phase  " : "");
	if (view->profile->gpu.run.state == LP_GPU_LIVE)
		fputs("  kernel ms    copy ms    wait ms   kernels", view->out);
	fputc('\n', view->out);
	for (uint32_t i = 0; i < count; number += lp_step_span(&steps[i]), i++)
		if (steps[i].marks > 0)
			put_row(view, &steps[i], number, has_phases);
	put_mean(view, steps, count, has_phases);
	fputc('\n', view->out);
	return LP_OK;
}
