/* gate.c: the gates of probes, which are the program's own memory. */
#include "runtime/gate.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>

#include "runtime/system_calls.h"
#include "runtime/valgrind.h"

enum { FUTEX_SET_PRIVATE = FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG };

/* The kernel sets it, which fails where the instruction would raise a signal: it wakes nobody, as
 * nobody sleeps on a gate. */
static bool set_by_kernel(uint32_t *gate, uint32_t value)
{
	return lp_system_call(SYS_futex, gate, FUTEX_SET_PRIVATE, 0, 0, gate,
			      FUTEX_OP(FUTEX_OP_SET, value, FUTEX_OP_CMP_EQ, 0)) >= 0;
}

bool lp_gate_set(uint32_t *gate, uint32_t value)
{
	const int saved_errno = errno;
	bool is_set, is_refused;

	lp_valgrind_leave_alone(gate, sizeof *gate);
	is_set = set_by_kernel(gate, value);
	is_refused = !is_set && errno == EFAULT;
	errno = saved_errno;
	if (is_refused)
		return false;
	/* A sandbox may not let that call pass. */
	if (!is_set)
		__atomic_store_n(gate, value, __ATOMIC_SEQ_CST);
	return true;
}
