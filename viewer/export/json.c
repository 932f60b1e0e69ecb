/* json.c: writes a profile as JSON. */
#include "viewer/export/json.h"

#include <inttypes.h>
#include <stdlib.h>

#include "viewer/export/json_flow.h"
#include "viewer/export/json_gpu.h"
#include "viewer/export/json_hints.h"
#include "viewer/export/json_paths.h"
#include "viewer/export/json_ranks.h"
#include "viewer/export/json_remarks.h"
#include "viewer/model/file_sums.h"

static void put_texts(struct lp_json *json, const char *name, const char *const *texts,
		      size_t count)
{
	lp_json_open(json, name, '[');
	for (size_t i = 0; i < count; i++)
		lp_json_text(json, NULL, texts[i]);
	lp_json_close(json, ']');
}

static void put_run(struct lp_json *json)
{
	static const char *const engines[] = {
#define LP_ENGINE_NAME(name, text, what) [LP_ENGINE_##name] = text,
	    LP_ENGINE_LIST(LP_ENGINE_NAME)
#undef LP_ENGINE_NAME
	};
	const struct lp_profile *const profile = json->profile;
	const struct lp_info *const info = &profile->info;

	lp_json_open(json, "run", '{');
	lp_json_text(json, "program", profile->program);
	if (profile->program_count > 1)
		put_texts(json, "programs", profile->programs, profile->program_count);
	put_texts(json, "command", profile->arguments, profile->argument_count);
	lp_json_text(json, "directory", profile->cwd);
	lp_json_text(json, "host", profile->host);
	lp_json_number(json, "pid", profile->reader.header->pid);
	lp_json_rank(json, profile->reader.header->rank);
	lp_json_number(json, "start_unix_ns", profile->reader.header->start_unix_ns);
	lp_json_bool(json, "finished", profile->reader.header->state == LP_FILE_FINISHED);
	lp_json_bool(json, "forked", info->flags & LP_INFO_FORKED);
	lp_json_begin(json, "exit_status");
	fprintf(json->out, "%" PRId32, info->exit_status);
	lp_json_ticks(json, "wall_ns",
		      info->end_ticks > info->start_ticks ? info->end_ticks - info->start_ticks
							  : 0);
	lp_json_number(json, "cpu_ns", info->cpu_ns);
	lp_json_ticks(json, "paused_ns", info->paused_ticks);
	lp_json_bool(json, "stopped", info->flags & LP_INFO_STOPPED);
	lp_json_text(json, "engine",
		     info->engine < LP_ENGINE_COUNT ? engines[info->engine] : "unknown");
	lp_json_text(json, "engine_note", profile->engine_note);
	lp_json_number(json, "sample_period_ns", info->sample_period_ns);
	lp_json_number(json, "samples", profile->sample_count);
	lp_json_number(json, "independent_samples",
		       (uint64_t)lp_profile_independent_samples(profile));
	lp_json_number(json, "samples_taken", info->samples_taken);
	lp_json_number(json, "samples_lost", info->samples_lost);
	lp_json_number(json, "kernel_samples", info->kernel_samples);
	lp_json_number(json, "deep_samples", info->deep_samples);
	lp_json_number(json, "crowded_samples", info->crowded_samples);
	lp_json_number(json, "page_faults", info->page_faults);
	lp_json_number(json, "clock_reads", info->clock_reads);
	lp_json_ticks(json, "overhead_ns", info->overhead_ticks);
	lp_json_number(json, "threads_seen", info->threads_seen);
	lp_json_number(json, "threads_lost", info->threads_lost);
	lp_json_number(json, "children_lost", info->children_lost);
	lp_json_number(json, "children_error", info->children_error);
	lp_json_number(json, "clocks_lost", info->clocks_lost);
	lp_json_close(json, '}');
}

static void put_totals(struct lp_json *json)
{
	const struct lp_profile *const profile = json->profile;

	lp_json_open(json, "totals", '{');
	lp_json_number(json, "ncalls", profile->call_count);
	lp_json_number(json, "primitive_calls", profile->primitive_call_count);
	lp_json_ticks(json, "lifetime_ns", profile->lifetime_ticks);
	lp_json_ticks(json, "delay_ns", profile->delay_ticks);
	lp_json_ticks(json, "outside_ns", profile->outside_ticks);
	lp_json_number(json, "outside_samples", profile->outside_samples);
	lp_json_ticks(json, "probes_ns", profile->probe_ticks);
	lp_json_ticks(json, "sampled_ns", profile->sampled_ticks);
	lp_json_bool(json, "lines_are_timed", profile->lines_are_timed);
	lp_json_close(json, '}');
}

static void put_modules(struct lp_json *json)
{
	const struct lp_profile *const profile = json->profile;

	lp_json_open(json, "modules", '[');
	for (size_t i = 0; i < profile->object_count; i++) {
		const struct lp_object *const object = &profile->objects[i];

		lp_json_open(json, NULL, '{');
		lp_json_text(json, "path", object->path);
		lp_json_hex(json, "build_id", object->module->build_id,
			    object->module->build_id_bytes);
		lp_json_close(json, '}');
	}
	lp_json_close(json, ']');
}

static void put_file(struct lp_json *json, const struct lp_source *source,
		     const struct lp_file_sum *sum)
{
	lp_json_open(json, NULL, '{');
	lp_json_text(json, "path", source->path);
	lp_json_hex(json, "md5", source->digest, sizeof(source->digest));
	lp_json_number(json, "functions", sum->function_count);
	lp_json_number(json, "functions_run", sum->functions_run);
	lp_json_number(json, "lines", sum->line_count);
	lp_json_number(json, "lines_run", sum->lines_run);
	lp_json_number(json, "hits", sum->hits);
	lp_json_ticks(json, "tottime_ns", sum->self_ticks);
	lp_json_number(json, "tottime_samples", sum->self_samples);
	lp_json_close(json, '}');
}

static enum lp_status put_files(struct lp_json *json, const struct lp_view *view)
{
	const struct lp_profile *const profile = json->profile;
	struct lp_file_sum *const sums = lp_file_sums_make(profile, view->filter);

	if (!sums)
		return LP_MEMORY;
	lp_json_open(json, "files", '[');
	for (size_t i = 0; i < profile->source_count; i++)
		if (lp_filter_has_file(view->filter, profile->sources[i].path))
			put_file(json, &profile->sources[i], &sums[i]);
	lp_json_close(json, ']');
	free(sums);
	return LP_OK;
}

static void put_profiles(struct lp_json *json)
{
	put_texts(json, "profiles", json->profile->run_paths, json->profile->run_count);
}

static void put_filter(struct lp_json *json, const struct lp_filter *filter)
{
	lp_json_open(json, "filter", '{');
	put_texts(json, "functions", filter->function_texts, filter->function_count);
	put_texts(json, "files", filter->files, filter->file_count);
	lp_json_open(json, "restrictions", '[');
	for (size_t i = 0; i < filter->restriction_count; i++)
		lp_json_text(json, NULL, filter->restrictions[i].text);
	lp_json_close(json, ']');
	lp_json_close(json, '}');
}

static void put_threads(struct lp_json *json)
{
	const struct lp_profile *const profile = json->profile;

	lp_json_open(json, "threads", '[');
	for (size_t i = 0; i < profile->thread_count; i++) {
		const struct lp_thread_row *const row = &profile->threads[i];

		lp_json_open(json, NULL, '{');
		lp_json_number(json, "thread", row->thread->thread);
		lp_json_number(json, "tid", row->thread->tid);
		lp_json_text(json, "name", row->name);
		lp_json_ticks(json, "lifetime_ns", row->lifetime_ticks);
		lp_json_number(json, "cpu_ns", row->thread->cpu_ns);
		lp_json_number(json, "delay_ns", row->thread->delay_ns);
		lp_json_number(json, "samples", row->samples);
		lp_json_number(json, "threads_folded", row->thread->folded);
		lp_json_close(json, '}');
	}
	lp_json_close(json, ']');
}

static void put_region_numbers(struct lp_json *json, const struct lp_region_sum *region)
{
	lp_json_number(json, "ncalls", region->ncalls);
	lp_json_number(json, "not_ended", region->open_calls);
	lp_json_ticks(json, "tottime_ns", region->self_ticks);
	lp_json_ticks(json, "cumtime_ns", region->total_ticks);
}

static void put_regions(struct lp_json *json)
{
	const struct lp_region_sums *const regions = &json->profile->regions;

	lp_json_open(json, "regions", '[');
	for (size_t i = 0; i < regions->count; i++) {
		const struct lp_region_sum *const sum = &regions->sums[i];

		lp_json_open(json, NULL, '{');
		lp_json_text(json, "name", sum->name);
		put_region_numbers(json, sum);
		lp_json_gpu_region(json, sum->name);
		lp_json_open(json, "threads", '[');
		for (uint32_t part = 0; part < sum->part_count; part++) {
			lp_json_open(json, NULL, '{');
			lp_json_number(json, "thread",
				       regions->parts[sum->first_part + part].thread);
			put_region_numbers(json, &regions->parts[sum->first_part + part]);
			lp_json_close(json, '}');
		}
		lp_json_close(json, ']');
		lp_json_close(json, '}');
	}
	lp_json_close(json, ']');
}

static void put_function(struct lp_json *json, uint32_t number)
{
	const struct lp_profile *const profile = json->profile;
	const struct lp_function *const function = &profile->functions[number];

	lp_json_open(json, NULL, '{');
	lp_json_number(json, "number", number);
	lp_json_text(json, "module", profile->objects[function->object].path);
	lp_json_file(json, function->source);
	lp_json_number(json, "line", function->line);
	lp_json_number(json, "end_line", function->end_line);
	lp_json_text(json, "linkage_name", function->linkage_name);
	lp_json_text(json, "name", function->name);
	lp_json_bool(json, "local", function->flags & LP_FUNCTION_LOCAL);
	lp_json_bool(json, "approximate", function->flags & LP_FUNCTION_APPROXIMATE);
	lp_json_number(json, "ncalls", function->ncalls);
	lp_json_number(json, "primitive_calls", function->primitive_calls);
	lp_json_bool(json, "timed", function->flags & LP_FUNCTION_TIMED);
	lp_json_ticks(json, "tottime_ns", function->self_ticks);
	lp_json_number(json, "tottime_samples", function->self_samples);
	lp_json_confidence(json, "tottime_ci95_ns", function->self_samples);
	lp_json_ticks(json, "wait_ns", function->wait_ticks);
	lp_json_ticks(json, "line_wait_ns", function->line_wait_ticks);
	lp_json_ticks(json, "unplaced_ns", function->unplaced_ticks);
	lp_json_ticks(json, "cumtime_ns", function->total_ticks);
	lp_json_number(json, "cumtime_samples", function->total_samples);
	lp_json_bool(json, "cumtime_clocked", function->flags & LP_FUNCTION_CLOCKED);
	lp_json_close(json, '}');
}

/* A function, by its number; null if it is not instrumented. */
static void put_function_number(struct lp_json *json, const char *name, uint32_t function)
{
	if (function != LP_NO_INDEX) {
		lp_json_number(json, name, function);
		return;
	}
	lp_json_begin(json, name);
	fputs("null", json->out);
}

static void put_call(struct lp_json *json, const struct lp_call_edge *edge)
{
	lp_json_open(json, NULL, '{');
	put_function_number(json, "caller", edge->caller);
	put_function_number(json, "callee", edge->callee);
	lp_json_number(json, "ncalls", edge->ncalls);
	lp_json_bool(json, "ncalls_exact", !(edge->flags & LP_CALL_ESTIMATED));
	lp_json_ticks(json, "tottime_ns", edge->self_ticks);
	lp_json_number(json, "tottime_samples", edge->self_samples);
	lp_json_ticks(json, "cumtime_ns", edge->total_ticks);
	lp_json_number(json, "cumtime_samples", edge->total_samples);
	lp_json_bool(json, "times_guessed", edge->flags & LP_CALL_GUESSED);
	lp_json_close(json, '}');
}

/* Calls through pointers of several types on one line are one row. */
static bool is_same_place(const struct lp_call_site *a, const struct lp_call_site *b)
{
	return !a->is_direct && !b->is_direct && a->caller == b->caller && a->source == b->source &&
	       a->line == b->line;
}

static void put_call_site(struct lp_json *json, const struct lp_call_site *site)
{
	lp_json_open(json, NULL, '{');
	put_function_number(json, "caller", site->caller);
	lp_json_file(json, site->source);
	lp_json_number(json, "line", site->line);
	lp_json_bool(json, "direct", site->is_direct);
	put_function_number(json, "callee", site->callee);
	lp_json_number(json, "ncalls", site->count);
	lp_json_close(json, '}');
}

static void put_line(struct lp_json *json, const struct lp_line *line)
{
	const bool has_code = line->flags & LP_LINE_CODE;

	lp_json_open(json, NULL, '{');
	lp_json_file(json, line->source);
	lp_json_number(json, "line", line->line);
	if (has_code) {
		lp_json_number(json, "hits", line->hits);
	} else {
		lp_json_begin(json, "hits");
		fputs("null", json->out);
	}
	lp_json_ticks(json, "time_ns", line->total_ticks);
	lp_json_number(json, "time_samples", line->total_samples);
	lp_json_confidence(json, "time_ci95_ns", line->total_samples);
	lp_json_ticks(json, "self_ns", line->self_ticks);
	lp_json_ticks(json, "wait_ns", line->wait_ticks);
	lp_json_number(json, "self_samples", line->self_samples);
	lp_json_confidence(json, "self_ci95_ns", line->self_samples);
	lp_json_gpu_line(json, line->source, line->line);
	lp_json_close(json, '}');
}

/* ---- what the filter lets through ---- */

/* The functions to write. */
struct chosen {
	uint32_t *numbers;
	size_t count;
	bool *marks; /* of all functions */
};

/* LP_OK or LP_MEMORY; free_chosen() is due in both cases. */
static enum lp_status choose_functions(const struct lp_view *view, struct chosen *chosen)
{
	const struct lp_profile *const profile = view->profile;
	struct lp_view wider = *view;

	wider.shows_all = true;
	chosen->count = 0;
	chosen->marks = (bool *)calloc(profile->function_count + 1, sizeof(*chosen->marks));
	/* A restriction is one of a sorted list. */
	chosen->numbers = view->filter->restriction_count > 0
			      ? lp_view_functions(&wider, &chosen->count)
			      : (uint32_t *)calloc(profile->function_count + 1, sizeof(uint32_t));
	if (!chosen->marks || !chosen->numbers)
		return LP_MEMORY;
	for (size_t i = 0; view->filter->restriction_count == 0 && i < profile->function_count; i++)
		if (lp_filter_has_function(view->filter, profile, &profile->functions[i]))
			chosen->numbers[chosen->count++] = (uint32_t)i;
	for (size_t i = 0; i < chosen->count; i++)
		chosen->marks[chosen->numbers[i]] = true;
	return LP_OK;
}

static void free_chosen(struct chosen *chosen)
{
	free(chosen->numbers);
	free(chosen->marks);
}

static bool is_chosen(const struct chosen *chosen, uint32_t function)
{
	return function != LP_NO_INDEX && chosen->marks[function];
}

static void put_functions(struct lp_json *json, const struct chosen *chosen)
{
	lp_json_open(json, "functions", '[');
	for (size_t i = 0; i < chosen->count; i++)
		put_function(json, chosen->numbers[i]);
	lp_json_close(json, ']');
}

static void put_calls(struct lp_json *json, const struct chosen *chosen)
{
	const struct lp_profile *const profile = json->profile;

	lp_json_open(json, "calls", '[');
	for (size_t i = 0; i < profile->call_edge_count; i++)
		if (is_chosen(chosen, profile->call_edges[i].caller) ||
		    is_chosen(chosen, profile->call_edges[i].callee))
			put_call(json, &profile->call_edges[i]);
	lp_json_close(json, ']');
	lp_json_open(json, "call_sites", '[');
	for (size_t i = 0; i < profile->call_site_count; i++) {
		struct lp_call_site site = profile->call_sites[i];

		while (i + 1 < profile->call_site_count &&
		       is_same_place(&site, &profile->call_sites[i + 1]))
			site.count += profile->call_sites[++i].count;
		if (is_chosen(chosen, site.caller))
			put_call_site(json, &site);
	}
	lp_json_close(json, ']');
}

static enum lp_status put_lines(struct lp_json *json, const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	bool *const marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));

	if (!marks)
		return LP_MEMORY;
	lp_filter_mark_lines(view->filter, profile, marks);
	lp_json_open(json, "lines", '[');
	for (size_t i = 0; i < profile->line_count; i++)
		if (marks[i] &&
		    (profile->lines[i].flags & LP_LINE_CODE || profile->lines[i].total_ticks > 0))
			put_line(json, &profile->lines[i]);
	lp_json_close(json, ']');
	free(marks);
	return LP_OK;
}

/* The lists that depend on the filter. */
static enum lp_status put_lists(struct lp_json *json, const struct lp_view *view,
				const struct chosen *chosen)
{
	enum lp_status status = put_files(json, view);

	put_threads(json);
	if (status == LP_OK)
		status = lp_json_ranks(json);
	put_regions(json);
	lp_json_steps(json);
	lp_json_gpu(json);
	put_functions(json, chosen);
	if (status == LP_OK)
		status = put_lines(json, view);
	put_calls(json, chosen);
	if (status == LP_OK)
		status = lp_json_call_paths(json, view);
	if (status == LP_OK)
		status = lp_json_branches(json, view);
	if (status == LP_OK)
		status = lp_json_remarks(json, view);
	if (status == LP_OK)
		status = lp_json_hints(json, view);
	if (status == LP_OK)
		status = lp_json_thread_hits(json, view);
	return status;
}

enum lp_status lp_export_json(const struct lp_view *view)
{
	struct lp_json json = {.profile = view->profile, .out = view->out, .is_first = true};
	struct chosen chosen;
	enum lp_status status = choose_functions(view, &chosen);

	if (status == LP_OK) {
		lp_json_open(&json, NULL, '{');
		lp_json_text(&json, "schema", "lineprof");
		lp_json_number(&json, "schema_version", LP_JSON_SCHEMA_VERSION);
		put_profiles(&json);
		put_run(&json);
		put_totals(&json);
		lp_json_warnings(&json, view->profile);
		put_filter(&json, view->filter);
		put_modules(&json);
		status = put_lists(&json, view, &chosen);
		lp_json_close(&json, '}');
		fputc('\n', view->out);
	}
	free_chosen(&chosen);
	return status;
}
