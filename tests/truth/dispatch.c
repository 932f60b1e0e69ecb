// dispatch.c: an interpreter whose jumps nobody can guess: samples stand where they lead. In front of
// that is other code, of what hardly ever runs.
//: least running = 98
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPERATIONS = 1 << 20 };

static unsigned char operations[OPERATIONS + 1];

__attribute__((noinline)) static uint64_t run(const unsigned char *at, uint64_t x)
{
	static const void *const labels[] = {&&add, &&rare, &&shift, &&seldom, &&mix, &&end};

#define NEXT goto *labels[*at++]
	NEXT; //~ running
add:
	x += 12345; //~ running
	NEXT; //~ running
rare:
	x /= 3; //~ rare
	NEXT; //~ rare
shift:
	x ^= x >> 7; //~ running
	NEXT; //~ running
seldom:
	x /= 5; //~ rare
	NEXT; //~ rare
mix:
	x *= 0x9e3779b97f4a7c15; //~ running
	NEXT; //~ running
end:
	return x;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	uint64_t x = 1;

	for (int i = 0; i < OPERATIONS; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		operations[i] = (unsigned char)(x >> 60 == 0 && i < 1000 ? 1 + 2 * (i & 1) : 2 * ((x >> 33) % 3));
	}
	operations[OPERATIONS] = 5;
	for (int i = 0; i < 10 * rounds; i++)
		x = run(operations, x);
	printf("%d\n", (int)(x & 1));
	return 0;
}
