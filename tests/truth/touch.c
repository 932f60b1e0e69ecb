// touch.c: what touches fresh memory stands first in its loop, and has the time of the page faults: not what jumps there.
//: least touching = 90
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { BYTES = 16 << 20, PAGE = 4096 };

__attribute__((noinline)) static void touch(volatile char *at, const volatile char *end)
{
	do {
		*at = 1; //~ touching
		at += PAGE; //~ going_on
	} while (at < end); //~ going_on
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;

	for (int i = 0; i < 4 * rounds; i++) {
		char *const memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, //~ aside
					  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (memory == MAP_FAILED || madvise(memory, BYTES, MADV_NOHUGEPAGE)) //~ aside
			return 2;
		touch(memory, memory + BYTES);
		munmap(memory, BYTES); //~ aside
	}
	return 0;
}
