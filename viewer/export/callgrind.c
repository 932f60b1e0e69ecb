/*
 * callgrind.c: functions, lines and calls as Callgrind writes them.
 *
 * Events are ns and hits. A line of cost is what the line took itself; a call stands on
 * the line that made it, with the ns below it: those of the edge from caller to callee,
 * shared out over the lines by their calls. Callgrind knows no time without a line: such
 * time stands on the function's first one. Code that is not instrumented and calls back is a
 * function for each that calls it, or what it calls would be below nobody.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"
#include "viewer/model/edge_sites.h"
#include "viewer/model/foreign_calls.h"
#include "viewer/model/shares.h"

struct writer {
	const struct lp_view *view;
	struct lp_edge_sites sites;
	struct lp_foreign_calls foreign;
	uint32_t *edges;    /* of the profile, sorted by caller */
	bool *files_told;   /* by source, then that of what has none: its name was written */
	bool *names_told;   /* by function */
	bool *foreign_told; /* the same of what it calls that is not instrumented */
	uint64_t ticks;   /* of all cost lines that are no calls */
	uint64_t hits;
};

/* A name is written once; from then on its number stands for it. */
static void put_name(const struct writer *writer, const char *key, uint32_t number, bool *told,
		     const char *name)
{
	fprintf(writer->view->out, "%s=(%" PRIu32 ")", key, number + 1);
	if (!told[number]) {
		fputc(' ', writer->view->out);
		lp_export_line(writer->view->out, name);
	}
	told[number] = true;
	fputc('\n', writer->view->out);
}

/* `source` may be their number: then of what has none. */
static void put_file(const struct writer *writer, const char *key, uint32_t source)
{
	const struct lp_profile *const profile = writer->view->profile;

	put_name(writer, key, source, writer->files_told,
		 source < profile->source_count ? profile->sources[source].path : "???");
}

/* The code that is not instrumented and is called by a function: numbered behind the functions, and
 * the probes. */
static void put_foreign_name(const struct writer *writer, const char *key, uint32_t caller)
{
	const struct lp_profile *const profile = writer->view->profile;

	fprintf(writer->view->out, "%s=(%zu)", key, profile->function_count + 2 + caller);
	if (!writer->foreign_told[caller]) {
		fputs(" <not instrumented, below ", writer->view->out);
		lp_export_line(writer->view->out, profile->functions[caller].name);
		fputc('>', writer->view->out);
	}
	writer->foreign_told[caller] = true;
	fputc('\n', writer->view->out);
}

static void put_function_name(const struct writer *writer, const char *key, uint32_t number)
{
	put_name(writer, key, number, writer->names_told,
		 writer->view->profile->functions[number].name);
}

static void put_cost(struct writer *writer, uint32_t line, uint64_t ticks, uint64_t hits)
{
	writer->ticks += ticks;
	writer->hits += hits;
	fprintf(writer->view->out, "%" PRIu32 " %" PRIu64 " %" PRIu64 "\n", line,
		lp_export_ns(writer->view, ticks), hits);
}

static void put_call(struct writer *writer, const struct lp_call_edge *edge, uint32_t line,
		     uint64_t calls, uint64_t ticks)
{
	const struct lp_function *const callee = &writer->view->profile->functions[edge->callee];

	put_file(writer, "cfi", callee->source);
	put_function_name(writer, "cfn", edge->callee);
	fprintf(writer->view->out, "calls=%" PRIu64 " %" PRIu32 "\n%" PRIu32 " %" PRIu64 " 0\n",
		calls, callee->line, line, lp_export_ns(writer->view, ticks));
}

/* Whether lines of that file are to be written. */
static bool has_source(const struct writer *writer, uint32_t source)
{
	return lp_filter_has_file(writer->view->filter,
				  writer->view->profile->sources[source].path);
}

/* Where `caller` calls what no call of its names: the first call through a pointer that was
 * made; else its head. */
static struct lp_call_site unnamed_site(const struct lp_profile *profile,
					const struct lp_function *caller)
{
	const struct lp_call_site *const sites = &profile->call_sites[caller->first_site];

	for (uint32_t i = 0; i < caller->site_count; i++)
		if (!sites[i].is_direct && sites[i].count > 0)
			return sites[i];
	return (struct lp_call_site){.source = caller->source, .line = caller->line};
}

/* The calls of one function by another, line by line; those that no call names, at `other`. */
static void put_edge(struct writer *writer, const struct lp_call_site *other,
		     const struct lp_call_edge *edge, uint32_t *source)
{
	const struct lp_call_site *const all_sites = writer->view->profile->call_sites;
	size_t count;
	const uint32_t *const sites =
	    lp_edge_sites_of(&writer->sites, edge->caller, edge->callee, &count);
	uint64_t named = 0;
	uint64_t before = 0;
	uint64_t all;

	for (size_t i = 0; i < count; i++)
		named += all_sites[sites[i]].count;
	all = named > edge->ncalls ? named : edge->ncalls;
	for (size_t i = 0; i < count; i++) {
		const struct lp_call_site *const site = &all_sites[sites[i]];

		if (has_source(writer, site->source)) {
			if (site->source != *source)
				put_file(writer, "fi", *source = site->source);
			put_call(writer, edge, site->line, site->count,
				 lp_share(edge->total_ticks, before, site->count, all));
		}
		before += site->count;
	}
	if ((named > 0 && named == all) || !has_source(writer, other->source))
		return;
	if (other->source != *source)
		put_file(writer, "fi", *source = other->source);
	put_call(writer, edge, other->line, all - named,
		 all > 0 ? lp_share(edge->total_ticks, before, all - named, all)
			 : edge->total_ticks);
}

/* How often the caller calls what is not instrumented from the line; once at least, as it did. */
static uint64_t foreign_count(const struct lp_profile *profile, const struct lp_foreign_call *call,
			      const struct lp_call_site *place)
{
	const struct lp_function *const caller = &profile->functions[call->caller];
	uint64_t count = 0;

	for (uint32_t i = 0; i < caller->site_count; i++) {
		const struct lp_call_site *const site =
		    &profile->call_sites[caller->first_site + i];

		if (site->callee == LP_NO_INDEX && site->source == place->source &&
		    site->line == place->line)
			count += site->count;
	}
	return count > 0 ? count : 1;
}

/* The line of such a call; where it is not known, the caller's head. */
static struct lp_call_site foreign_site(const struct lp_profile *profile,
					const struct lp_foreign_call *call)
{
	const struct lp_function *const caller = &profile->functions[call->caller];
	struct lp_call_site site = {.source = caller->source, .line = caller->line};

	if (call->line != LP_NO_INDEX) {
		site.source = profile->lines[call->line].source;
		site.line = profile->lines[call->line].line;
	}
	return site;
}

/* The calls by a function of code that is not instrumented and calls back: one a line. */
static void put_foreign_calls(struct writer *writer, uint32_t number, uint32_t *source)
{
	const struct lp_profile *const profile = writer->view->profile;
	size_t count;
	const struct lp_foreign_call *const calls =
	    lp_foreign_calls_of(&writer->foreign, number, &count);

	for (size_t i = 0, end; i < count; i = end) {
		const struct lp_call_site site = foreign_site(profile, &calls[i]);
		uint64_t ticks = 0;

		for (end = i; end < count && calls[end].line == calls[i].line; end++)
			ticks += calls[end].ticks;
		if (!has_source(writer, site.source))
			continue;
		if (site.source != *source)
			put_file(writer, "fi", *source = site.source);
		put_file(writer, "cfi", (uint32_t)profile->source_count);
		put_foreign_name(writer, "cfn", number);
		fprintf(writer->view->out, "calls=%" PRIu64 " 0\n%" PRIu32 " %" PRIu64 " 0\n",
			foreign_count(profile, &calls[i], &site), site.line,
			lp_export_ns(writer->view, ticks));
	}
}

/* What that code calls. */
static void put_foreign(struct writer *writer, uint32_t number)
{
	size_t count;
	const struct lp_foreign_call *const calls =
	    lp_foreign_calls_of(&writer->foreign, number, &count);

	if (count == 0)
		return;
	put_file(writer, "fl", (uint32_t)writer->view->profile->source_count);
	put_foreign_name(writer, "fn", number);
	for (size_t i = 0; i < count; i++)
		if (has_source(writer, foreign_site(writer->view->profile, &calls[i]).source))
			put_call(writer, &(struct lp_call_edge){.callee = calls[i].callee}, 0,
				 calls[i].ncalls, calls[i].ticks);
	fputc('\n', writer->view->out);
}

static void put_function(struct writer *writer, uint32_t number, const uint32_t *edges,
			 size_t edge_count)
{
	const struct lp_profile *const profile = writer->view->profile;
	const struct lp_function *const function = &profile->functions[number];
	const struct lp_call_site other = unnamed_site(profile, function);
	uint32_t source = function->source;

	put_file(writer, "fl", source);
	put_function_name(writer, "fn", number);
	if (has_source(writer, source))
		put_cost(writer, function->line, function->wait_ticks + function->unplaced_ticks,
			 0);
	for (uint32_t i = 0; i < function->line_count; i++) {
		const struct lp_function_line *const row =
		    &profile->function_lines[function->first_line + i];
		const struct lp_line *const line = &profile->lines[row->line];

		if (!has_source(writer, line->source))
			continue;
		if (line->source != source)
			put_file(writer, "fi", source = line->source);
		put_cost(writer, line->line, row->self_ticks, row->hits);
	}
	for (size_t i = 0; i < edge_count; i++)
		put_edge(writer, &other, &profile->call_edges[edges[i]], &source);
	put_foreign_calls(writer, number, &source);
	fputc('\n', writer->view->out);
	put_foreign(writer, number);
}

/* Below functions there is the cost of probes, which without this would be in no cost line. */
static void put_probes(struct writer *writer)
{
	const struct lp_profile *const profile = writer->view->profile;

	if (profile->probe_ticks == 0 ||
	    writer->view->filter->function_count + writer->view->filter->file_count > 0)
		return;
	put_file(writer, "fl", (uint32_t)profile->source_count);
	fprintf(writer->view->out, "fn=(%zu) <lineprof's own probes>\n",
		profile->function_count + 1);
	put_cost(writer, 0, profile->probe_ticks, 0);
	fputc('\n', writer->view->out);
}

static int by_caller(const void *left, const void *right, void *data)
{
	const struct lp_call_edge *const edges = (const struct lp_call_edge *)data;
	const uint32_t a = *(const uint32_t *)left;
	const uint32_t b = *(const uint32_t *)right;

	if (edges[a].caller != edges[b].caller)
		return edges[a].caller < edges[b].caller ? -1 : 1;
	return (a > b) - (a < b);
}

/* Sorts the edges between two functions; returns their number. */
static size_t sort_edges(const struct lp_profile *profile, uint32_t *edges)
{
	size_t count = 0;

	for (size_t i = 0; i < profile->call_edge_count; i++)
		if (profile->call_edges[i].caller != LP_NO_INDEX &&
		    profile->call_edges[i].callee != LP_NO_INDEX)
			edges[count++] = (uint32_t)i;
	qsort_r(edges, count, sizeof(*edges), by_caller, profile->call_edges);
	return count;
}

/* The first of the edges whose caller is `caller` or a later one. */
static size_t first_edge(const struct writer *writer, size_t count, uint32_t caller)
{
	const struct lp_call_edge *const edges = writer->view->profile->call_edges;
	size_t low = 0;

	while (low < count) {
		const size_t middle = low + (count - low) / 2;

		if (edges[writer->edges[middle]].caller < caller)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

static void put_head(const struct lp_view *view)
{
	fputs("# callgrind format\nversion: 1\ncreator: lineprof\ncmd:", view->out);
	for (size_t i = 0; i < view->profile->argument_count; i++) {
		fputc(' ', view->out);
		lp_export_line(view->out, view->profile->arguments[i]);
	}
	fputs("\npositions: line\nevent: ns : ns in the line\nevent: Hits : passes of the line\n"
	      "events: ns Hits\n\n",
	      view->out);
}

static enum lp_status put_all(struct writer *writer)
{
	const struct lp_view *const view = writer->view;
	const size_t edge_count = sort_edges(view->profile, writer->edges);
	size_t count = 0;
	uint32_t *const numbers = lp_view_functions_with_lines(view, &count);

	if (!numbers)
		return LP_MEMORY;
	put_head(view);
	for (size_t i = 0; i < count; i++) {
		const size_t first = first_edge(writer, edge_count, numbers[i]);
		const size_t end = first_edge(writer, edge_count, numbers[i] + 1);

		put_function(writer, numbers[i], writer->edges + first, end - first);
	}
	put_probes(writer);
	fprintf(view->out, "totals: %" PRIu64 " %" PRIu64 "\n", lp_export_ns(view, writer->ticks),
		writer->hits);
	free(numbers);
	return LP_OK;
}

enum lp_status lp_export_callgrind(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	struct writer writer = {
	    .view = view,
	    .edges = (uint32_t *)calloc(profile->call_edge_count + 1, sizeof(uint32_t)),
	    .files_told = (bool *)calloc(profile->source_count + 1, sizeof(bool)),
	    .names_told = (bool *)calloc(profile->function_count + 1, sizeof(bool)),
	    .foreign_told = (bool *)calloc(profile->function_count + 1, sizeof(bool)),
	};
	enum lp_status status = LP_MEMORY;

	if (writer.edges && writer.files_told && writer.names_told && writer.foreign_told &&
	    lp_edge_sites_make(&writer.sites, profile) == LP_OK &&
	    lp_foreign_calls_find(&writer.foreign, profile) == LP_OK)
		status = put_all(&writer);
	lp_edge_sites_free(&writer.sites);
	lp_foreign_calls_free(&writer.foreign);
	free(writer.edges);
	free(writer.files_told);
	free(writer.names_told);
	free(writer.foreign_told);
	return status;
}
