/* refused_call.h: the sandbox of a test, in which the kernel refuses one call. */
#ifndef LINEPROF_TESTS_UNIT_REFUSED_CALL_H
#define LINEPROF_TESTS_UNIT_REFUSED_CALL_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* From now on the system call of this number fails with `error` in the calling process, or is its
 * end if that is 0. Whether the kernel can do that. */
static inline bool refuse_call(uint32_t number, uint32_t error)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K,
		     error ? SECCOMP_RET_ERRNO | error : SECCOMP_RET_KILL_PROCESS),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {sizeof code / sizeof *code, code};

	return !prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) &&
	       !prctl(PR_SET_SECCOMP, (unsigned long)SECCOMP_MODE_FILTER, &program, 0UL, 0UL);
}

#endif
