/* pack_command.h: `lpview pack`. */
#ifndef LINEPROF_VIEWER_PACK_COMMAND_H
#define LINEPROF_VIEWER_PACK_COMMAND_H

/* Runs it with its name as argument 0; returns the status for the shell. */
int lp_command_pack(int count, char **arguments);

#endif
