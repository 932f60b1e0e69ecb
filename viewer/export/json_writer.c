/* json_writer.c: the grammar of JSON. */
#include "viewer/export/json_writer.h"

#include <inttypes.h>
#include <string.h>

#include "viewer/model/utf8.h"

static void put_string(struct lp_json *json, const char *text)
{
	const size_t size = strlen(text);

	fputc('"', json->out);
	for (size_t at = 0; at < size;) {
		uint32_t c = 0;
		const size_t length = lp_utf8_character(text + at, size - at, &c);

		if (length == 0)
			fputs("\\ufffd", json->out);
		else if (lp_utf8_is_control(c) || lp_utf8_turns_direction(c))
			fprintf(json->out, "\\u%04x", (unsigned)c);
		else if (c == '"' || c == '\\')
			fprintf(json->out, "\\%c", (char)c);
		else
			fwrite(text + at, 1, length, json->out);
		at += length ? length : 1;
	}
	fputc('"', json->out);
}

void lp_json_begin(struct lp_json *json, const char *name)
{
	if (!json->is_first)
		fputc(',', json->out);
	if (json->depth > 0)
		fprintf(json->out, "\n%*s", 2 * json->depth, "");
	if (name)
		fprintf(json->out, "\"%s\": ", name);
	json->is_first = false;
}

void lp_json_open(struct lp_json *json, const char *name, char bracket)
{
	lp_json_begin(json, name);
	fputc(bracket, json->out);
	json->depth++;
	json->is_first = true;
}

void lp_json_close(struct lp_json *json, char bracket)
{
	json->depth--;
	if (!json->is_first)
		fprintf(json->out, "\n%*s", 2 * json->depth, "");
	fputc(bracket, json->out);
	json->is_first = false;
}

void lp_json_text(struct lp_json *json, const char *name, const char *text)
{
	lp_json_begin(json, name);
	if (text)
		put_string(json, text);
	else
		fputs("null", json->out);
}

void lp_json_number(struct lp_json *json, const char *name, uint64_t value)
{
	lp_json_begin(json, name);
	fprintf(json->out, "%" PRIu64, value);
}

void lp_json_bool(struct lp_json *json, const char *name, bool value)
{
	lp_json_begin(json, name);
	fputs(value ? "true" : "false", json->out);
}

void lp_json_ticks(struct lp_json *json, const char *name, uint64_t ticks)
{
	const uint64_t rate = json->profile->info.ticks_per_second;

	lp_json_number(json, name,
		       rate > 0 ? (uint64_t)((unsigned __int128)ticks * 1000000000 / rate) : 0);
}

void lp_json_confidence(struct lp_json *json, const char *name, uint64_t samples)
{
	lp_json_ticks(json, name, (uint64_t)lp_profile_confidence_ticks(json->profile, samples));
}

void lp_json_hex(struct lp_json *json, const char *name, const unsigned char *bytes, size_t size)
{
	lp_json_begin(json, name);
	fputc('"', json->out);
	for (size_t i = 0; i < size; i++)
		fprintf(json->out, "%02x", bytes[i]);
	fputc('"', json->out);
}

/* Sources are sorted by path. */
static bool has_other_text(const struct lp_profile *profile, uint32_t source)
{
	const struct lp_source *const sources = profile->sources;

	return (source > 0 && strcmp(sources[source - 1].path, sources[source].path) == 0) ||
	       (source + 1 < profile->source_count &&
		strcmp(sources[source + 1].path, sources[source].path) == 0);
}

void lp_json_file(struct lp_json *json, uint32_t source)
{
	const struct lp_source *const at = &json->profile->sources[source];

	lp_json_text(json, "file", at->path);
	if (has_other_text(json->profile, source))
		lp_json_hex(json, "file_md5", at->digest, sizeof(at->digest));
}

void lp_json_warnings(struct lp_json *json, const struct lp_profile *profile)
{
	lp_json_open(json, "warnings", '[');
	for (const struct lp_warning *at = profile->warnings; at; at = at->next) {
		lp_json_open(json, NULL, '{');
		lp_json_text(json, "which", at->which);
		lp_json_text(json, "text", at->text);
		lp_json_text(json, "remedy", at->remedy);
		lp_json_close(json, '}');
	}
	lp_json_close(json, ']');
}
