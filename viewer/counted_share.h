/* counted_share.h: shares of exact numbers, in percent. */
#ifndef LINEPROF_VIEWER_COUNTED_SHARE_H
#define LINEPROF_VIEWER_COUNTED_SHARE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Writes how many of `whole`, which is not 0, `count` are: "66.67". What is not all does not read
 * as all, nor what is something as nothing: ">99.99", "<0.01".
 */
void lp_format_counted_share(char *out, size_t size, uint64_t count, uint64_t whole);

#endif
