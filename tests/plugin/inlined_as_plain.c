/* inlined_as_plain.c: what asks for names in line tables is no profile: the inliner does not put off inlining into a
 * function that is inlined itself, which would copy the inner one everywhere. With a profile it does, as ever.
 * RUN: %clang -O2 -S %s -o %t.s -Rpass=inline 2>&1 | FileCheck %s
 * RUN: %clang %plugin -O2 -S %s -o %t.s -Rpass=inline 2>&1 | FileCheck %s
 * RUN: %clang %plugin -fdebug-info-for-profiling -O2 -S %s -o %t.s -Rpass=inline 2>&1 | FileCheck --check-prefix=OFF %s
 */
struct buffer {
	int used, size;
	unsigned char *bytes;
};
extern struct buffer *current;
extern int is_off;
void grow(struct buffer *buffer, int size);

static void put_byte(int c)
{
	int next;

	if (is_off)
		return;
	next = current->used + 1;
	if (next > current->size)
		grow(current, next);
	current->bytes[current->used] = (unsigned char)c;
	current->used = next;
}

static void put(unsigned c)
{
	while (c) {
		put_byte((int)c);
		c >>= 8;
	}
}

void one(unsigned c)
{
	if (__builtin_expect(c > 3, 0))
		put(c);
}

void two(unsigned c)
{
	put(c);
}

void three(unsigned c)
{
	put(c + 1);
	put_byte(7);
}
/*
 * CHECK: 'put_byte' inlined into 'put'
 * OFF-NOT: 'put_byte' inlined into 'put'
 */
