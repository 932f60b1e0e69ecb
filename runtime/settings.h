/*
 * settings.h: what the environment asks of the runtime. An unknown value is said
 * in one line, and the default is taken.
 */
#ifndef LINEPROF_RUNTIME_SETTINGS_H
#define LINEPROF_RUNTIME_SETTINGS_H

#include <stdbool.h>

/* LINEPROF_REPORT: whether to say at exit where the profile is. */
enum lp_report { LP_REPORT_AUTO, LP_REPORT_ALWAYS, LP_REPORT_NEVER };

struct lp_settings {
	bool is_off;           /* LINEPROF=off, or a set-user-id program */
	bool counts_only;      /* LINEPROF_MODE=counts: no clocks, no samples */
	enum lp_report report; /* LINEPROF_REPORT */
	const char *file;      /* LINEPROF_FILE; NULL: the program's name + ".lprof" */
};

/* Read once, at the first registration; then constant. */
extern struct lp_settings lp_settings;

void lp_settings_read(void);

#endif
