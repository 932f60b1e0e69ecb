/* run_life.h: how long a program ran. */
#ifndef LINEPROF_VIEWER_MODEL_RUN_LIFE_H
#define LINEPROF_VIEWER_MODEL_RUN_LIFE_H

#include "format/reader.h"

/*
 * lp_reader_info(), of a profile that has one, with the end that its threads tell: of a program
 * that runs on, or was killed, they and their clocks are brought up to date more often than the
 * run, which was no shorter. LP_MEMORY.
 */
enum lp_status lp_run_info(const struct lp_reader *reader, struct lp_info *info);

#endif
