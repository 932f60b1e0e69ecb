/* sandbox_calls.c: arranges outside of a sandbox for what cannot be done inside. */
#include "runtime/sandbox_calls.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "format/abi.h"
#include "runtime/clock.h"
#include "runtime/exported_filter.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/sampler.h"
#include "runtime/sandbox.h"

/* What a thread has told that it is about to do, and what was changed for that: until it has told
 * whether it did. */
struct attempt {
	bool is_open;
	bool has_entered;
	bool has_halted;
	bool has_lost_clock;
	int sandbox;
};

static __thread struct attempt attempt __attribute__((tls_model("initial-exec")));

static void lose_clock(void)
{
	attempt.has_lost_clock = lp_clock_lose();
	__atomic_or_fetch(&lp_run->flags, LP_INFO_NO_CLOCK, __ATOMIC_RELAXED);
}

static void enter(const void *filter)
{
	attempt.has_entered = true;
	attempt.sandbox = lp_sandbox_enter(filter);
}

/* Who returns from a signal's handler makes a system call, too. */
static void enter_with(const void *filter)
{
	enter(filter);
	if (lp_sys_passes(SYS_rt_sigreturn))
		return;
	lp_sandbox_leave(attempt.sandbox);
	attempt.has_halted = lp_sampler_halt();
	enter(filter);
}

static void begin(int what, const void *told)
{
	struct sock_fprog exported;

	attempt = (struct attempt){.is_open = true};
	if (what == LP_REGION_NO_CLOCK) {
		lose_clock();
	} else if (what == LP_REGION_STRICT_SANDBOX) { /* which lets handlers return */
		enter(NULL);
		lose_clock();
	} else if (what == LP_REGION_LIBSECCOMP) {
		enter_with(lp_exported_filter(told, &exported) ? &exported : NULL);
	} else {
		enter_with(told);
	}
}

/* What the last one has changed, and no other. */
static void undo(void)
{
	if (attempt.has_entered)
		lp_sandbox_leave(attempt.sandbox);
	if (attempt.has_halted)
		lp_sampler_go_on();
	if (!attempt.has_lost_clock)
		return;
	lp_clock_find();
	__atomic_and_fetch(&lp_run->flags, ~(uint32_t)LP_INFO_NO_CLOCK, __ATOMIC_RELAXED);
}

static void with_lock(int what, const void *told)
{
	struct lp_guard guard;

	lp_lock(&guard);
	if (what != LP_REGION_NO_SANDBOX)
		begin(what, told);
	else if (attempt.is_open)
		undo();
	lp_unlock(&guard);
}

void lp_sandbox_call(int what, const char *told)
{
	const int saved_errno = errno;
	/* In a child by vfork(), which has its parent's memory, it is not the parent's. */
	const bool is_ours = lp_lifecycle_is_ours();

	/* What only the kernel knows is asked for once more. */
	if (is_ours && what != LP_REGION_IN_SANDBOX && what != LP_REGION_NO_SANDBOX)
		lp_lifecycle_control(NULL, LP_CONTROL_FLUSH);
	if (is_ours && what != LP_REGION_IN_SANDBOX)
		with_lock(what, told);
	if (is_ours && (what == LP_REGION_IN_SANDBOX || what == LP_REGION_NO_SANDBOX))
		attempt.is_open = false;
	errno = saved_errno;
}
