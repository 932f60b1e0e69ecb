/* merge_command.h: `lpview merge`. */
#ifndef LINEPROF_VIEWER_MERGE_COMMAND_H
#define LINEPROF_VIEWER_MERGE_COMMAND_H

#include <getopt.h>

/* Runs it with its name as argument 0; returns the status for the shell. */
int lp_command_merge(int count, char **arguments);

/* What it takes, as getopt_long() has it. */
extern const struct option lp_merge_options[];

#endif
