/*
 * pointer_classes.h: which functions calls through pointers may have called, by the
 * types that the plugin noted of both (lp_table.types).
 *
 * Functions and call sites that some pointer may join are of one class. A type is cast
 * now and then: where a path shows a call that the types exclude, their classes are one.
 */
#ifndef LINEPROF_VIEWER_MODEL_POINTER_CLASSES_H
#define LINEPROF_VIEWER_MODEL_POINTER_CLASSES_H

#include "viewer/model/edges.h"

/* Of what has no type that is known: any class may be meant. */
#define LP_ANY_CLASS 0

/* The call sites of one function and class that name no callee. */
struct lp_supplier {
	uint32_t caller; /* function */
	uint32_t class;
	uint64_t supply; /* calls made there */
};

struct lp_pointer_classes {
	struct lp_supplier *suppliers; /* those of a caller one behind the other */
	uint32_t supplier_count;
	struct lp_map by_class; /* caller and class to the number of a supplier */
	uint32_t *largest;      /* by function: its supplier with most; LP_NO_INDEX: it has none */
	uint32_t *of_function;  /* by function: its class */
	uint32_t class_count;   /* all are below; one at least */
	struct lp_map numbers;  /* only while they are made: types */
	uint32_t *parents;      /* the same: union-find */
};

/* Classes of the functions and call sites of `edges->profile`. LP_OK or LP_MEMORY; in both
 * cases lp_pointer_classes_free() is due. */
enum lp_status lp_pointer_classes_make(struct lp_pointer_classes *classes,
				       const struct lp_edges *edges);

/* The supplier of calls from `caller` to `callee`; LP_NO_INDEX if there is none. Where a type is
 * not known, of what has none or else of most calls. */
uint32_t lp_supplier_of(const struct lp_pointer_classes *classes, uint32_t caller, uint32_t callee);

/* Whether paths of samples, waits or clocks show calls of an edge that are not direct. A function
 * may call another in both ways: then its paths are of direct calls. */
bool lp_edge_is_on_paths(const struct lp_edges *edges, size_t edge);

void lp_pointer_classes_free(struct lp_pointer_classes *classes);

#endif
