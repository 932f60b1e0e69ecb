/* sandbox.c: the filters that the program has set up, and what passes all of them. */
#include "runtime/sandbox.h"

#include <linux/audit.h>
#include <stdint.h>
#include <string.h>

#include "runtime/seccomp_filter.h"
#include "runtime/system_calls.h"

#if defined(__x86_64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

enum { INSTRUCTIONS_MOST = 8192, FILTERS_MOST = 16, OPAQUE = -1 };

/* Each filter ends where the next begins; those of no more than `filter_count` are read. Of one
 * that was not entered, others that were may stand behind. */
static struct sock_filter instructions[INSTRUCTIONS_MOST];
static uint32_t ends[FILTERS_MOST];
static bool is_void[FILTERS_MOST];
static uint32_t filter_count;
static uint32_t opaque_count; /* sandboxes of whose filters nothing is known */
static bool has_refused;

/* The filter may have been built in memory that is not there: then the kernel refuses it. */
static bool is_readable(const void *memory, size_t bytes)
{
	enum { STRIDE = 4096 };
	const uintptr_t first = (uintptr_t)memory, last = first + bytes - 1;

	for (uintptr_t at = first; at < last; at += STRIDE)
		if (!lp_sys_is_readable(at))
			return false;
	return lp_sys_is_readable(last & ~(sizeof(uint64_t) - 1));
}

static bool add_filter(const struct sock_fprog *filter)
{
	const uint32_t begin = filter_count ? ends[filter_count - 1] : 0;
	const size_t bytes = filter->len * sizeof *filter->filter;

	if (filter_count == FILTERS_MOST || !filter->len ||
	    filter->len > INSTRUCTIONS_MOST - begin || !is_readable(filter->filter, bytes))
		return false;
	memcpy(&instructions[begin], filter->filter, bytes);
	ends[filter_count] = begin + filter->len;
	__atomic_store_n(&is_void[filter_count], false, __ATOMIC_RELAXED);
	__atomic_store_n(&filter_count, filter_count + 1, __ATOMIC_RELEASE);
	return true;
}

int lp_sandbox_enter(const void *filter)
{
	if (filter && is_readable(filter, sizeof(struct sock_fprog)) && add_filter(filter))
		return (int)filter_count - 1;
	__atomic_store_n(&opaque_count, opaque_count + 1, __ATOMIC_RELEASE);
	return OPAQUE;
}

void lp_sandbox_leave(int which)
{
	if (which == OPAQUE)
		__atomic_store_n(&opaque_count, opaque_count - 1, __ATOMIC_RELEASE);
	else
		__atomic_store_n(&is_void[which], true, __ATOMIC_RELEASE);
	while (filter_count && is_void[filter_count - 1])
		__atomic_store_n(&filter_count, filter_count - 1, __ATOMIC_RELEASE);
	if (!filter_count && !opaque_count)
		__atomic_store_n(&has_refused, false, __ATOMIC_RELAXED);
}

static bool passes(uint32_t filter, const struct seccomp_data *data)
{
	const uint32_t begin = filter ? ends[filter - 1] : 0;
	const uint32_t verdict =
	    lp_seccomp_verdict(&instructions[begin], ends[filter] - begin, data) &
	    SECCOMP_RET_ACTION_FULL;

	return verdict == SECCOMP_RET_ALLOW || verdict == SECCOMP_RET_LOG;
}

static bool passes_all(uint32_t count, long number, const long arguments[6])
{
	struct seccomp_data data = {
	    .nr = (int)number,
	    .arch = OUR_ARCHITECTURE,
	    .instruction_pointer = (uintptr_t)lp_system_call_with, /* in it */
	};

	for (int i = 0; i < 6; i++)
		data.args[i] = (uint64_t)arguments[i];
	for (uint32_t i = 0; i < count; i++)
		if (!__atomic_load_n(&is_void[i], __ATOMIC_ACQUIRE) && !passes(i, &data))
			return false;
	return true;
}

bool lp_sandbox_passes(long number, const long arguments[6])
{
	const uint32_t count = __atomic_load_n(&filter_count, __ATOMIC_ACQUIRE);

	if (!__atomic_load_n(&opaque_count, __ATOMIC_ACQUIRE) &&
	    (!count || passes_all(count, number, arguments)))
		return true;
	__atomic_store_n(&has_refused, true, __ATOMIC_RELAXED);
	return false;
}

bool lp_sandbox_has_refused(void)
{
	return __atomic_load_n(&has_refused, __ATOMIC_RELAXED);
}
