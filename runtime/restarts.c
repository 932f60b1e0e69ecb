/* restarts.c: leaves it to the program's signals which system calls they interrupt. */
#include "runtime/restarts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "runtime/interrupted.h"
#include "runtime/system_calls.h"

/* As the kernel has it, on both processors. */
struct kernel_action {
	uintptr_t handler;
	unsigned long flags;
	uintptr_t restorer;
	uint64_t mask;
};

/* Of those that wait for others, signal(7). What begins anew whatever a handler says, as fork()
 * does, is none of them. */
static bool is_interruptible(const struct lp_restarted_call *call)
{
	switch (call->number) {
#ifdef SYS_open
	case SYS_open:
#endif
	case SYS_openat:
	case SYS_read:
	case SYS_readv:
	case SYS_write:
	case SYS_writev:
	case SYS_ioctl:
	case SYS_wait4:
	case SYS_waitid:
	case SYS_accept:
	case SYS_accept4:
	case SYS_connect:
	case SYS_recvfrom:
	case SYS_recvmsg:
	case SYS_recvmmsg:
	case SYS_sendto:
	case SYS_sendmsg:
	case SYS_sendmmsg:
	case SYS_flock:
	case SYS_mq_timedreceive:
	case SYS_mq_timedsend:
	case SYS_getrandom:
		return true;
	case SYS_fcntl:
		return call->second == F_SETLKW || call->second == F_OFD_SETLKW;
	case SYS_futex:
		return (call->second & FUTEX_CMD_MASK) == FUTEX_WAIT ||
		       (call->second & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
	default:
		return false;
	}
}

/* Of several signals the kernel takes the one with the lowest number first. */
static bool is_to_be_interrupted(uint64_t pending)
{
	for (int number = 1; pending; number++, pending >>= 1) {
		struct kernel_action action;

		if (!(pending & 1) || lp_system_call(SYS_rt_sigaction, number, NULL, &action,
						     sizeof action.mask) != 0)
			continue;
		if (action.handler != (uintptr_t)SIG_DFL && action.handler != (uintptr_t)SIG_IGN)
			return !(action.flags & SA_RESTART);
	}
	return false;
}

void lp_restarts_leave_to_others(ucontext_t *context)
{
	const int saved_errno = errno;
	struct lp_restarted_call call;
	uint64_t pending = 0, blocked;

	if (!lp_interrupted_before_restart(context, &call) || !is_interruptible(&call))
		return;
	memcpy(&blocked, &context->uc_sigmask, sizeof blocked);
	if (lp_system_call(SYS_rt_sigpending, &pending, sizeof pending) == 0 &&
	    is_to_be_interrupted(pending & ~blocked))
		lp_interrupted_end_call(context, -EINTR);
	errno = saved_errno;
}
