/*
 * sites.h: the addresses of a profile's samples, and the instrumented code at each.
 */
#ifndef LINEPROF_VIEWER_MODEL_SITES_H
#define LINEPROF_VIEWER_MODEL_SITES_H

#include "viewer/model/address_map.h"
#include "viewer/model/profile.h"
#include "viewer/model/symbols.h"

/* Instrumented code: where a frame stands in the model. */
struct lp_place {
	uint32_t function;
	uint32_t function_line; /* LP_NO_INDEX: the line is not known */
};

/* An address, with the instrumented functions that it is in, innermost first. */
struct lp_site {
	uint64_t address; /* in memory */
	bool is_leaf;
	uint64_t samples; /* of a leaf */
	bool is_probe;    /* code of lineprof's own */
	uint32_t object;  /* LP_NO_INDEX: in none that is instrumented */
	uint32_t first_place;
	uint32_t place_count;
	uint32_t called; /* function that is called there, by name; LP_NO_INDEX: not known */
};

/* The nodes of one "stak" section. */
struct lp_stack_range {
	uint32_t first; /* number of the first */
	uint32_t count;
	const struct lp_stack_node *nodes;
};

struct lp_sites {
	struct lp_address_map objects;
	struct lp_stack_range *stacks;
	size_t stack_count;
	struct lp_site *sites; /* sorted by object, address, is_leaf */
	size_t site_count;
	struct lp_place *places;
	size_t place_count;
	size_t place_capacity;
	bool has_whole_calls; /* cut_calls.h */
};

/* Finds out the places of all addresses in the samples. What hinders it becomes
 * a warning. LP_OK or LP_MEMORY; in both cases lp_sites_free() is due. */
enum lp_status lp_sites_find(struct lp_sites *sites, struct lp_profile *profile);

/* Only the first step of that: all addresses, without places. */
enum lp_status lp_sites_collect(struct lp_sites *sites, const struct lp_profile *profile);

/* The site of an address; NULL if the samples have none there. */
const struct lp_site *lp_site_of(const struct lp_sites *sites, uint64_t address, bool is_leaf);

/* What lp_frames_find() is asked for a site that is in `object`. */
struct lp_symbol_query lp_site_query(const struct lp_site *site, const struct lp_object *object);

/* The stack node with that number, or NULL. */
const struct lp_stack_node *lp_sites_node(const struct lp_sites *sites, uint32_t number);

void lp_sites_free(struct lp_sites *sites);

#endif
