/* line_facts.h: what else is known of a line: how sure its time is, its branches and loops. */
#ifndef LINEPROF_VIEWER_SCREEN_LINE_FACTS_H
#define LINEPROF_VIEWER_SCREEN_LINE_FACTS_H

#include "viewer/model/branches.h"
#include "viewer/model/hints.h"
#include "viewer/model/remark_rows.h"
#include "viewer/screen/line_calls.h"
#include "viewer/screen/page.h"

/* What is known of the lines of a source; found when it is asked for. Starts as all zeros. */
struct lp_line_facts {
	struct lp_remarks remarks;
	struct lp_hints hints;
	struct lp_branches branches; /* of all functions with code there */
	bool are_known;
};

/* Writes them about `line` of `source`, which has `code`: one after the other, with
 * `separator` in between. What there is no memory for is left out. */
void lp_line_facts_write(struct lp_line_facts *facts, const struct lp_context *context,
			 const struct lp_source_code *code, uint32_t source, uint32_t line,
			 const char *separator, FILE *out);

void lp_line_facts_free(struct lp_line_facts *facts);

#endif
