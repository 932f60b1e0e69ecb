/*
 * hints.h: lines that are slow for a reason that is known, each with its evidence.
 */
#ifndef LINEPROF_VIEWER_MODEL_HINTS_H
#define LINEPROF_VIEWER_MODEL_HINTS_H

#include "viewer/model/profile.h"

/* When something is said. Rather too little than what is not so. */
enum lp_hint_limit {
	LP_HINT_LEAST_PCT = 5,      /* of the time it had a CPU: the ticks below */
	LP_HINT_LEAST_SAMPLES = 10, /* that this rests on */
	LP_HINT_LEAST_TIMES =
	    1000,                 /* hits, rounds, calls: what is rare is dear for other reasons */
	LP_HINT_SELDOM_PART = 10, /* of the hits: calls that are no more are not the line's time */
	LP_HINT_MOST_FACT_PS =
	    20000, /* a hit: more is not a division's or a root's, but a call's */
	LP_HINT_LEAST_TAKEN_PCT = 30,
	LP_HINT_MOST_TAKEN_PCT = 70,
	LP_HINT_LEAST_BRANCH_PS =
	    1000, /* a branch and where it leads: no wrong guess is as cheap */
	LP_HINT_MOST_BRANCH_PS = 20000, /* more is work, or waiting for memory */
	LP_HINT_MOST_TARGET_PS =
	    50000, /* a call of the target: more than a direct call could save */
	LP_HINT_LEAST_OWN_PCT =
	    5,                    /* of both, at the branch itself: where all is in the ways, too */
	LP_HINT_THREAD_TIMES = 3, /* as dear in one thread as in another */
	LP_HINT_THREAD_PS = 5000, /* a hit in the dear one: less is no waiting for memory */
	LP_HINT_THREAD_SAMPLES = 25,    /* in each of the two, if their hits were equally dear */
	LP_HINT_WAIT_LEAST_TIMES = 100, /* hits: what is rare is no habit */
	LP_HINT_GPU_LEAST_NS = 5000000, /* to be won, beside LEAST_PCT of the time of the GPUs */
	LP_HINT_GPU_LEAST_TIMES = 100,  /* calls: what is rare is no habit */
	LP_HINT_GPU_IDLE_PCT = 20,      /* of that time, with the program in no call of CUDA */
	LP_HINT_GPU_DELAY_TIMES = 3,    /* a call: a kernel that begins later has waited in line */
	LP_HINT_GPU_TINY_TIMES = 2,     /* as long as its kernel takes the launch at least */
	LP_HINT_GPU_LONG_COPY = 65536, /* bytes: of shorter ones the start is what takes the time */
};

struct lp_hinting;

/* A kind of hints. */
struct lp_hint_kind {
	const char *name;   /* to silence it by */
	const char *what;   /* it says, in a few words: for help and tables */
	const char *advice; /* what could be done */
	bool is_of_gpu;     /* rests on a GPU's profile, not on times of lines */
	/* Adds what it finds; hinting.h. LP_OK, LP_MEMORY or LP_CORRUPT. */
	enum lp_status (*find)(struct lp_hinting *hinting);
};

/* All of them, ended by one without name; at most 32. */
extern const struct lp_hint_kind lp_hint_kinds[];

/* The bit of the kind with that name, of `size` bytes; 0: there is none. */
uint32_t lp_hint_bit(const char *name, size_t size);

struct lp_hint {
	const struct lp_hint_kind *kind;
	uint32_t source;
	uint32_t line;    /* 1-based */
	uint64_t ticks;   /* of the line or loop; of a call, with what it calls; of a branch, with the ways */
	uint64_t samples; /* that they rest on */
	uint64_t hits;    /* of the line; of a GPU's, calls there */
	double gpu_pct;   /* of a GPU's: `ticks`, which could be won at most, in % of the time from
			     the   GPUs' first work to their last */
	char evidence[192];
};

/* Starts as all zeros. */
struct lp_hints {
	struct lp_hint *rows; /* most time first */
	size_t count;
	size_t capacity;
};

/*
 * Finds the hints on lines that `marks` has (line_count elements), apart from the kinds whose
 * bits are in `silenced`. A profile without times has none but those of GPUs.
 *
 * LP_OK, LP_MEMORY or LP_CORRUPT; lp_hints_free() is due in any case.
 */
enum lp_status lp_hints_find(struct lp_hints *hints, const struct lp_profile *profile,
			     const bool *marks, uint32_t silenced);

void lp_hints_free(struct lp_hints *hints);

#endif
