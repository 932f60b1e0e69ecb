/* json.c: writes a profile as JSON. */
#include "viewer/export/json.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "viewer/model/utf8.h"

/* Where we are in the text that is written. */
struct json {
	const struct lp_profile *profile;
	FILE *out;
	int depth;
	bool is_first; /* of the values in the innermost list or object */
};

/* ---- the grammar ---- */

static void put_string(struct json *json, const char *text)
{
	const size_t size = strlen(text);

	fputc('"', json->out);
	for (size_t at = 0; at < size;) {
		uint32_t c = 0;
		const size_t length = lp_utf8_character(text + at, size - at, &c);

		if (length == 0)
			fputs("\\ufffd", json->out);
		else if (c < 0x20 || c == 0x7f)
			fprintf(json->out, "\\u%04x", (unsigned)c);
		else if (c == '"' || c == '\\')
			fprintf(json->out, "\\%c", (char)c);
		else
			fwrite(text + at, 1, length, json->out);
		at += length ? length : 1;
	}
	fputc('"', json->out);
}

/* What comes before a value: a comma, a new line, and its name in an object. */
static void begin_value(struct json *json, const char *name)
{
	if (!json->is_first)
		fputc(',', json->out);
	if (json->depth > 0)
		fprintf(json->out, "\n%*s", 2 * json->depth, "");
	if (name)
		fprintf(json->out, "\"%s\": ", name);
	json->is_first = false;
}

static void open_value(struct json *json, const char *name, char bracket)
{
	begin_value(json, name);
	fputc(bracket, json->out);
	json->depth++;
	json->is_first = true;
}

static void close_value(struct json *json, char bracket)
{
	json->depth--;
	if (!json->is_first)
		fprintf(json->out, "\n%*s", 2 * json->depth, "");
	fputc(bracket, json->out);
	json->is_first = false;
}

static void put_text(struct json *json, const char *name, const char *text)
{
	begin_value(json, name);
	if (text)
		put_string(json, text);
	else
		fputs("null", json->out);
}

static void put_number(struct json *json, const char *name, uint64_t value)
{
	begin_value(json, name);
	fprintf(json->out, "%" PRIu64, value);
}

static void put_bool(struct json *json, const char *name, bool value)
{
	begin_value(json, name);
	fputs(value ? "true" : "false", json->out);
}

/* Ticks in nanoseconds, rounded down. */
static void put_ticks(struct json *json, const char *name, uint64_t ticks)
{
	const uint64_t rate = json->profile->info.ticks_per_second;

	put_number(json, name,
		   rate > 0 ? (uint64_t)((unsigned __int128)ticks * 1000000000 / rate) : 0);
}

/* Half the width of the 95 % confidence interval of a time. */
static void put_confidence(struct json *json, const char *name, uint64_t samples)
{
	put_ticks(json, name, (uint64_t)lp_profile_confidence_ticks(json->profile, samples));
}

static void put_hex(struct json *json, const char *name, const unsigned char *bytes, size_t size)
{
	begin_value(json, name);
	fputc('"', json->out);
	for (size_t i = 0; i < size; i++)
		fprintf(json->out, "%02x", bytes[i]);
	fputc('"', json->out);
}

/* ---- the profile ---- */

static void put_run(struct json *json)
{
	static const char *const engines[] = {
#define LP_ENGINE_NAME(name, text, what) [LP_ENGINE_##name] = text,
	    LP_ENGINE_LIST(LP_ENGINE_NAME)
#undef LP_ENGINE_NAME
	};
	const struct lp_profile *const profile = json->profile;
	const struct lp_info *const info = &profile->info;

	open_value(json, "run", '{');
	put_text(json, "program", profile->program);
	open_value(json, "command", '[');
	for (size_t i = 0; i < profile->argument_count; i++)
		put_text(json, NULL, profile->arguments[i]);
	close_value(json, ']');
	put_text(json, "directory", profile->cwd);
	put_text(json, "host", profile->host);
	put_number(json, "pid", profile->reader.header->pid);
	put_number(json, "start_unix_ns", profile->reader.header->start_unix_ns);
	put_bool(json, "finished", profile->reader.header->state == LP_FILE_FINISHED);
	put_bool(json, "forked", info->flags & LP_INFO_FORKED);
	begin_value(json, "exit_status");
	fprintf(json->out, "%" PRId32, info->exit_status);
	put_ticks(json, "wall_ns",
		  info->end_ticks > info->start_ticks ? info->end_ticks - info->start_ticks : 0);
	put_number(json, "cpu_ns", info->cpu_ns);
	put_text(json, "engine",
		 info->engine < LP_ENGINE_COUNT ? engines[info->engine] : "unknown");
	put_text(json, "engine_note", profile->engine_note);
	put_number(json, "sample_period_ns", info->sample_period_ns);
	put_number(json, "samples", profile->sample_count);
	put_number(json, "samples_taken", info->samples_taken);
	put_number(json, "samples_lost", info->samples_lost);
	put_number(json, "clock_reads", info->clock_reads);
	put_ticks(json, "overhead_ns", info->overhead_ticks);
	put_number(json, "threads_seen", info->threads_seen);
	put_number(json, "threads_lost", info->threads_lost);
	close_value(json, '}');
}

static void put_totals(struct json *json)
{
	const struct lp_profile *const profile = json->profile;

	open_value(json, "totals", '{');
	put_number(json, "ncalls", profile->call_count);
	put_number(json, "primitive_calls", profile->primitive_call_count);
	put_ticks(json, "lifetime_ns", profile->lifetime_ticks);
	put_ticks(json, "outside_ns", profile->outside_ticks);
	put_ticks(json, "probes_ns", profile->probe_ticks);
	put_ticks(json, "sampled_ns", profile->sampled_ticks);
	put_bool(json, "lines_are_timed", profile->lines_are_timed);
	close_value(json, '}');
}

static void put_warnings(struct json *json)
{
	open_value(json, "warnings", '[');
	for (const struct lp_warning *at = json->profile->warnings; at; at = at->next) {
		open_value(json, NULL, '{');
		put_text(json, "which", at->which);
		put_text(json, "text", at->text);
		close_value(json, '}');
	}
	close_value(json, ']');
}

static void put_modules(struct json *json)
{
	const struct lp_profile *const profile = json->profile;

	open_value(json, "modules", '[');
	for (size_t i = 0; i < profile->object_count; i++) {
		const struct lp_object *const object = &profile->objects[i];

		open_value(json, NULL, '{');
		put_text(json, "path", object->path);
		put_hex(json, "build_id", object->module->build_id, object->module->build_id_bytes);
		close_value(json, '}');
	}
	close_value(json, ']');
}

static void put_files(struct json *json)
{
	const struct lp_profile *const profile = json->profile;

	open_value(json, "files", '[');
	for (size_t i = 0; i < profile->source_count; i++) {
		open_value(json, NULL, '{');
		put_text(json, "path", profile->sources[i].path);
		put_hex(json, "md5", profile->sources[i].digest,
			sizeof(profile->sources[i].digest));
		close_value(json, '}');
	}
	close_value(json, ']');
}

static void put_threads(struct json *json)
{
	const struct lp_profile *const profile = json->profile;

	open_value(json, "threads", '[');
	for (size_t i = 0; i < profile->thread_count; i++) {
		const struct lp_thread_row *const row = &profile->threads[i];

		open_value(json, NULL, '{');
		put_number(json, "thread", row->thread->thread);
		put_number(json, "tid", row->thread->tid);
		put_text(json, "name", row->name);
		put_ticks(json, "lifetime_ns", row->lifetime_ticks);
		put_number(json, "cpu_ns", row->thread->cpu_ns);
		put_number(json, "samples", row->samples);
		put_number(json, "threads_folded", row->thread->folded);
		close_value(json, '}');
	}
	close_value(json, ']');
}

static void put_function(struct json *json, const struct lp_function *function)
{
	const struct lp_profile *const profile = json->profile;

	open_value(json, NULL, '{');
	put_text(json, "module", profile->objects[function->object].path);
	put_text(json, "file", profile->sources[function->source].path);
	put_number(json, "line", function->line);
	put_number(json, "end_line", function->end_line);
	put_text(json, "linkage_name", function->linkage_name);
	put_text(json, "name", function->name);
	put_bool(json, "local", function->flags & LP_FUNCTION_LOCAL);
	put_bool(json, "approximate", function->flags & LP_FUNCTION_APPROXIMATE);
	put_number(json, "ncalls", function->ncalls);
	put_number(json, "primitive_calls", function->primitive_calls);
	put_bool(json, "timed", function->flags & LP_FUNCTION_TIMED);
	put_ticks(json, "tottime_ns", function->self_ticks);
	put_number(json, "tottime_samples", function->self_samples);
	put_confidence(json, "tottime_ci95_ns", function->self_samples);
	put_ticks(json, "wait_ns", function->wait_ticks);
	put_ticks(json, "unplaced_ns", function->unplaced_ticks);
	put_ticks(json, "cumtime_ns", function->total_ticks);
	put_number(json, "cumtime_samples", function->total_samples);
	put_bool(json, "cumtime_clocked", function->flags & LP_FUNCTION_CLOCKED);
	close_value(json, '}');
}

static void put_line(struct json *json, const struct lp_line *line)
{
	const bool has_code = line->flags & LP_LINE_CODE;

	open_value(json, NULL, '{');
	put_text(json, "file", json->profile->sources[line->source].path);
	put_number(json, "line", line->line);
	if (has_code) {
		put_number(json, "hits", line->hits);
	} else {
		begin_value(json, "hits");
		fputs("null", json->out);
	}
	put_ticks(json, "time_ns", line->total_ticks);
	put_number(json, "time_samples", line->total_samples);
	put_confidence(json, "time_ci95_ns", line->total_samples);
	put_ticks(json, "self_ns", line->self_ticks);
	put_number(json, "self_samples", line->self_samples);
	put_confidence(json, "self_ci95_ns", line->self_samples);
	close_value(json, '}');
}

void lp_export_json(const struct lp_profile *profile, FILE *out)
{
	struct json json = {.profile = profile, .out = out, .is_first = true};

	open_value(&json, NULL, '{');
	put_text(&json, "schema", "lineprof");
	put_number(&json, "schema_version", LP_JSON_SCHEMA_VERSION);
	put_run(&json);
	put_totals(&json);
	put_warnings(&json);
	put_modules(&json);
	put_files(&json);
	put_threads(&json);
	open_value(&json, "functions", '[');
	for (size_t i = 0; i < profile->function_count; i++)
		put_function(&json, &profile->functions[i]);
	close_value(&json, ']');
	open_value(&json, "lines", '[');
	for (size_t i = 0; i < profile->line_count; i++)
		if (profile->lines[i].flags & LP_LINE_CODE || profile->lines[i].total_ticks > 0)
			put_line(&json, &profile->lines[i]);
	close_value(&json, ']');
	close_value(&json, '}');
	fputc('\n', out);
}
