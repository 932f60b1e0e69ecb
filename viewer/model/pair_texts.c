/* pair_texts.c: aligns the texts of paired sources. */
#include "viewer/model/pair_texts.h"

#include <stdlib.h>

#include "viewer/model/align.h"
#include "viewer/model/pair_sources.h"

static enum lp_status pair_text(struct lp_comparison *comparison, uint32_t source)
{
	const uint32_t partner = comparison->sources[source];
	struct lp_paired_text *const pair = &comparison->texts[source];
	const struct lp_source_text *texts[2];

	if (lp_is_same_text(&comparison->before->sum.sources[source],
			    &comparison->after->sum.sources[partner]))
		return LP_OK;
	pair->alignment = LP_ALIGNED_POSITION;
	texts[0] = lp_source_texts_at(&comparison->before->texts, source);
	texts[1] = lp_source_texts_at(&comparison->after->texts, partner);
	if (!texts[0] || !texts[1])
		return LP_MEMORY;
	if (texts[0]->state != LP_SOURCE_SAME || texts[1]->state != LP_SOURCE_SAME)
		return LP_OK;
	pair->line_count = texts[0]->line_count;
	pair->lines = (uint32_t *)calloc(pair->line_count + 1, sizeof(*pair->lines));
	if (!pair->lines)
		return LP_MEMORY;
	pair->alignment = LP_ALIGNED_TEXTS;
	return lp_align(texts[0], texts[1], pair->lines);
}

enum lp_status lp_pair_texts(struct lp_comparison *comparison)
{
	const size_t count = comparison->before->sum.source_count;
	enum lp_status status = LP_OK;

	comparison->texts = (struct lp_paired_text *)calloc(count + 1, sizeof(*comparison->texts));
	if (!comparison->texts)
		return LP_MEMORY;
	for (uint32_t i = 0; i < count && status == LP_OK; i++)
		if (comparison->sources[i] != LP_NO_INDEX)
			status = pair_text(comparison, i);
	return status;
}

uint32_t lp_line_there(const struct lp_comparison *comparison, uint32_t source, uint32_t line)
{
	const struct lp_paired_text *const pair = &comparison->texts[source];

	if (comparison->sources[source] == LP_NO_INDEX)
		return 0;
	if (pair->alignment == LP_ALIGNED_SAME)
		return line;
	return line <= pair->line_count && pair->lines ? pair->lines[line] : 0;
}
