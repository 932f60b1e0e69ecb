/*
 * live.h: follows the profile of a running program: reads it again and again, and says what
 * happened in between and when the program ended. The program does not notice.
 */
#ifndef LINEPROF_VIEWER_MODEL_LIVE_H
#define LINEPROF_VIEWER_MODEL_LIVE_H

#include "viewer/model/profile.h"
#include "viewer/model/rates.h"
#include "viewer/model/symbol_cache.h"

enum lp_live_state {
	LP_LIVE_RUNNING,
	LP_LIVE_ENDED,  /* by exit: info.exit_status */
	LP_LIVE_KILLED, /* or it ended without a word */
	LP_LIVE_LEFT,   /* the process lives, and has this file no more: by exec */
};

struct lp_live {
	const char *path;           /* borrowed */
	struct lp_profile *profile; /* borrowed: what was read last */
	struct lp_rates rates;      /* since the reading before; the first time since the start */
	enum lp_live_state state;
	bool was_mapped;   /* the process had the file when its run was read first: it is no copy */
	bool had_left;     /* when it was read last, the process lived and had the file no more */
	bool is_new_run;   /* the last reading was of another run than the one before */
	double taken_at;   /* seconds of CLOCK_MONOTONIC: when what was taken last was read */
	double reading_at; /* when it was read last */
	double cost;       /* seconds that this took */
	struct lp_symbol_cache symbols;
};

/*
 * Opens the profile at `path` into `*profile`, which the caller frees after `*live`. A
 * program that is just starting is waited for, some seconds at most.
 * Returns what lp_profile_open() returns; on failure there is nothing to free.
 */
enum lp_status lp_live_open(struct lp_live *live, struct lp_profile *profile, const char *path,
			    struct lp_error *error);

/* Whether reading it again would tell anything: not after the end, unless a new run began. */
bool lp_live_has_news(const struct lp_live *live);

/* Reads it again into `*next`. The same; whatever is in `live` stays as it was. */
enum lp_status lp_live_read(struct lp_live *live, struct lp_profile *next, struct lp_error *error);

/* Takes `*next`, which is then live->profile's, in place of the one before. LP_OK, or LP_MEMORY:
 * then there are no rates. */
enum lp_status lp_live_take(struct lp_live *live, struct lp_profile *next);

/* How long to wait until the next reading, in seconds: `wished`, or longer if reading is so much
 * work that it would be noticed. */
double lp_live_pause(const struct lp_live *live, double wished);

/* Seconds since the program began; of one that ended, how long it ran. */
double lp_live_age(const struct lp_live *live);

/* How and when the program ended, if lp_live_has_news() says no: "ended with status 0 after 1.2 s".
 * Cut short to `size` bytes. */
void lp_live_describe_end(const struct lp_live *live, char *out, size_t size);

void lp_live_free(struct lp_live *live);

#endif
