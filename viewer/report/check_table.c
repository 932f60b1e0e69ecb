/* check_table.c: whether the profile keeps what lineprof promises. */
#include "viewer/model/invariants.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

enum lp_status lp_report_check(const struct lp_view *view)
{
	static const char *const words[] = {
	    [LP_HOLDS] = "holds ", [LP_BROKEN] = "BROKEN", [LP_UNTOLD] = "untold"};
	struct lp_check check;
	const enum lp_status status = lp_check_profile(view->profile, &check);

	if (status != LP_OK)
		return status;
	for (int i = 0; i < LP_INVARIANT_COUNT; i++) {
		fprintf(view->out, "%s  %s", words[check.findings[i]],
			lp_invariant_text((enum lp_invariant)i));
		if (*check.details[i]) {
			fputs(": ", view->out);
			lp_text_put_string(view->out, check.details[i]);
		}
		fputc('\n', view->out);
	}
	return check.broken_count > 0 ? LP_CONTRADICTORY : LP_OK;
}
