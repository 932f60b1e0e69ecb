/* second_look.c: what a sample is charged to, where that is not the instruction before it. */
#include "viewer/model/second_look.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/frames.h"
#include "viewer/model/waited.h"

/* The way back to the caller takes a hundredth of that. */
enum { END_NS = 1000 };

struct look {
	struct lp_symbol_query query;
	size_t of;      /* index of the sample's query */
	bool is_waited; /* at what it waited for; else at what it stands at */
};

/* What the looks are for. */
struct looking {
	const struct lp_profile *profile;
	const struct lp_object *object;
	const char *binary; /* where that is */
	struct lp_symbol_query *queries;
	size_t count;
	struct lp_waited *waited; /* of each query */
	struct look *looks;
	size_t look_count;
};

/* The innermost frame of code that is counted, and its function; NULL: none. */
static struct lp_frame *counted_frame(const struct looking *looking,
				      const struct lp_symbol_query *query, uint32_t *function)
{
	for (size_t i = 0; i < query->frame_count; i++) {
		*function = lp_frame_function(looking->profile, looking->object, &query->frames[i]);
		if (*function != LP_NO_INDEX)
			return &query->frames[i];
	}
	return NULL;
}

/* The line of a frame in `function`, if it has code; else NULL. */
static const struct lp_function_line *
line_with_code(const struct looking *looking, uint32_t function, const struct lp_frame *frame)
{
	const uint32_t at = lp_frame_line(looking->profile, function, frame);
	const struct lp_function_line *const line =
	    at == LP_NO_INDEX ? NULL : &looking->profile->function_lines[at];

	return line && (line->flags & LP_LINE_CODE) ? line : NULL;
}

/* Whether the innermost code that is counted has a line which never ran. */
static bool never_ran(const struct looking *looking, const struct lp_symbol_query *query)
{
	uint32_t function;
	const struct lp_frame *const frame = counted_frame(looking, query, &function);
	const struct lp_function_line *const line =
	    frame ? line_with_code(looking, function, frame) : NULL;

	return line && line->hits == 0;
}

/* Whether a sample's frames, as they are, cannot be what it waited for. */
static bool is_doubtful(const struct looking *looking, const struct lp_symbol_query *query)
{
	return lp_frames_are_probe(query) || never_ran(looking, query);
}

static int by_address(const void *left, const void *right)
{
	const struct look *const a = (const struct look *)left;
	const struct look *const b = (const struct look *)right;

	return (a->query.address > b->query.address) - (a->query.address < b->query.address);
}

static void add_look(struct looking *looking, size_t of, uint64_t address, struct lp_code_run run,
		     bool is_waited)
{
	/* Of an address the byte before is looked up. */
	looking->looks[looking->look_count++] = (struct look){
	    .query = {.address = address + 1, .run = run}, .of = of, .is_waited = is_waited};
}

static void list_looks(struct looking *looking)
{
	for (size_t i = 0; i < looking->count; i++) {
		const struct lp_symbol_query *const query = &looking->queries[i];
		const struct lp_waited *const waited = &looking->waited[i];
		const bool is_other = waited->address && (!waited->is_before || query->has_no_line);

		if (!query->is_leaf)
			continue;
		if (is_other)
			add_look(looking, i, waited->address, waited->run, true);
		if (is_other || is_doubtful(looking, query))
			add_look(looking, i, query->address, waited->at_run, false);
	}
	qsort(looking->looks, looking->look_count, sizeof(*looking->looks), by_address);
}

static enum lp_status answer_looks(struct looking *looking, struct lp_arena *arena)
{
	struct lp_symbol_query *const again =
	    (struct lp_symbol_query *)calloc(looking->look_count + 1, sizeof(*again));
	enum lp_status status = LP_OK;

	if (!again)
		return LP_MEMORY;
	for (size_t i = 0; i < looking->look_count; i++)
		again[i] = looking->looks[i].query;
	if (looking->look_count > 0)
		status = lp_symbols_find(looking->binary, again, looking->look_count, arena);
	for (size_t i = 0; i < looking->look_count; i++)
		looking->looks[i].query = again[i];
	free(again);
	return status == LP_MEMORY ? LP_MEMORY : LP_OK;
}

/* First what was waited for; where that is doubtful, what the sample stands at. */
static void take_answers(struct looking *looking)
{
	for (int is_waited = 1; is_waited >= 0; is_waited--)
		for (size_t i = 0; i < looking->look_count; i++) {
			const struct look *const look = &looking->looks[i];
			struct lp_symbol_query *const query = &looking->queries[look->of];

			if (look->is_waited != is_waited || look->query.frame_count == 0 ||
			    (!is_waited &&
			     (!is_doubtful(looking, query) || is_doubtful(looking, &look->query))))
				continue;
			query->frames = look->query.frames;
			query->frame_count = look->query.frame_count;
		}
}

/* LLVM makes one of equal ends of a function, which has the line of one of them. Whether the
 * samples of a query are at such an end: its line did not run often enough for them, and the
 * function did more often. (Of one that was never called nothing is known: the program was killed
 * in it.) */
static bool is_shared_end(const struct looking *looking, size_t of, const struct lp_frame *frame,
			  uint32_t function)
{
	const struct lp_symbol_query *const query = &looking->queries[of];
	const struct lp_function_line *const line = line_with_code(looking, function, frame);

	return line && !lp_frames_are_probe(query) &&
	       line->hits < looking->profile->functions[function].ncalls / 2 &&
	       line->hits * END_NS < query->samples * looking->profile->info.sample_period_ns;
}

/* Time at ends that are shared is their functions', whose first line counts each call. */
static enum lp_status give_ends(const struct looking *looking, struct lp_arena *arena)
{
	for (size_t i = 0; i < looking->count; i++) {
		struct lp_symbol_query *const query = &looking->queries[i];
		struct lp_frame *frame, *copy;
		uint32_t function;

		if (!query->is_leaf || !looking->waited[i].returns)
			continue;
		frame = counted_frame(looking, query, &function);
		if (!frame || !is_shared_end(looking, i, frame, function))
			continue;
		copy =
		    (struct lp_frame *)lp_arena_allocate(arena, query->frame_count * sizeof(*copy));
		if (!copy)
			return LP_MEMORY;
		memcpy(copy, query->frames, query->frame_count * sizeof(*copy));
		copy[frame - query->frames].line = 0;
		query->frames = copy;
	}
	return LP_OK;
}

enum lp_status lp_second_look(const struct lp_profile *profile, const struct lp_object *object,
			      const char *binary, struct lp_symbol_query *queries, size_t count,
			      struct lp_arena *arena)
{
	struct looking looking = {.profile = profile,
				  .object = object,
				  .binary = binary,
				  .queries = queries,
				  .count = count};
	enum lp_status status = LP_MEMORY;

	looking.waited = (struct lp_waited *)calloc(count + 1, sizeof(*looking.waited));
	looking.looks = (struct look *)calloc(2 * count + 1, sizeof(*looking.looks));
	if (looking.waited && looking.looks)
		status = lp_waited_find(binary, queries, count, looking.waited);
	if (status == LP_OK) {
		list_looks(&looking);
		status = answer_looks(&looking, arena);
	}
	if (status == LP_OK) {
		take_answers(&looking);
		status = give_ends(&looking, arena);
	}
	free(looking.waited);
	free(looking.looks);
	return status;
}
