/* output.h: standard output that remembers why it failed. */
#ifndef LINEPROF_VIEWER_OUTPUT_H
#define LINEPROF_VIEWER_OUTPUT_H

#include <stdio.h>

struct lp_output {
	FILE *stream;
	int error; /* errno of the first write that failed; 0 if none did */
};

/* Opens `output`, which must stay where it is, on standard output. -1 when out of memory. */
int lp_output_open(struct lp_output *output);

/* Writes what is left and closes the stream; returns `error`. */
int lp_output_close(struct lp_output *output);

#endif
