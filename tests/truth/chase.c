// chase.c: what waits for memory is the load, and not the division behind it that cannot begin before.
//: least loading = 95
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 1 << 20 };

struct node {
	struct node *next;
	uint64_t key;
	char more[48]; /* a cache line, 64 MB of them */
};

static uint64_t state = 1;

/* A circle through all nodes, in an order that nobody can guess: Sattolo's. */
static void link_nodes(struct node *nodes)
{
	for (uint32_t i = 0; i < NODES; i++) //~ aside
		nodes[i] = (struct node){.next = &nodes[i], .key = i}; //~ aside
	for (uint32_t i = NODES - 1; i > 0; i--) { //~ aside
		struct node *next = nodes[i].next; //~ aside
		uint32_t other;

		state = state * 6364136223846793005u + 1442695040888963407u; //~ aside
		other = (uint32_t)((state >> 32) % i); //~ aside
		nodes[i].next = nodes[other].next; //~ aside
		nodes[other].next = next; //~ aside
	}
}

__attribute__((noinline)) static uint64_t chase(const struct node *at, uint64_t n, uint64_t divisor)
{
	uint64_t sum = 0;

	while (n--) {
		at = at->next; //~ loading
		sum += (at->key | 1ul << 40) / divisor; //~ dividing
	}
	return sum;
}

__attribute__((noinline)) static const struct node *find(const struct node *p, uint64_t k)
{
	while (p->key != k) p = p->next; //~ loading
	return p;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	struct node *const nodes = calloc(NODES, sizeof(*nodes));
	const struct node *at = nodes;
	uint64_t sum = 0;

	if (!nodes)
		return 2;
	link_nodes(nodes);
	for (int i = 0; i < 4 * rounds; i++) {
		sum += chase(at, NODES, 3 + (uint64_t)argc);
		at = find(at->next, at->key);
	}
	printf("%d\n", (int)(sum & 1));
	return 0;
}
