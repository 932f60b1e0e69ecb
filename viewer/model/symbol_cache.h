/* symbol_cache.h: what is known of sampled addresses, kept from reading to reading. */
#ifndef LINEPROF_VIEWER_MODEL_SYMBOL_CACHE_H
#define LINEPROF_VIEWER_MODEL_SYMBOL_CACHE_H

#include "format/layout.h"
#include "viewer/model/arena.h"
#include "viewer/model/map.h"
#include "viewer/model/symbols.h"

struct lp_known_symbol;

/*
 * Of one run of a program, or of several of the same one. Starts as all zeros.
 *
 * Which instruction a sample waited for is decided by how many samples there are around it
 * (second_look.h), and kept with the rest: so that is good for some number of samples, and all is
 * asked anew when there are more than twice as many.
 */
struct lp_symbol_cache {
	struct lp_map numbers; /* module, address and is_leaf to index in known */
	struct lp_map samples; /* module to how many decided; the most that fits if more */
	struct lp_known_symbol *known;
	size_t count;
	size_t capacity;
	struct lp_arena arena;
};

/* Answers what is known, and good, of the `*left` queries in `open`, all that there are of
 * `module`; the others stay there. Answers belong to the cache. */
void lp_symbol_cache_answer(struct lp_symbol_cache *cache, const struct lp_module *module,
			    struct lp_symbol_query **open, size_t *left);

/* Keeps copies of the answers to `count` queries; what memory does not suffice for is asked
 * again the next time. */
void lp_symbol_cache_keep(struct lp_symbol_cache *cache, const struct lp_module *module,
			  struct lp_symbol_query *const *queries, size_t count);

void lp_symbol_cache_free(struct lp_symbol_cache *cache);

#endif
