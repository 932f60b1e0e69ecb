/*
 * seccomp_filter.h: what a filter of system calls says of one, asked without making it.
 *
 * The program is classic BPF, as the kernel takes it for seccomp(2): McCanne and Jacobson, The BSD
 * Packet Filter, USENIX 1993; Linux, Documentation/userspace-api/seccomp_filter.rst, and
 * seccomp_check_filter() in kernel/seccomp.c for the instructions that there are.
 */
#ifndef LINEPROF_RUNTIME_SECCOMP_FILTER_H
#define LINEPROF_RUNTIME_SECCOMP_FILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>

/* SECCOMP_RET_*, with its data, of `count` instructions; SECCOMP_RET_KILL_PROCESS where they are
 * none that the kernel would have taken. Any thread, signal handlers too. */
uint32_t lp_seccomp_verdict(const struct sock_filter *code, uint32_t count,
			    const struct seccomp_data *data);

#endif
