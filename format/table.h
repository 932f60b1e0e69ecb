/*
 * table.h: what a function's counters mean: its flow graph, lines, branches,
 * loops and calls. The plugin encodes a table into the object file, the runtime
 * carries the bytes into the profile, the viewer decodes them.
 *
 * The flow graph: node 0 is the outside; the others are the function's blocks,
 * cut behind each call that may not return (exit, longjmp, throw). Flow is kept
 * at every node: the counts of the edges in = the counts of the edges out. The
 * edges without LP_EDGE_COUNTED form a forest, so the counted ones determine all
 * the others (Knuth and Stevenson, Optimal measurement points for program
 * frequency counts, BIT 13, 1973).
 */
#ifndef LINEPROF_FORMAT_TABLE_H
#define LINEPROF_FORMAT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of lp_edge.flags. */
enum lp_edge_flag {
	LP_EDGE_COUNTED = 1 << 0, /* has a counter of its own */
	LP_EDGE_ENTRY = 1 << 1,   /* a call of the function: outside to its first node */
	LP_EDGE_BACK = 1 << 2,    /* closes a loop */
	LP_EDGE_RETURN = 1 << 3,  /* leaves the function by return */
	LP_EDGE_ABANDON = 1 << 4, /* control left at a call or a throw and never came back */
	LP_EDGE_RESUME = 1 << 5,  /* control comes back from outside: landing pad, setjmp, a
				   * coroutine that goes on */
	LP_EDGE_TAKEN = 1 << 6,   /* of the two ways out of a branch, that into the statement of an
				   * `if`, a loop's body or the rest of the condition, or where
				   * an operand of `&&`, `||` or `?:` holds */
	LP_EDGE_DECIDED = 1 << 7, /* the branch that it leads to does not ask: an operand in front
				   * has decided that it is taken, if the edge is, or is not */
	LP_EDGE_DECIDED_AGAINST = 1 << 8, /* the other way round, as in `!(a || b) && c`: that it is
					   * not taken, if the edge is. No edge has both */
};

/* Bits of lp_table.flags. */
enum lp_table_flag {
	LP_TABLE_APPROXIMATE = 1 << 0, /* no statement map: a line's hits are those of its code */
	LP_TABLE_LOCAL = 1 << 1,       /* internal linkage: the name is of one unit only */
	LP_TABLE_HANDS_OVER = 1 << 2,  /* a constructor or destructor that leaves the work to
					* another variant of itself: its entries are no calls */
	LP_TABLE_SUSPENDS = 1 << 3,  /* a coroutine of a plugin of before 2026-11-27: the flow graph
				      * does not show that it leaves where it waits */
	LP_TABLE_COROUTINE = 1 << 4, /* who resumes it is not who called it */
	LP_TABLE_NAMED_ONLY = 1 << 5, /* nothing has a pointer to it: all calls of it name it */
};

/* An edge of the flow graph. */
struct lp_edge {
	uint32_t from;  /* node */
	uint32_t to;    /* node */
	uint32_t flags; /* LP_EDGE_* */
};

/* A line: its hits are the sum of its terms. */
struct lp_table_line {
	uint32_t file;       /* index into lp_table.files */
	uint32_t line;       /* 1-based */
	uint32_t first_term; /* index into lp_table.terms */
	uint32_t term_count; /* 0: nothing can reach it: 0 hits */
};

/* One summand of a line's hits. */
struct lp_term {
	uint32_t is_edge; /* 1: the count of an edge; 0: of a node, the sum of its edges in */
	uint32_t index;   /* of the edge or node */
};

/* A conditional branch, switch or indirect jump: the edges out of `node`. */
struct lp_branch {
	uint32_t file;
	uint32_t line; /* 1-based, of the statement */
	uint32_t node;
	/* Where what is asked begins, an operand of && or ||, or all of the condition: in the same
	 * file, 1-based, the column in bytes; both 0: not known. */
	uint32_t operand_line;
	uint32_t column;
};

/* A loop: its entries are the edges into `node` without LP_EDGE_BACK, its
 * iterations those with it. */
struct lp_loop {
	uint32_t file;
	uint32_t line; /* 1-based, of the loop's header */
	uint32_t node;
};

/* A call site: it is executed as often as its node. */
struct lp_call {
	uint32_t file;
	uint32_t line; /* 1-based */
	uint32_t node;
	uint64_t callee; /* lp_abi_func.name_hash of a direct callee; 0 if indirect */
	uint32_t type;   /* what an indirect one calls, as in lp_table.types; 0: not known */
};

/* A function's table. Indexes are 0-based. */
struct lp_table {
	const char *linkage_name; /* as the linker knows it; not terminated by zero */
	size_t linkage_name_bytes;
	const char *name; /* as in the source, without parameters; may be empty */
	size_t name_bytes;
	uint32_t flags;      /* LP_TABLE_* */
	uint32_t file;       /* where it is defined; index into files */
	uint32_t line;       /* of its name there, 1-based; 0 unknown */
	uint32_t end_line;   /* of the last statement or brace; 0 unknown */
	uint32_t node_count; /* the outside included */

	uint64_t *files; /* lp_abi_file.path_hash */
	size_t file_count;
	struct lp_edge *edges;
	size_t edge_count;
	struct lp_table_line *lines; /* each (file, line) at most once */
	size_t line_count;
	struct lp_term *terms;
	size_t term_count;
	struct lp_branch *branches;
	size_t branch_count;
	struct lp_loop *loops;
	size_t loop_count;
	struct lp_call *calls;
	size_t call_count;
	/* As what the function may be called where no call names it: hashes of the types
	 * that pointers to it have, and of the virtual functions that it overrides. */
	uint32_t *types;
	size_t type_count; /* 0: not known */
};

/* Growing bytes; starts as all zeros, the caller frees `data` with free(). */
struct lp_bytes {
	unsigned char *data;
	size_t size;
	size_t capacity;
	bool failed; /* out of memory: contents are incomplete */
};

/* Appends the encoding of `table` (docs/format.md, "Function tables"). */
void lp_table_encode(const struct lp_table *table, struct lp_bytes *out);

/*
 * Decodes `data` into `table`; the names point into `data`, the arrays are
 * allocated and belong to the caller: lp_table_free(). Every index in the
 * result has been checked.
 *
 * Returns LP_OK, LP_CORRUPT (offset in `error`, from `data`) or LP_MEMORY, and
 * then `table` holds nothing to free.
 */
enum lp_status lp_table_decode(struct lp_table *table, const void *data, size_t size,
			       struct lp_error *error);

void lp_table_free(struct lp_table *table);

/*
 * Solves the flow equations: `edge_counts[edge_count]` and
 * `node_counts[node_count]` from the values of the counted edges, `counters`, in
 * the order of the edges. In a profile of a killed program an edge can come out
 * below zero, by the one visit in progress; it is raised to 0.
 *
 * Returns LP_OK, LP_MEMORY, or LP_CORRUPT when the uncounted edges are no
 * forest; counts are then all 0.
 */
enum lp_status lp_table_solve(const struct lp_table *table, const uint64_t *counters,
			      uint64_t *edge_counts, uint64_t *node_counts);

/* The number of edges with LP_EDGE_COUNTED. */
size_t lp_table_counter_count(const struct lp_table *table);

#ifdef __cplusplus
}
#endif
#endif
