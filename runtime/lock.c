/* lock.c: the runtime's one lock. */
#include "runtime/lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "runtime/system_calls.h"

enum { FREE, HELD, CONTENDED };

static int state;

/* Whether the calling thread holds it. */
static __thread bool is_mine __attribute__((tls_model("initial-exec")));

/*
 * glibc's functions leave its own two signals unblocked, cancellation among them.
 * SIGBUS must get through: see truncation.h.
 */
static void block_signals(struct lp_guard *guard)
{
	const uint64_t all = ~(UINT64_C(1) << (SIGBUS - 1));

	guard->saved_errno = errno;
	lp_system_call(SYS_rt_sigprocmask, SIG_SETMASK, &all, &guard->signals, sizeof all);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &guard->cancel_state);
}

/* The thread may end in the last call: its clean-up handlers are to find its signals as they were.
 */
static void restore_signals(const struct lp_guard *guard)
{
	lp_system_call(SYS_rt_sigprocmask, SIG_SETMASK, &guard->signals, NULL,
		       sizeof guard->signals);
	errno = guard->saved_errno;
	pthread_setcancelstate(guard->cancel_state, NULL);
}

static bool take(void)
{
	int expected = FREE;

	return __atomic_compare_exchange_n(&state, &expected, HELD, false, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

/* Drepper, Futexes Are Tricky, mutex 2. https://www.akkadia.org/drepper/futex.pdf */
void lp_lock(struct lp_guard *guard)
{
	block_signals(guard);
	if (!take())
		while (__atomic_exchange_n(&state, CONTENDED, __ATOMIC_ACQUIRE) != FREE)
			lp_system_call(SYS_futex, &state, FUTEX_WAIT_PRIVATE, CONTENDED, NULL, NULL,
				       0);
	is_mine = true;
}

bool lp_try_lock(struct lp_guard *guard)
{
	block_signals(guard);
	if (take()) {
		is_mine = true;
		return true;
	}
	restore_signals(guard);
	return false;
}

bool lp_lock_is_mine(void)
{
	return is_mine;
}

void lp_unlock(const struct lp_guard *guard)
{
	is_mine = false;
	if (__atomic_exchange_n(&state, FREE, __ATOMIC_RELEASE) == CONTENDED)
		lp_system_call(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	restore_signals(guard);
}
