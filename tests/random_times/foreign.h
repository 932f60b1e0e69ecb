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

/* A step: a multiplication and an addition that wait for the step before. */
#ifdef __aarch64__
#define STEP "madd %0, %0, %1, %2\n\t"
#else
#define STEP "imulq %1, %0\n\taddq %2, %0\n\t"
#endif

/* 32 steps, in a register at every -O: through memory, what a step takes depends on where the code lies. */
#define DO_UNIT(x)                                                                                 \
	__asm__ volatile(".rept 32\n\t" STEP ".endr"                                               \
			 : "+r"(x)                                                                 \
			 : "r"(6364136223846793005ul), "r"(1442695040888963407ul))

#define DO_UNITS(units)                                                                            \
	do {                                                                                       \
		unsigned long x = chain;                                                           \
		for (long left = (units); left > 0; left--)                                        \
			DO_UNIT(x);                                                                \
		chain = x;                                                                         \
	} while (0)
