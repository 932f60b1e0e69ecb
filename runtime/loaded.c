/* loaded.c: which of two locks is waited for when. */
#include "runtime/loaded.h"

#include <string.h>

#include "runtime/place.h"
#include "runtime/register.h"

static bool has_libraries(void)
{
	for (uint32_t i = 0; i < lp_modules_count(); i++)
		if (!lp_modules_state(i)->is_permanent)
			return true;
	return false;
}

static void act_locked(struct lp_loaded *loaded)
{
	loaded->act(loaded);
	loaded->is_done = true;
	if (!loaded->keeps_lock)
		lp_unlock(&loaded->guard);
}

/* Under the linker's lock. */
static void try_to_act(void *data)
{
	struct lp_loaded *const loaded = data;

	for (uint32_t i = 0; i < lp_modules_count(); i++)
		loaded->is_loaded[i] = lp_modules_is_loaded(i);
	if (lp_try_lock(&loaded->guard))
		act_locked(loaded);
}

static void act_without_libraries(struct lp_loaded *loaded)
{
	memset(loaded->is_loaded, 0, sizeof loaded->is_loaded);
	for (uint32_t i = 0; i < lp_modules_count(); i++)
		loaded->is_loaded[i] = lp_modules_state(i)->is_permanent;
	act_locked(loaded);
}

void lp_loaded_act(struct lp_loaded *loaded)
{
	while (!loaded->is_done) {
		const bool needs_linker = has_libraries();

		if (needs_linker)
			lp_place_hold(try_to_act, loaded);
		if (loaded->is_done)
			return;
		lp_lock(&loaded->guard);
		if (!needs_linker || loaded->guard.is_borrowed)
			act_without_libraries(loaded);
		else
			lp_unlock(&loaded->guard);
	}
}
