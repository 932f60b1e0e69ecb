/*
 * settings.h: what the environment asks of the runtime. An unknown value is said
 * in one line, and the default is taken.
 */
#ifndef LINEPROF_RUNTIME_SETTINGS_H
#define LINEPROF_RUNTIME_SETTINGS_H

#include <stdbool.h>

#include "runtime/schedule.h"

/* LINEPROF_REPORT: whether to say at exit where the profile is. */
enum lp_report { LP_REPORT_AUTO, LP_REPORT_ALWAYS, LP_REPORT_NEVER };

/* LINEPROF_MODE */
enum lp_mode {
	LP_MODE_AUTO,
	LP_MODE_COUNTS,        /* no clocks, no samples */
	LP_MODE_DETERMINISTIC, /* no samples */
};

/* LINEPROF_ENGINE: what takes samples. */
enum lp_engine_asked {
	LP_ENGINE_ASKED_AUTO, /* perf where that is the better one, else the timer */
	LP_ENGINE_ASKED_PERF, /* perf if the kernel allows it, and said when it is the timer */
	LP_ENGINE_ASKED_TIMER,
	LP_ENGINE_ASKED_NONE,
};

struct lp_settings {
	bool is_off; /* LINEPROF=off, or a set-user-id program */
	enum lp_mode mode;
	const char *mode_note;       /* who asked for it, if it is not auto: "LINEPROF_MODE=counts" */
	enum lp_engine_asked engine;
	enum lp_report report;       /* LINEPROF_REPORT */
	bool starts_stopped;         /* LINEPROF_START=off: until lineprof_start() */
	bool paths_are_off;          /* LINEPROF_PATHS=off: samples without who called */
	bool gpu_is_off;             /* LINEPROF_GPU=off: no CUPTI */
	bool has_ranges;             /* LINEPROF_NVTX=on, the default: NVTX, to and fro */
	struct lp_schedule schedule; /* LINEPROF_SCHEDULE */
	const char *file;            /* LINEPROF_FILE; NULL: the program's name + ".lprof" */
};

/* Read once, at the first registration; then constant. */
extern struct lp_settings lp_settings;

/* `compiled_mode`: that of the program's code, which LINEPROF_MODE overrules. */
void lp_settings_read(enum lp_mode compiled_mode);

#endif
