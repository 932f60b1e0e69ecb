/* line_facts.h: what else is known of a line: how sure its time is, its branches and loops. */
#ifndef LINEPROF_VIEWER_SCREEN_LINE_FACTS_H
#define LINEPROF_VIEWER_SCREEN_LINE_FACTS_H

#include "viewer/model/branches.h"
#include "viewer/model/hints.h"
#include "viewer/model/remark_rows.h"
#include "viewer/screen/line_calls.h"
#include "viewer/screen/page.h"

/* Branches of the functions that the last line was in. Starts as all zeros. */
struct lp_line_facts {
	struct lp_remarks remarks; /* of the source */
	struct lp_hints hints;     /* of the source */
	bool has_remarks;          /* both are known */
	struct lp_branches branches;
	size_t first; /* index in lp_source_functions, plus 1; 0: of none yet */
};

/* Writes them about `line` of `source`, which has `functions`: one after the other, with
 * `separator` in between. What there is no memory for is left out. */
void lp_line_facts_write(struct lp_line_facts *facts, const struct lp_context *context,
			 const struct lp_source_functions *functions, uint32_t source,
			 uint32_t line, const char *separator, FILE *out);

void lp_line_facts_free(struct lp_line_facts *facts);

#endif
