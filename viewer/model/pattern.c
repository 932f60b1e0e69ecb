/* pattern.c: the only file that knows PCRE2. */
#include "viewer/model/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Backtracking steps for one text: more is an expression that explodes. */
#define MOST_STEPS 1000000

struct lp_pattern {
	char *text; /* as it was given */
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *limits;
};

static void describe(struct lp_pattern_error *error, int number, size_t offset)
{
	PCRE2_UCHAR text[sizeof(error->text)];

	if (pcre2_get_error_message(number, text, sizeof(text)) < 0)
		strcpy((char *)text, "not a regular expression");
	snprintf(error->text, sizeof(error->text), "%s", (const char *)text);
	error->offset = offset;
}

enum lp_status lp_pattern_make(struct lp_pattern **pattern, const char *expression,
			       struct lp_pattern_error *error)
{
	const uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF;
	struct lp_pattern *const made = (struct lp_pattern *)calloc(1, sizeof(*made));
	PCRE2_SIZE offset = 0;
	int number = 0;

	if (!made)
		return LP_MEMORY;
	made->text = strdup(expression);
	made->code = pcre2_compile((PCRE2_SPTR)expression, PCRE2_ZERO_TERMINATED, options, &number,
				   &offset, NULL);
	if (!made->code) {
		describe(error, number, offset);
		lp_pattern_free(made);
		return LP_CORRUPT;
	}
	made->match = pcre2_match_data_create_from_pattern(made->code, NULL);
	made->limits = pcre2_match_context_create(NULL);
	if (!made->text || !made->match || !made->limits) {
		lp_pattern_free(made);
		return LP_MEMORY;
	}
	pcre2_set_match_limit(made->limits, MOST_STEPS);
	*pattern = made;
	return LP_OK;
}

bool lp_pattern_occurs(const struct lp_pattern *pattern, const char *text)
{
	return strstr(text, pattern->text) ||
	       pcre2_match(pattern->code, (PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, 0,
			   pattern->match, pattern->limits) >= 0;
}

void lp_pattern_free(struct lp_pattern *pattern)
{
	if (!pattern)
		return;
	pcre2_match_context_free(pattern->limits);
	pcre2_match_data_free(pattern->match);
	pcre2_code_free(pattern->code);
	free(pattern->text);
	free(pattern);
}
