/* stacks.c: the call paths of samples and waits, as a tree in the profile. */
#include "runtime/stacks.h"

#include <string.h>

#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/profile_file.h"
#include "runtime/threads.h"

enum {
	TABLES_MAX = 6,
	FIRST_CAPACITY = 4096,
	NODES_MAX = FIRST_CAPACITY * ((1 << TABLES_MAX) - 1),
	PROBES_MAX = 32, /* slots looked at in one table */
	/* Tenths of a table: a new one is wanted; the last one is kept for what has no callers. A
	 * search in what is fuller comes to no empty slot. */
	FULL_TENTHS = 7,
	KEPT_TENTHS = 8,
	/* The same where a thread begins: many may be about to, and then the lock is seldom free.
	 */
	BEGIN_TENTHS = 4,
	BUSY_SPINS = 1000, /* patience with a handler that fills a slot */
};

struct table {
	struct lp_stacks *head;
	struct lp_stack_node *nodes;
	uint32_t capacity;
	uint32_t first; /* number of nodes[0] */
	uint32_t used;
};

/* What a node is found by. */
struct key {
	uint32_t kind;
	uint32_t parent; /* ignored for a thread */
	uint64_t address;
	uint64_t region;
	uint32_t thread; /* its parent's */
};

static struct table tables[TABLES_MAX];
/* Of the nodes: what one has that has ended is found without a walk. */
static uint16_t threads[NODES_MAX];
_Static_assert(LP_THREADS_MAX <= UINT16_MAX + 1, "their numbers must fit");
static uint32_t table_count;
/* The tables in which a key had no room within its probes, however empty the rest is. */
static uint32_t crowded_count;

/* Fold the halves together: the high bits of a product depend on all of the input. */
static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

static uint32_t hash_of(const struct key *key)
{
	return (uint32_t)mix(mix(mix(key->kind, key->parent), key->address), key->region);
}

static bool is_match(const struct lp_stack_node *node, uint32_t kind, const struct key *key)
{
	return kind == key->kind && node->address == key->address && node->region == key->region &&
	       (kind == LP_STACK_THREAD || node->parent == key->parent);
}

static uint32_t settled_kind(const struct lp_stack_node *node)
{
	uint32_t kind = __atomic_load_n(&node->kind, __ATOMIC_ACQUIRE);

	for (int i = 0; kind == LP_STACK_BUSY && i < BUSY_SPINS; i++)
		kind = __atomic_load_n(&node->kind, __ATOMIC_ACQUIRE);
	return kind;
}

static bool claim(struct lp_stack_node *node)
{
	uint32_t expected = LP_STACK_EMPTY;

	return __atomic_compare_exchange_n(&node->kind, &expected, LP_STACK_BUSY, false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void fill(struct lp_stack_node *node, uint32_t number, const struct key *key)
{
	node->parent = key->kind == LP_STACK_THREAD ? number : key->parent;
	node->address = key->address;
	node->region = key->region;
	__atomic_store_n(&node->kind, key->kind, __ATOMIC_RELEASE);
}

static bool is_used(const struct table *table, uint32_t tenths)
{
	return __atomic_load_n(&table->used, __ATOMIC_RELAXED) > table->capacity / 10 * tenths;
}

/* Slots are never emptied: where a search meets an empty one, the key is not in the table. */
static uint32_t find_in(struct table *table, const struct key *key, uint32_t hash, bool inserts)
{
	for (uint32_t probe = 0; probe < PROBES_MAX; probe++) {
		const uint32_t slot = (hash + probe) & (table->capacity - 1);
		struct lp_stack_node *const node = &table->nodes[slot];
		uint32_t kind = settled_kind(node);

		if (kind == LP_STACK_EMPTY && !inserts)
			break;
		if (kind == LP_STACK_EMPTY && claim(node)) {
			__atomic_store_n(&threads[table->first + slot], (uint16_t)key->thread,
					 __ATOMIC_RELAXED);
			fill(node, table->first + slot, key);
			__atomic_fetch_add(&table->used, 1, __ATOMIC_RELAXED);
			return table->first + slot;
		}
		if (kind == LP_STACK_EMPTY)
			kind = settled_kind(node);
		if (is_match(node, kind, key))
			return table->first + slot;
	}
	return LP_NO_STACK_NODE;
}

/* New keys go to the last table only, unless there is none behind it and it is full but for what it
 * keeps free. Two threads that come with one key while a table is added may both have it: that
 * makes two rows of what is read as one. */
static uint32_t find_or_insert(const struct key *key)
{
	const uint32_t hash = hash_of(key);
	const uint32_t count = __atomic_load_n(&table_count, __ATOMIC_ACQUIRE);
	const bool is_kept = key->kind == LP_STACK_CALL && count == TABLES_MAX &&
			     is_used(&tables[count - 1], KEPT_TENTHS);
	uint32_t node = LP_NO_STACK_NODE;

	for (uint32_t i = 0; i < count && node == LP_NO_STACK_NODE; i++)
		node = find_in(&tables[i], key, hash, i + 1 == count && !is_kept);
	return node;
}

static struct lp_stack_node *node_at(uint32_t number)
{
	uint32_t i = 0;

	while (number - tables[i].first >= tables[i].capacity)
		i++;
	return &tables[i].nodes[number - tables[i].first];
}

static uint32_t find_path(enum lp_stack_kind kind, uint32_t thread, const uintptr_t *path,
			  size_t depth, uint64_t region)
{
	const uint32_t count = __atomic_load_n(&table_count, __ATOMIC_ACQUIRE);
	const struct key root = {.kind = LP_STACK_THREAD, .address = thread, .thread = thread};
	uint32_t node = find_or_insert(&root);

	while (node != LP_NO_STACK_NODE && depth-- > 0) {
		const struct key key = {
		    .kind = depth ? LP_STACK_CALL : kind,
		    .parent = node,
		    .address = path[depth],
		    .region = depth ? 0 : region,
		    .thread = thread,
		};

		node = find_or_insert(&key);
	}
	if (node == LP_NO_STACK_NODE)
		__atomic_store_n(&crowded_count, count, __ATOMIC_RELAXED);
	return node;
}

static bool needs_table(uint32_t tenths)
{
	const uint32_t count = __atomic_load_n(&table_count, __ATOMIC_ACQUIRE);

	return count && count < TABLES_MAX &&
	       (__atomic_load_n(&crowded_count, __ATOMIC_RELAXED) == count ||
		is_used(&tables[count - 1], tenths));
}

uint32_t lp_stacks_node(enum lp_stack_kind kind, uint32_t thread, const uintptr_t *path,
			size_t depth, uint64_t region)
{
	const uint32_t node = find_path(kind, thread, path, depth, region);
	struct lp_thread_state *const row = lp_threads_state(thread);

	if (row)
		row->has_paths = true;
	if (node != LP_NO_STACK_NODE || !needs_table(FULL_TENTHS))
		return node;
	lp_stacks_make_room();
	return find_path(kind, thread, path, depth, region);
}

void lp_stacks_count(uint32_t node, uint64_t weight)
{
	__atomic_fetch_add(&node_at(node)->count, weight, __ATOMIC_RELAXED);
}

void lp_stacks_set(uint32_t node, uint64_t ticks)
{
	__atomic_store_n(&node_at(node)->count, ticks, __ATOMIC_RELAXED);
}

/* The path's innermost address, as who called it has no room. */
static uint32_t node_alone(uint32_t thread, const uintptr_t *path, uint64_t region, uint64_t weight)
{
	const uint32_t node = find_path(LP_STACK_LEAF, thread, path, 1, region);

	if (node != LP_NO_STACK_NODE)
		__atomic_fetch_add(&lp_run->crowded_samples, weight, __ATOMIC_RELAXED);
	return node;
}

bool lp_stacks_add(enum lp_stack_kind kind, uint32_t thread, const uintptr_t *path, size_t depth,
		   uint64_t region, uint64_t weight)
{
	uint32_t node = lp_stacks_node(kind, thread, path, depth, region);

	if (node == LP_NO_STACK_NODE && kind == LP_STACK_LEAF)
		node = node_alone(thread, path, region, weight);
	if (node != LP_NO_STACK_NODE)
		lp_stacks_count(node, weight);
	return node != LP_NO_STACK_NODE;
}

/* Appends a table of `capacity` nodes. The head's 8 bytes keep the nodes on pages. */
static bool append(uint32_t capacity)
{
	struct table *const table = &tables[table_count];
	const struct table *const last = table_count ? table - 1 : NULL;

	table->head =
	    lp_file_append(LP_SECT_STACKS, sizeof *table->head, capacity * sizeof *table->nodes);
	if (!table->head)
		return false;
	table->nodes = (struct lp_stack_node *)(void *)(table->head + 1);
	table->capacity = capacity;
	table->first = last ? last->first + last->capacity : 0;
	table->used = 0;
	*table->head = (struct lp_stacks){.capacity = capacity, .first = table->first};
	lp_file_commit();
	__atomic_store_n(&table_count, table_count + 1, __ATOMIC_RELEASE);
	return true;
}

bool lp_stacks_start(void)
{
	return append(FIRST_CAPACITY);
}

/* Under the lock. */
static void make_room(uint32_t tenths)
{
	if (needs_table(tenths))
		append(tables[table_count - 1].capacity * 2);
}

void lp_stacks_make_room(void)
{
	const bool is_mine = lp_lock_is_mine();
	struct lp_guard guard;

	if (!needs_table(FULL_TENTHS) || (!is_mine && !lp_try_lock(&guard)))
		return;
	make_room(FULL_TENTHS);
	if (!is_mine)
		lp_unlock(&guard);
}

void lp_stacks_begin_thread(void)
{
	make_room(BEGIN_TENTHS);
}

/* The path of a leaf, innermost first; returns how long it is. */
static size_t path_of(const struct lp_stack_node *leaf, uintptr_t *path)
{
	const struct lp_stack_node *node = leaf;
	size_t depth = 0;

	while (node->kind != LP_STACK_THREAD && depth < LP_PATH_DEPTH) {
		path[depth++] = node->address;
		node = node_at(node->parent);
	}
	return depth;
}

/* Of a thread that has ended, so it stands still. */
static void fold_node(struct lp_stack_node *leaf, uint32_t to)
{
	/* Too large for the stack of a small thread; the lock keeps it ours. */
	static uintptr_t path[LP_PATH_DEPTH];
	const uint32_t kind = leaf->kind;
	const uint64_t count = leaf->count;
	size_t depth;

	if (!lp_stack_is_leaf(kind) || !count)
		return;
	depth = path_of(leaf, path);
	if (!lp_stacks_add(kind, to, path, depth, leaf->region, count) && kind == LP_STACK_LEAF) {
		__atomic_fetch_add(&lp_run->samples_lost, count, __ATOMIC_RELAXED);
		__atomic_fetch_sub(&lp_run->samples_taken, count, __ATOMIC_RELAXED);
	}
	leaf->count = 0;
}

void lp_stacks_fold(uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < table_count; i++)
		for (uint32_t slot = 0; slot < tables[i].capacity; slot++)
			if (__atomic_load_n(&threads[tables[i].first + slot], __ATOMIC_RELAXED) ==
			    from)
				fold_node(&tables[i].nodes[slot], to);
}

void lp_stacks_fork_child(void)
{
	const struct table *const last = &tables[table_count - 1];

	for (uint32_t i = 0; i < table_count; i++)
		tables[i].used = 0;
	memset(threads, 0, (last->first + last->capacity) * sizeof *threads);
}
