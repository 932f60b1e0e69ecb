/*
 * unnamed.h: names of functions in which the compiler counts what has no name of its own, as
 * lambdas: "main::$_0::operator()(int) const". One more in front of them, and all have others.
 */
#ifndef LINEPROF_VIEWER_MODEL_UNNAMED_H
#define LINEPROF_VIEWER_MODEL_UNNAMED_H

#include <stdbool.h>
#include <stddef.h>

/* A number that the compiler counted, by offsets in the name. */
struct lp_counted {
	size_t begin; /* of its digits */
	size_t end;   /* behind what they are the number of */
};

/* The first one in the demangled `name` from `at` on. False: there is none. */
bool lp_counted_next(const char *name, size_t at, struct lp_counted *counted);

/* The number of the lambda whose body the function `name` is. False: it is none. */
bool lp_counted_lambda(const char *name, struct lp_counted *counted);

#endif
