/* diff_command.h: `lpview diff` and `lpview gate`: what changed from one run to another. */
#ifndef LINEPROF_VIEWER_DIFF_COMMAND_H
#define LINEPROF_VIEWER_DIFF_COMMAND_H

#include <getopt.h>

/* Run the commands, their names being argument 0; return the status for the shell: 0 done,
 * 1 failed, or for the gate: over a limit; 2 wrong usage. */
int lp_command_diff(int count, char **arguments);
int lp_command_gate(int count, char **arguments);

/* What they take, as getopt_long() has it. */
extern const struct option lp_diff_options[];
extern const struct option lp_gate_options[];

#endif
