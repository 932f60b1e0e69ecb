/*
 * pprof.c: the sampled calls, line by line, as pprof's profiles: Protocol Buffers in gzip.
 *
 * A location is a line of a function. Its address is made up, and no other has it: some readers
 * take locations of one address for one. Inlined functions are locations like others.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"
#include "viewer/export/protobuf.h"
#include "viewer/model/call_paths.h"
#include "viewer/model/utf8.h"

/* Numbers of fields in profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING = 6,
	PROFILE_TIME_NANOS = 9,
	PROFILE_DURATION_NANOS = 10,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD = 12,
	PROFILE_DEFAULT_TYPE = 14
};
enum { TYPE_TYPE = 1, TYPE_UNIT = 2 };
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2 };
enum {
	MAPPING_ID = 1,
	MAPPING_START = 2,
	MAPPING_LIMIT = 3,
	MAPPING_FILE = 5,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILES = 8,
	MAPPING_HAS_LINES = 9,
	MAPPING_HAS_INLINED = 10
};
enum { LOCATION_ID = 1, LOCATION_MAPPING = 2, LOCATION_ADDRESS = 3, LOCATION_LINE = 4 };
enum { LINE_FUNCTION = 1, LINE_LINE = 2 };
enum {
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILE = 4,
	FUNCTION_LINE = 5
};

/* Made-up addresses begin here. */
#define FIRST_ADDRESS 0x1000

/* Functions behind those of the profile. */
enum { PROBES, OUTSIDE };

struct writer {
	const struct lp_view *view;
	struct lp_message message; /* all of it */
	struct lp_message part; /* a field of it, and a field of that: used again and again, and the
				 * locations of a sample */
	struct lp_message inner;
	struct lp_message stack;
	uint64_t string_count;
	uint64_t address_count;
	uint64_t function_count;
	struct lp_map locations; /* function and line to number */
	struct lp_map functions; /* function and source to number */
	uint64_t *files;         /* by source: its string; 0: none yet */
};

/* ---- strings, functions ---- */

/* The number of a string, which is added. */
static uint64_t add_string(struct writer *writer, const char *text)
{
	lp_message_text(&writer->message, PROFILE_STRING, text);
	return writer->string_count++;
}

static uint64_t file_of(struct writer *writer, uint32_t source)
{
	if (writer->files[source] == 0)
		writer->files[source] =
		    add_string(writer, writer->view->profile->sources[source].path);
	return writer->files[source];
}

/* The number of a function, as far as it stands in a source, which is added if it is new; 0 when
 * out of memory. A line is one of its function's file there: code from elsewhere, as what a
 * function includes, makes it a function of another file, too. */
static uint32_t function_of(struct writer *writer, uint32_t number, uint32_t source)
{
	const struct lp_profile *const profile = writer->view->profile;
	const bool is_extra = number >= profile->function_count;
	const struct lp_function *const function = is_extra ? NULL : &profile->functions[number];
	const char *const name = function ? function->name
				 : number - profile->function_count == PROBES
				     ? "<lineprof's own probes>"
				     : "<outside instrumented code>";
	uint32_t *const id = lp_map_at(&writer->functions, (uint64_t)number << 32 | source);

	if (!id)
		return 0;
	if (*id != LP_MAP_NONE)
		return *id;
	*id = (uint32_t)++writer->function_count;
	writer->part.size = 0;
	lp_message_number(&writer->part, FUNCTION_ID, *id);
	lp_message_number(&writer->part, FUNCTION_NAME, add_string(writer, name));
	if (function) {
		lp_message_number(&writer->part, FUNCTION_SYSTEM_NAME,
				  add_string(writer, function->linkage_name));
		lp_message_number(&writer->part, FUNCTION_FILE, file_of(writer, source));
		if (source == function->source)
			lp_message_number(&writer->part, FUNCTION_LINE, function->line);
	}
	lp_message_put(&writer->message, PROFILE_FUNCTION, &writer->part);
	return *id;
}

/* ---- locations, samples ---- */

/* Where code of a function on that line stands; LP_NO_INDEX: it is none of the profile's. */
static uint32_t source_of(const struct writer *writer, uint32_t function, uint32_t line)
{
	const struct lp_profile *const profile = writer->view->profile;

	if (line != LP_NO_INDEX)
		return profile->lines[line].source;
	return function < profile->function_count ? profile->functions[function].source
						  : LP_NO_INDEX;
}

/* The number of a line of a function, which is added if it is new; 0 when out of memory. */
static uint32_t location_of(struct writer *writer, uint32_t function, uint32_t line)
{
	const uint32_t id = function_of(writer, function, source_of(writer, function, line));
	uint32_t *const number = lp_map_at(&writer->locations, (uint64_t)function << 32 | line);

	if (id == 0 || !number)
		return 0;
	if (*number != LP_MAP_NONE)
		return *number;
	*number = (uint32_t)++writer->address_count;
	writer->inner.size = 0;
	lp_message_number(&writer->inner, LINE_FUNCTION, id);
	lp_message_number(&writer->inner, LINE_LINE,
			  line == LP_NO_INDEX ? 0 : writer->view->profile->lines[line].line);
	writer->part.size = 0;
	lp_message_number(&writer->part, LOCATION_ID, *number);
	lp_message_number(&writer->part, LOCATION_MAPPING, 1);
	lp_message_number(&writer->part, LOCATION_ADDRESS, FIRST_ADDRESS + *number);
	lp_message_put(&writer->part, LOCATION_LINE, &writer->inner);
	lp_message_put(&writer->message, PROFILE_LOCATION, &writer->part);
	return *number;
}

/* Adds the sample whose locations stand in `stack`; its values are those of the types below. */
static void add_sample(struct writer *writer, uint64_t samples, uint64_t ticks, uint64_t cpu_ticks)
{
	writer->part.size = 0;
	lp_message_put(&writer->part, SAMPLE_LOCATION, &writer->stack);
	writer->inner.size = 0;
	lp_message_add(&writer->inner, samples);
	lp_message_add(&writer->inner, lp_export_ns(writer->view, ticks));
	lp_message_add(&writer->inner, lp_export_ns(writer->view, cpu_ticks));
	lp_message_put(&writer->part, SAMPLE_VALUE, &writer->inner);
	lp_message_put(&writer->message, PROFILE_SAMPLE, &writer->part);
}

static enum lp_status add_path(struct writer *writer, uint32_t number)
{
	const struct lp_profile *const profile = writer->view->profile;
	const uint32_t probes = (uint32_t)profile->function_count + PROBES;
	const struct lp_call_path *const innermost = &profile->call_paths[number];

	writer->stack.size = 0;
	for (uint32_t at = number; at != LP_NO_INDEX; at = profile->call_paths[at].parent) {
		const struct lp_call_path *const path = &profile->call_paths[at];
		const uint32_t location = location_of(
		    writer, path->function == LP_NO_INDEX ? probes : path->function, path->line);

		if (location == 0)
			return LP_MEMORY;
		lp_message_add(&writer->stack, location);
	}
	add_sample(writer, innermost->self_samples, innermost->self_ticks,
		   innermost->self_ticks - innermost->wait_ticks);
	return LP_OK;
}

static enum lp_status add_outside(struct writer *writer)
{
	const struct lp_profile *const profile = writer->view->profile;
	const uint32_t location =
	    location_of(writer, (uint32_t)profile->function_count + OUTSIDE, LP_NO_INDEX);

	if (location == 0)
		return LP_MEMORY;
	writer->stack.size = 0;
	lp_message_add(&writer->stack, location);
	add_sample(writer, profile->outside_samples, profile->outside_ticks,
		   profile->outside_ticks - profile->outside_wait_ticks);
	return LP_OK;
}

static enum lp_status add_paths(struct writer *writer)
{
	const struct lp_profile *const profile = writer->view->profile;
	bool *const marks = (bool *)calloc(profile->call_path_count + 1, sizeof(*marks));
	enum lp_status status = marks ? LP_OK : LP_MEMORY;

	if (marks)
		lp_call_paths_mark(profile, writer->view->filter, marks);
	for (uint32_t i = 0; i < profile->call_path_count && status == LP_OK; i++)
		if (marks[i] && profile->call_paths[i].self_ticks > 0)
			status = add_path(writer, i);
	if (status == LP_OK && lp_filter_takes_all(writer->view->filter) &&
	    profile->outside_ticks > 0)
		status = add_outside(writer);
	free(marks);
	return status;
}

/* ---- the whole ---- */

static void add_type(struct writer *writer, uint32_t field, const char *type, const char *unit)
{
	writer->part.size = 0;
	lp_message_number(&writer->part, TYPE_TYPE, add_string(writer, type));
	lp_message_number(&writer->part, TYPE_UNIT, add_string(writer, unit));
	lp_message_put(&writer->message, field, &writer->part);
}

/* What there is to be known about code stands in the profile. */
static void add_mapping(struct writer *writer)
{
	struct lp_message *const part = &writer->part;

	part->size = 0;
	lp_message_number(part, MAPPING_ID, 1);
	lp_message_number(part, MAPPING_START, FIRST_ADDRESS);
	lp_message_number(part, MAPPING_LIMIT, FIRST_ADDRESS + writer->address_count + 1);
	lp_message_number(part, MAPPING_FILE, add_string(writer, writer->view->profile->program));
	lp_message_number(part, MAPPING_HAS_FUNCTIONS, 1);
	lp_message_number(part, MAPPING_HAS_FILES, 1);
	lp_message_number(part, MAPPING_HAS_LINES, 1);
	lp_message_number(part, MAPPING_HAS_INLINED, 1);
	lp_message_put(&writer->message, PROFILE_MAPPING, part);
}

static enum lp_status make(struct writer *writer)
{
	const struct lp_profile *const profile = writer->view->profile;
	const struct lp_info *const info = &profile->info;
	enum lp_status status;

	add_string(writer, ""); /* the first one has to be */
	add_type(writer, PROFILE_SAMPLE_TYPE, "samples", "count");
	add_type(writer, PROFILE_SAMPLE_TYPE, "time", "nanoseconds");
	add_type(writer, PROFILE_SAMPLE_TYPE, "cpu", "nanoseconds");
	add_type(writer, PROFILE_PERIOD_TYPE, "cpu", "nanoseconds");
	lp_message_number(&writer->message, PROFILE_DEFAULT_TYPE, add_string(writer, "time"));
	lp_message_number(&writer->message, PROFILE_PERIOD, info->sample_period_ns);
	lp_message_number(&writer->message, PROFILE_TIME_NANOS,
			  profile->reader.header->start_unix_ns);
	/* Their clock stands still while the program is not measured. */
	lp_message_number(&writer->message, PROFILE_DURATION_NANOS,
			  info->end_ticks > info->start_ticks
			      ? lp_export_ns(writer->view, info->end_ticks - info->start_ticks)
			      : 0);
	status = add_paths(writer);
	add_mapping(writer);
	return status == LP_OK && writer->message.is_out_of_memory ? LP_MEMORY : status;
}

static enum lp_status put_compressed(FILE *out, const struct lp_message *message)
{
	unsigned char buffer[16384];
	z_stream stream = {.next_in = message->data, .avail_in = 0};
	size_t left = message->size;
	int state;

	/* 16 more: in gzip's form. */
	if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return LP_MEMORY;
	do {
		if (stream.avail_in == 0) {
			stream.avail_in = left < UINT32_MAX ? (uInt)left : UINT32_MAX;
			left -= stream.avail_in;
		}
		stream.next_out = buffer;
		stream.avail_out = sizeof(buffer);
		state = deflate(&stream, left > 0 ? Z_NO_FLUSH : Z_FINISH);
		fwrite(buffer, 1, sizeof(buffer) - stream.avail_out, out);
	} while (state == Z_OK);
	deflateEnd(&stream);
	return LP_OK;
}

enum lp_status lp_export_pprof(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	struct writer writer = {.view = view};
	enum lp_status status = LP_MEMORY;

	writer.files = (uint64_t *)calloc(profile->source_count + 1, sizeof(*writer.files));
	if (writer.files)
		status = make(&writer);
	if (status == LP_OK)
		status = put_compressed(view->out, &writer.message);
	lp_message_free(&writer.message);
	lp_message_free(&writer.part);
	lp_message_free(&writer.inner);
	lp_message_free(&writer.stack);
	lp_map_free(&writer.locations);
	lp_map_free(&writer.functions);
	free(writer.files);
	return status;
}
