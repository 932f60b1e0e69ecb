/* merge_command.h: `lpview merge`. */
#ifndef LINEPROF_VIEWER_MERGE_COMMAND_H
#define LINEPROF_VIEWER_MERGE_COMMAND_H

/* Runs it with its name as argument 0; returns the status for the shell. */
int lp_command_merge(int count, char **arguments);

#endif
