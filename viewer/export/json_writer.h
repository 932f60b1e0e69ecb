/* json_writer.h: writes the values of a JSON text, one after the other. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_WRITER_H
#define LINEPROF_VIEWER_EXPORT_JSON_WRITER_H

#include <stdbool.h>

#include "viewer/view.h"

/* Where we are in the text that is written. */
struct lp_json {
	const struct lp_profile *profile; /* for its clock and samples */
	FILE *out;
	int depth;
	bool is_first; /* of the values in the innermost list or object */
};

/* What comes before a value that the caller writes himself: a comma, a new line, and
 * its name, which is NULL in lists. */
void lp_json_begin(struct lp_json *json, const char *name);

/* A list or object, by its brackets. */
void lp_json_open(struct lp_json *json, const char *name, char bracket);
void lp_json_close(struct lp_json *json, char bracket);

/* NULL becomes null. */
void lp_json_text(struct lp_json *json, const char *name, const char *text);
/* The path of a source as "file", and where the profile has another text of that path, its MD5 as
 * "file_md5". */
void lp_json_file(struct lp_json *json, uint32_t source);
void lp_json_number(struct lp_json *json, const char *name, uint64_t value);
void lp_json_bool(struct lp_json *json, const char *name, bool value);

/* Ticks in nanoseconds, rounded down. */
void lp_json_ticks(struct lp_json *json, const char *name, uint64_t ticks);

/* Half the width of the 95 % confidence interval of a time that rests on `samples`. */
void lp_json_confidence(struct lp_json *json, const char *name, uint64_t samples);

/* The list "warnings" of a profile. */
void lp_json_warnings(struct lp_json *json, const struct lp_profile *profile);

void lp_json_hex(struct lp_json *json, const char *name, const unsigned char *bytes, size_t size);

#endif
