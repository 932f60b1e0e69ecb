/* pack.h: a copy of a profile that needs neither the binaries nor the sources. */
#ifndef LINEPROF_VIEWER_MODEL_PACK_H
#define LINEPROF_VIEWER_MODEL_PACK_H

#include "viewer/model/image.h"
#include "viewer/model/profile.h"
#include "viewer/model/source_paths.h"

/* What is in a packed profile, and what is not. */
struct lp_pack_result {
	size_t source_count;
	size_t missing_count;    /* sources that are not found */
	size_t unreadable_count; /* sources that are there and cannot be read */
	size_t large_count;      /* sources for which a profile has no room */
	size_t changed_count;    /* sources whose text is not what was compiled: it is left out */
	const char *unreadable;  /* the first of these, or NULL; lives with the profile */
	char unreadable_why[64];
	const char *trouble;    /* why symbols are missing, or NULL; lives with the profile */
	const char *trouble_in; /* path of the binary that this is about */
};

/* Writes the packed profile to `image`, with the sources that are at `paths`. Its data the caller
 * frees in all cases. LP_OK or LP_MEMORY. */
enum lp_status lp_pack(const struct lp_profile *profile, const struct lp_source_paths *paths,
		       struct lp_image *image, struct lp_pack_result *result);

#endif
