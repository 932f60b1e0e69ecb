/* valgrind.c: what Valgrind is asked and told, where the program runs in it. */
#include "runtime/valgrind.h"

#include <stdint.h>

/* Valgrind's include/valgrind.h, helgrind/helgrind.h and drd/drd.h. A tool does not know those of
 * others, and leaves them. */
enum {
	RUNNING_ON_VALGRIND = 0x1001,
	HELGRIND_MAKE_UNTRACKED = 'H' << 24 | 'G' << 16 | 0x127,
	DRD_START_SUPPRESSION = 'D' << 24 | 'R' << 16 | 0x2,
};

/* By instructions that do nothing elsewhere (Valgrind manual, 3.1 The Client Request mechanism):
 * then the answer is 0. */
static uint64_t request(uint64_t what, uint64_t first, uint64_t second)
{
	const uint64_t question[6] = {what, first, second};
#if defined(__x86_64__)
	uint64_t answer = 0;

	__asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi\n\t"
			 "rolq $61, %%rdi; rolq $51, %%rdi\n\t"
			 "xchgq %%rbx, %%rbx"
			 : "+d"(answer)
			 : "a"(question)
			 : "cc", "memory");
#elif defined(__aarch64__)
	register uint64_t answer __asm__("x3") = 0;
	register const uint64_t *at __asm__("x4") = question;

	__asm__ volatile("ror x12, x12, #3; ror x12, x12, #13\n\t"
			 "ror x12, x12, #51; ror x12, x12, #61\n\t"
			 "orr x10, x10, x10"
			 : "+r"(answer)
			 : "r"(at)
			 : "cc", "memory");
#endif
	return answer;
}

bool lp_valgrind_is_there(void)
{
	return request(RUNNING_ON_VALGRIND, 0, 0) != 0;
}

void lp_valgrind_leave_alone(const void *memory, size_t bytes)
{
	request(HELGRIND_MAKE_UNTRACKED, (uintptr_t)memory, bytes);
	request(DRD_START_SUPPRESSION, (uintptr_t)memory, bytes);
}
