/* filter.c: decides what is shown. */
#include "viewer/model/filter.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum lp_status lp_filter_add_function(struct lp_filter *filter, const char *expression,
				      struct lp_pattern_error *error)
{
	const size_t at = filter->function_count;
	enum lp_status status;

	if (at == LP_FILTER_MOST)
		return LP_MEMORY;
	status = lp_pattern_make(&filter->functions[at], expression, error);
	if (status == LP_OK)
		filter->function_texts[filter->function_count++] = expression;
	return status;
}

enum lp_status lp_filter_add_file(struct lp_filter *filter, const char *glob)
{
	if (filter->file_count == LP_FILTER_MOST)
		return LP_MEMORY;
	filter->files[filter->file_count++] = glob;
	return LP_OK;
}

/* Whether all of `text` is a number without sign; `*value` is it. */
static bool is_number(const char *text, double *value)
{
	char *end;

	if (text[strspn(text, "0123456789.")] || !strpbrk(text, "0123456789"))
		return false;
	*value = strtod(text, &end);
	return *end == '\0';
}

enum lp_status lp_filter_add_count(struct lp_filter *filter, size_t count, const char *text)
{
	if (filter->restriction_count == LP_FILTER_MOST)
		return LP_MEMORY;
	filter->restrictions[filter->restriction_count++] =
	    (struct lp_restriction){.kind = LP_RESTRICTION_COUNT, .text = text, .count = count};
	return LP_OK;
}

enum lp_status lp_filter_add_restriction(struct lp_filter *filter, const char *text,
					 struct lp_pattern_error *error)
{
	struct lp_restriction made = {.kind = LP_RESTRICTION_PATTERN, .text = text};
	enum lp_status status = LP_OK;

	if (filter->restriction_count == LP_FILTER_MOST)
		return LP_MEMORY;
	if (!is_number(text, &made.fraction)) {
		status = lp_pattern_make(&made.pattern, text, error);
	} else if (!strchr(text, '.')) {
		made.kind = LP_RESTRICTION_COUNT;
		made.count = strtoul(text, NULL, 10);
	} else if (made.fraction < 1) {
		made.kind = LP_RESTRICTION_FRACTION;
	} else {
		strcpy(error->text, "a fraction must be below 1");
		error->offset = SIZE_MAX;
		return LP_CORRUPT;
	}
	if (status == LP_OK)
		filter->restrictions[filter->restriction_count++] = made;
	return status;
}

bool lp_filter_is_set(const struct lp_filter *filter)
{
	return filter->function_count + filter->file_count + filter->restriction_count > 0;
}

/* Whether the glob fits the path, or what is behind one of its slashes. */
static bool fits(const char *glob, const char *path)
{
	const char *const last = strrchr(path, '/');

	if (!strchr(glob, '/'))
		return fnmatch(glob, last ? last + 1 : path, 0) == 0;
	for (const char *at = path; at; at = strchr(at, '/')) {
		if (fnmatch(glob, at, 0) == 0)
			return true;
		at += *at == '/';
		if (fnmatch(glob, at, 0) == 0)
			return true;
	}
	return false;
}

bool lp_filter_has_file(const struct lp_filter *filter, const char *path)
{
	for (size_t i = 0; i < filter->file_count; i++)
		if (fits(filter->files[i], path))
			return true;
	return filter->file_count == 0;
}

static bool has_name(const struct lp_filter *filter, const char *name)
{
	for (size_t i = 0; i < filter->function_count; i++)
		if (lp_pattern_occurs(filter->functions[i], name))
			return true;
	return filter->function_count == 0;
}

bool lp_filter_has_function(const struct lp_filter *filter, const struct lp_profile *profile,
			    const struct lp_function *function)
{
	return has_name(filter, function->name) &&
	       lp_filter_has_file(filter, profile->sources[function->source].path);
}

bool lp_filter_has_part(const struct lp_filter *filter, const struct lp_profile *profile,
			const struct lp_function *function, uint32_t source)
{
	return has_name(filter, function->name) &&
	       (lp_filter_has_file(filter, profile->sources[function->source].path) ||
		lp_filter_has_file(filter, profile->sources[source].path));
}

bool lp_filter_has_lines_of(const struct lp_filter *filter, const struct lp_profile *profile,
			    const struct lp_function *function)
{
	uint32_t source = function->source;

	if (!has_name(filter, function->name))
		return false;
	if (lp_filter_has_file(filter, profile->sources[source].path))
		return true;
	for (uint32_t i = 0; i < function->line_count; i++) {
		const uint32_t number = profile->function_lines[function->first_line + i].line;

		if (profile->lines[number].source == source)
			continue;
		source = profile->lines[number].source;
		if (lp_filter_has_file(filter, profile->sources[source].path))
			return true;
	}
	return false;
}

bool lp_filter_leaves_any(const struct lp_filter *filter, const struct lp_profile *profile)
{
	bool is_left = false;

	/* A header whose functions are all inlined has lines, and none of its own. */
	for (size_t i = 0; !is_left && !filter->function_count && i < profile->source_count; i++)
		is_left = lp_filter_has_file(filter, profile->sources[i].path);
	for (size_t i = 0; !is_left && i < profile->function_count; i++)
		is_left = lp_filter_has_function(filter, profile, &profile->functions[i]);
	return is_left;
}

void lp_filter_mark_lines(const struct lp_filter *filter, const struct lp_profile *profile,
			  bool *marks)
{
	for (size_t i = 0; i < profile->line_count; i++)
		marks[i] = filter->function_count == 0;
	for (size_t i = 0; filter->function_count > 0 && i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];

		if (!has_name(filter, function->name))
			continue;
		for (uint32_t k = 0; k < function->line_count; k++)
			marks[profile->function_lines[function->first_line + k].line] = true;
	}
	for (size_t i = 0; filter->file_count > 0 && i < profile->line_count; i++)
		marks[i] = marks[i] && lp_filter_has_file(
					   filter, profile->sources[profile->lines[i].source].path);
}

/* Whether a name of the row has the pattern. */
static enum lp_status has_pattern(const struct lp_pattern *pattern, uint32_t row,
				  lp_filter_names *names, const void *data, bool *is_found)
{
	char *name;

	*is_found = false;
	for (size_t which = 0; !*is_found; which++) {
		const enum lp_status status = names(data, row, which, &name);

		if (status != LP_OK || !name)
			return status;
		*is_found = lp_pattern_occurs(pattern, name);
		free(name);
	}
	return LP_OK;
}

/* Those of `rows` that have the pattern. */
static enum lp_status keep_named(const struct lp_pattern *pattern, uint32_t *rows, size_t *count,
				 lp_filter_names *names, const void *data)
{
	size_t kept = 0;

	for (size_t i = 0; i < *count; i++) {
		bool is_found;
		const enum lp_status status = has_pattern(pattern, rows[i], names, data, &is_found);

		if (status != LP_OK)
			return status;
		if (is_found)
			rows[kept++] = rows[i];
	}
	*count = kept;
	return LP_OK;
}

enum lp_status lp_filter_restrict_any(struct lp_filter *filter, uint32_t *rows, size_t *count,
				      lp_filter_names *names, const void *data)
{
	for (size_t i = 0; i < filter->restriction_count; i++) {
		struct lp_restriction *const at = &filter->restrictions[i];
		enum lp_status status = LP_OK;
		size_t most = *count;

		at->before = *count;
		if (at->kind == LP_RESTRICTION_PATTERN)
			status = keep_named(at->pattern, rows, count, names, data);
		else if (at->kind == LP_RESTRICTION_COUNT)
			most = at->count;
		else
			most = (size_t)((double)*count * at->fraction + 0.5);
		if (status != LP_OK)
			return status;
		if (*count > most)
			*count = most;
		at->after = *count;
	}
	return LP_OK;
}

/* Rows that have a name each. */
struct named {
	char *(*name_of)(const void *data, uint32_t row);
	const void *data;
};

static enum lp_status only_name(const void *data, uint32_t row, size_t which, char **name)
{
	const struct named *const named = (const struct named *)data;

	*name = which == 0 ? named->name_of(named->data, row) : NULL;
	return *name || which > 0 ? LP_OK : LP_MEMORY;
}

enum lp_status lp_filter_restrict(struct lp_filter *filter, uint32_t *rows, size_t *count,
				  char *(*name_of)(const void *data, uint32_t row),
				  const void *data)
{
	const struct named named = {name_of, data};

	return lp_filter_restrict_any(filter, rows, count, only_name, &named);
}

void lp_filter_free(struct lp_filter *filter)
{
	for (size_t i = 0; i < filter->function_count; i++)
		lp_pattern_free(filter->functions[i]);
	for (size_t i = 0; i < filter->restriction_count; i++)
		lp_pattern_free(filter->restrictions[i].pattern);
	memset(filter, 0, sizeof(*filter));
}
