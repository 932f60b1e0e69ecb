/*
 * iterations.h: the iterations that a program marks with lineprof_step(), and what each took.
 * Bounded: the last row is for all later ones.
 */
#ifndef LINEPROF_RUNTIME_ITERATIONS_H
#define LINEPROF_RUNTIME_ITERATIONS_H

#include "format/layout.h"

/* Another step begins, of that phase. Under the lock. Neighbours that are not measured
 * share a row. */
void lp_steps_begin(enum lp_phase phase);

/* The number of the step that the program is in; 0 before the first mark. */
uint32_t lp_steps_current(void);

/* Its row; NULL: there was no mark yet. */
struct lp_step *lp_steps_row(uint32_t number);

/* Brings the step that the program is in up to now. Under the lock. */
void lp_steps_settle(void);

/* In a forked child, under the lock: times begin anew. */
void lp_steps_fork_child(void);

#endif
