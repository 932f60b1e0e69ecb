/* shadow_room.h: room for more open clocks than a thread begins with. */
#ifndef LINEPROF_RUNTIME_SHADOW_ROOM_H
#define LINEPROF_RUNTIME_SHADOW_ROOM_H

#include <stdbool.h>

#include "runtime/threads.h"

/*
 * Doubles the room for open clocks of the calling thread, in its probe. False where there can be no
 * more: then the call that has no clock is counted in the profile. Keeps errno.
 */
bool lp_shadow_room_more(struct lp_thread_state *thread);

#endif
