/*
 * log.h: the runtime's lines on stderr. May be called in signal handlers; keeps
 * errno; never allocates.
 */
#ifndef LINEPROF_RUNTIME_LOG_H
#define LINEPROF_RUNTIME_LOG_H

/* The process begins: if descriptor 2 is another file one day, nothing is written to it. */
void lp_log_start(void);

/* Prints "lineprof: WHICH: WHAT: WHY"; `why` may be NULL. */
void lp_log(const char *which, const char *what, const char *why);

/* Prints "lineprof: WHICH: 'VALUE': WHAT: WHY"; the value, which may hold anything, as text and
 * cut. */
void lp_log_value(const char *which, const char *value, const char *what, const char *why);

/* As lp_log(), with the text of `error_number` as the reason. */
void lp_log_errno(const char *which, const char *what, int error_number);

/* Prints "lineprof: wrote PATH; look at it with: lpview PATH". */
void lp_log_report(const char *path);

#endif
