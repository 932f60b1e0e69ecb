// taken_frame.c: assembler that uses the frame pointer as any other register: because it says so, or because it needs all
// there are. What is on the stack is found all the same, in functions that are not counted, too.
//: levels = -O1 | -O2 | -O3
//: calls run = 1
//: calls doubled = 2
//: calls many = 1
#include <stdio.h>

#if defined(__x86_64__)
#define TAKE(r, b) __asm__ volatile("xor %%ebp, %%ebp\n\tadd %1, %0" : "+r"(r) : "r"(b) : "rbp", "cc", "memory")
#define ADD_ALL(a, b, c, d, e, f, g, h)                                                                                \
	__asm__("add %1, %0\n\tadd %2, %0\n\tadd %3, %0\n\tadd %4, %0\n\tadd %5, %0\n\tadd %6, %0\n\tadd %7, %0"       \
		: "+&r"(a)                                                                                             \
		: "r"(b), "r"(c), "r"(d), "r"(e), "r"(f), "r"(g), "r"(h)                                               \
		: "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "cc")
#else
#define TAKE(r, b) ((r) += (b))
#define ADD_ALL(a, b, c, d, e, f, g, h) ((a) += (b) + (c) + (d) + (e) + (f) + (g) + (h))
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

__attribute__((noinline)) static long doubled(const int *p, int n) //= 2
{
	int kept[8];                    //= 2
	long sum = 0;                   //= 2

	for (int i = 0; i < n; i++)     //= 18
		kept[i] = p[i] * 2;     //= 16
	TAKE(sum, 0L);                  //= 2
	for (int i = 0; i < n; i++)     //= 18
		sum += kept[i];         //= 16
	return sum;                     //= 2
}

__attribute__((noinline, nodebug)) static long plain_sum(const int *p, int n)
{
	int kept[8];
	long sum = 0;

	for (int i = 0; i < n; i++)
		kept[i] = p[i] * 3;
	TAKE(sum, 0L);
	for (int i = 0; i < n; i++)
		sum += kept[i];
	return sum;
}

__attribute__((noinline)) static long many(long a, long b, long c, long d, long e, long f, long g, long h) //= 1
{
	ADD_ALL(a, b, c, d, e, f, g, h); //= 1
	return a;                        //= 1
}

int main(int argc, char **argv) //= 1
{
	static const int eight[] = {1, 2, 3, 4, 5, 6, 7, 8}; //= 1
	volatile long x = 1;          //= 1

	(void)argv;                   //= 1
	printf("%ld\n", run(argc, 2, &x)); //= 1
	return doubled(eight, 8) + doubled(eight, 8) != 144 || plain_sum(eight, 8) != 108 || many(1, 2, 3, 4, 5, 6, 7, argc) != 29; //= 1
}
