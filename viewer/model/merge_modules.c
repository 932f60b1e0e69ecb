/* merge_modules.c: which modules of several runs are the same. */
#include "viewer/model/merge_modules.h"

#include <string.h>

#include "format/abi.h"

#define GAP (UINT64_C(1) << 20)

static bool has_same_id(const struct lp_merge_module *a, const struct lp_merge_module *b)
{
	return a->head->build_id_bytes == b->head->build_id_bytes &&
	       memcmp(a->head->build_id, b->head->build_id, a->head->build_id_bytes) == 0;
}

/* The entries behind the head, and the tables. */
static bool has_same_tables(const struct lp_merge_module *a, const struct lp_merge_module *b)
{
	const size_t head = sizeof(struct lp_funcs);

	if (!a->funcs || !b->funcs)
		return a->funcs == b->funcs;
	return a->funcs->payload_bytes == b->funcs->payload_bytes &&
	       memcmp(a->funcs->payload + head, b->funcs->payload + head,
		      a->funcs->payload_bytes - head) == 0;
}

static uint64_t hash_id(const struct lp_merge_module *module)
{
	return lp_hash(module->head->build_id, module->head->build_id_bytes);
}

static uint64_t hash_path(const struct lp_merge_module *module)
{
	return lp_hash(module->path, strlen(module->path));
}

/* The module of the sum that `module` is: by its build id, or else by its path. */
static struct lp_merge_module *find_module(const struct lp_merge_modules *sum,
					   const struct lp_merge_module *module)
{
	uint32_t number = LP_MAP_NONE;

	if (module->head->build_id_bytes > 0)
		number = lp_map_find(&sum->by_id, hash_id(module));
	if (number == LP_MAP_NONE)
		number = lp_map_find(&sum->by_path, hash_path(module));
	return number == LP_MAP_NONE ? NULL : &sum->rows[number];
}

/* Of several modules with that key the first one is found. */
static bool enter(struct lp_map *map, uint64_t key, uint32_t number)
{
	uint32_t *const place = lp_map_at(map, key);

	if (place && *place == LP_MAP_NONE)
		*place = number;
	return place != NULL;
}

static enum lp_status add_module(struct lp_merge_modules *sum, struct lp_merge_module *module)
{
	const uint64_t size = module->head->text_end - module->head->text_begin;

	module->number = sum->count;
	module->moved_by = sum->next_address - module->head->text_begin;
	sum->next_address += size + GAP;
	sum->rows[sum->count++] = *module;
	return enter(&sum->by_id, hash_id(module), module->number) &&
		       enter(&sum->by_path, hash_path(module), module->number)
		   ? LP_OK
		   : LP_MEMORY;
}

enum lp_status lp_merge_modules_match(struct lp_merge_modules *sum, struct lp_merge_module *module,
				      const char **why)
{
	struct lp_merge_module *const known = find_module(sum, module);

	if (!known)
		return add_module(sum, module);
	*why = NULL;
	if (!has_same_id(known, module))
		*why = "was built anew between the runs";
	else if (!has_same_tables(known, module))
		*why = "has other functions";
	if (*why)
		return LP_DIFFERENT;
	module->number = known->number;
	module->moved_by = known->head->load_bias + known->moved_by - module->head->load_bias;
	return LP_OK;
}

void lp_merge_modules_free(struct lp_merge_modules *sum)
{
	lp_map_free(&sum->by_id);
	lp_map_free(&sum->by_path);
}
