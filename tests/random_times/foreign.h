/* foreign.h: the code of a random program that is not instrumented (foreign.c), and what a unit of work is. */
#ifdef __cplusplus
extern "C" {
#endif
void foreign_work(long units);
int foreign_call(int (*callback)(int), int depth);
int foreign_deep_call(int (*callback)(int), int depth, int frames);
#ifdef __cplusplus
}
#endif

static __thread unsigned long chain;

/* The assembly keeps the optimiser from making one step of several. */
#define DO_UNITS(units)                                                                            \
	do {                                                                                       \
		unsigned long x = chain;                                                           \
		for (long left = (units); left > 0; left--) {                                      \
			x = x * 6364136223846793005ul + 1442695040888963407ul;                     \
			__asm__ volatile("" : "+r"(x));                                            \
		}                                                                                  \
		chain = x;                                                                         \
	} while (0)
