/* source.h: the text of a source file, line by line. */
#ifndef LINEPROF_VIEWER_MODEL_SOURCE_H
#define LINEPROF_VIEWER_MODEL_SOURCE_H

#include "viewer/model/profile.h"
#include "viewer/model/source_paths.h"

enum lp_source_state {
	LP_SOURCE_SAME,    /* as it was compiled, or nothing is known of that */
	LP_SOURCE_CHANGED, /* since it was compiled */
	LP_SOURCE_MISSING, /* not found, or cannot be read: there are no lines */
};

struct lp_source_text {
	enum lp_source_state state;
	int error; /* errno of the first place that has it and cannot be read; 0: none is known */
	char *path;          /* where it was read, owned; NULL when missing */
	unsigned char *data; /* owned */
	size_t size_bytes;
	size_t *starts; /* offset of each line, and the size as one more */
	size_t line_count;
};

/* Whether it is known with which text it was compiled. */
bool lp_source_is_known(const struct lp_source *source);

/* Reads the text of `source`: as it was compiled from the profile itself, else of the places that
 * `paths` knows the first where it is so; else the first one that there is, in this order. LP_OK,
 * also when it is missing, as what is larger than LP_SOURCE_BYTES_MOST or than the memory;
 * LP_MEMORY. */
enum lp_status lp_source_read(struct lp_source_text *text, const struct lp_source *source,
			      const struct lp_source_paths *paths);

/* Line `line` (1-based) without its end, not terminated by zero; NULL, with
 * `*size` 0, if there is no such line. */
const char *lp_source_line(const struct lp_source_text *text, uint32_t line, size_t *size);

/* What to put in front of a line that stands by itself: empty, or a word on that the file is no
 * more what was compiled. `text` may be NULL. Constant. */
const char *lp_source_doubt(const struct lp_source_text *text);

/* Why a missing one cannot be read, until the next call; NULL: it was not found. */
const char *lp_source_trouble(const struct lp_source_text *text);

void lp_source_free(struct lp_source_text *text);

/* The texts of a profile's sources, each read when it is first asked for. */
struct lp_source_texts {
	const struct lp_profile *profile;    /* borrowed */
	const struct lp_source_paths *paths; /* borrowed */
	struct lp_source_text *texts;        /* by source; NULL before the first */
	bool *is_read;
};

/* The text of the profile's source number `source`; NULL when out of memory. */
const struct lp_source_text *lp_source_texts_at(struct lp_source_texts *texts, uint32_t source);

void lp_source_texts_free(struct lp_source_texts *texts);

#endif
