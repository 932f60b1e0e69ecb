/* lock.c: the runtime's one lock. */
#include "runtime/lock.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "runtime/interrupted.h"
#include "runtime/system_calls.h"

enum { FREE, HELD, CONTENDED, LENT };

static int state;

/* Two for each thread that holds it and lends it, and one while somebody has borrowed it. */
enum { BORROWED = 1, LENDER = 2 };

static int loan;

/* How long a thread waits before it borrows: nearly all forks are over by then. */
enum { PATIENCE_NS = 20000000 };

/* In a sandbox that a thread enters while another one sleeps, the one that unlocks may not be let
 * wake it. */
enum { SLEEP_SECONDS = 1 };

/* Whether the calling thread holds it. */
static __thread bool is_mine __attribute__((tls_model("initial-exec")));
static __thread bool is_lent __attribute__((tls_model("initial-exec"))); /* by it */

/* The frame in which its signals come, which were blocked; 0: none. A handler may leave it by a
 * jump. */
static __thread uintptr_t letting_in __attribute__((tls_model("initial-exec")));

/* What that frame, and the system call's, reach down. */
enum { LETTING_IN_BYTES = 512 };

/* The signal by which glibc cancels a thread at once: SIGCANCEL, no number of <signal.h>. */
enum { CANCELLATION = 32 };

/* Only our handlers have it blocked. Nothing in them is a point of cancellation; and to enable it
 * there would end a thread that is cancelled at once, since glibc 2.41 also if the signal is
 * blocked. */
static bool is_in_handler(const struct lp_guard *guard)
{
	return guard->signals >> (CANCELLATION - 1) & 1;
}

/*
 * glibc's functions leave its own two signals unblocked, cancellation among them.
 * SIGBUS must get through: see truncation.h.
 */
static void block_signals(struct lp_guard *guard)
{
	const uint64_t all = ~(UINT64_C(1) << (SIGBUS - 1));

	guard->saved_errno = errno;
	guard->signals = 0;
	guard->is_blocking =
	    !lp_system_call(SYS_rt_sigprocmask, SIG_SETMASK, &all, &guard->signals, sizeof all);
	if (!is_in_handler(guard))
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &guard->cancel_state);
}

/* The thread may end in the last call: its clean-up handlers are to find its signals as they were.
 */
static void restore_signals(const struct lp_guard *guard)
{
	const uintptr_t outer = letting_in; /* this may be a handler there */

	letting_in = (uintptr_t)__builtin_frame_address(0);
	if (guard->is_blocking)
		lp_system_call_anyway(SYS_rt_sigprocmask, SIG_SETMASK, (long)&guard->signals, 0,
				      sizeof guard->signals, 0, 0);
	letting_in = outer;
	errno = guard->saved_errno;
	if (!is_in_handler(guard))
		pthread_setcancelstate(guard->cancel_state, NULL);
}

static bool change(int from, int to)
{
	return __atomic_compare_exchange_n(&state, &from, to, false, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

static bool borrow(void)
{
	int expected = __atomic_load_n(&loan, __ATOMIC_RELAXED);

	while (expected >= LENDER && !(expected & BORROWED))
		if (__atomic_compare_exchange_n(&loan, &expected, expected | BORROWED, false,
						__ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return true;
	return false;
}

static void wake(int count)
{
	lp_system_call(SYS_futex, &state, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

static void release(void)
{
	if (__atomic_exchange_n(&state, FREE, __ATOMIC_RELEASE) != HELD)
		wake(1);
}

/* The last one of all that have a part in a loan unlocks. */
static void leave_loan(int part)
{
	if (__atomic_sub_fetch(&loan, part, __ATOMIC_ACQ_REL) == 0)
		release();
}

/* Drepper, Futexes Are Tricky, mutex 2. https://www.akkadia.org/drepper/futex.pdf
 * Only who waits for what is lent looks up often: of thousands that wait, each time all
 * would. False: it was borrowed. */
static bool wait_for_it(void)
{
	const struct timespec patience = {.tv_nsec = PATIENCE_NS};
	const struct timespec sleep = {.tv_sec = SLEEP_SECONDS};

	while (!change(FREE, CONTENDED)) {
		const bool is_offered = __atomic_load_n(&state, __ATOMIC_RELAXED) == LENT;
		long waited;

		if (!is_offered)
			change(HELD, CONTENDED);
		waited = lp_system_call(SYS_futex, &state, FUTEX_WAIT_PRIVATE,
					is_offered ? LENT : CONTENDED,
					is_offered ? &patience : &sleep, NULL, 0);
		/* EPERM: in a sandbox that lets nobody sleep here. */
		if (waited && (errno == ETIMEDOUT || errno == EPERM) && borrow())
			return false;
		if (waited && errno == EPERM)
			lp_system_call(SYS_sched_yield);
	}
	return true;
}

void lp_lock(struct lp_guard *guard)
{
	block_signals(guard);
	/* Who lends it is not in the middle of fork() while it has borrowed it. */
	guard->is_borrowed = (is_lent && borrow()) || (!change(FREE, HELD) && !wait_for_it());
	is_mine = true;
}

bool lp_try_lock(struct lp_guard *guard)
{
	block_signals(guard);
	guard->is_borrowed = false;
	if (change(FREE, HELD)) {
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

bool lp_lock_held_back(const ucontext_t *context)
{
	return letting_in - lp_interrupted_stack_pointer(context) < LETTING_IN_BYTES &&
	       lp_interrupted_after_system_call(context);
}

void lp_unlock(const struct lp_guard *guard)
{
	is_mine = false;
	if (guard->is_borrowed)
		leave_loan(BORROWED);
	else
		release();
	restore_signals(guard);
}

void lp_lock_lend(const struct lp_guard *guard)
{
	is_mine = false;
	is_lent = true;
	__atomic_fetch_add(&loan, guard->is_borrowed ? LENDER - BORROWED : LENDER,
			   __ATOMIC_RELEASE);
	if (__atomic_exchange_n(&state, LENT, __ATOMIC_RELEASE) == CONTENDED)
		wake(INT_MAX);
}

void lp_lock_end_loan(const struct lp_guard *guard)
{
	is_lent = false;
	leave_loan(LENDER);
	restore_signals(guard);
}

bool lp_lock_inherit(struct lp_guard *guard)
{
	const bool is_whole = !(loan & BORROWED);

	loan = 0;
	state = HELD;
	is_lent = false;
	is_mine = true;
	guard->is_borrowed = false;
	return is_whole;
}
