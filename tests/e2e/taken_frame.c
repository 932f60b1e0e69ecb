// taken_frame.c: assembler that uses the frame pointer as any other register.
//: levels = -O1 | -O2 | -O3
//: calls run = 1
#include <stdio.h>

#if defined(__x86_64__)
#define TAKE(r, b) __asm__ volatile("xor %%ebp, %%ebp\n\tadd %1, %0" : "+r"(r) : "r"(b) : "rbp", "cc")
#else
#define TAKE(r, b) ((r) += (b))
#endif

__attribute__((noinline)) static long run(long a, long b, volatile long *p) //= 1
{
	long r = a;                   //= 1

	for (int i = 0; i < 3; i++) { //= 4
		TAKE(r, b);           //= 3
		*p += r;              //= 3
	}
	printf("%ld\n", r);           //= 1
	return r + *p;                //= 1
}

int main(int argc, char **argv) //= 1
{
	volatile long x = 1;          //= 1

	(void)argv;                   //= 1
	printf("%ld\n", run(argc, 2, &x)); //= 1
	return 0;                     //= 1
}
