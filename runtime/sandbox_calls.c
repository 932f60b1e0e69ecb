/* sandbox_calls.c: arranges outside of a sandbox for what cannot be done inside. */
#include "runtime/sandbox_calls.h"

#include <errno.h>
#include <stddef.h>

#include "format/abi.h"
#include "runtime/clock.h"
#include "runtime/exported_filter.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/sampler.h"
#include "runtime/sandbox.h"

/* Who returns from a signal's handler makes a system call, too. */
static void enter(const void *filter)
{
	lp_sandbox_enter(filter);
	if (lp_sys_passes(SYS_rt_sigreturn))
		return;
	lp_sandbox_leave();
	lp_sampler_halt();
	lp_sandbox_enter(filter);
}

static void lose_clock(void)
{
	__atomic_or_fetch(&lp_run->flags, LP_INFO_NO_CLOCK, __ATOMIC_RELAXED);
	lp_clock_lose();
}

static void leave(void)
{
	lp_sandbox_leave();
	lp_sampler_go_on();
	if (lp_clock_find())
		__atomic_and_fetch(&lp_run->flags, ~(uint32_t)LP_INFO_NO_CLOCK, __ATOMIC_RELAXED);
}

/* Under the lock. */
static void change(int what, const void *filter)
{
	if (what == LP_REGION_NO_SANDBOX) {
		leave();
	} else if (what == LP_REGION_NO_CLOCK) {
		lose_clock();
	} else if (what == LP_REGION_STRICT_SANDBOX) { /* which lets handlers return */
		lp_sandbox_enter(NULL);
		lose_clock();
	} else {
		enter(filter);
	}
}

void lp_sandbox_call(int what, const char *told)
{
	const int saved_errno = errno;
	const void *filter = told;
	struct sock_fprog exported;
	struct lp_guard guard;

	/* In a child by vfork(), which has its parent's memory, it is not the parent's. */
	if (what == LP_REGION_IN_SANDBOX || !lp_lifecycle_is_ours())
		return;
	if (what == LP_REGION_LIBSECCOMP)
		filter = lp_exported_filter(told, &exported) ? &exported : NULL;
	/* What only the kernel knows is asked for once more. */
	if (what != LP_REGION_NO_SANDBOX)
		lp_lifecycle_control(NULL, LP_CONTROL_FLUSH);
	lp_lock(&guard);
	change(what, filter);
	lp_unlock(&guard);
	errno = saved_errno;
}
