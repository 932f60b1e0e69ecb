// macro_expressions.c: statement expressions that a macro makes, alone or in another macro: a line with one is visited once a pass,
// whatever is converted around it, and statements without code before and behind it are visited.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#define PTR(p) ({ void *p_ = (p); p_; })
#define ANY(s) (s)->any
#define START(s) ((struct row *)PTR(ANY(s)))->start
#define ROOT(s) (*(int *)PTR(&(s)->root))
#define assert(x) ((void)0)
#define put(a, b, v) ((long)common((a), (b), 1, (v)))
#define INC(p) (++(p)->root, (struct any *)(p))

struct cell { struct cell *next; unsigned short narrow; unsigned bits : 9; };
struct row { int flags; struct cell *start; };
struct any { void *any; int root; struct any *out; };

static int g;

__attribute__((noinline)) static long common(void *a, void *b, int c, struct any *v) //= 5
{
	g += c; //= 5
	return a == b ? c : v->root; //= 5
}

static int converted(struct any *d, int i) //= 20
{
	int n = 0; //= 20
	if (i >= 0 //= 20
	    && START(d)->next->narrow != 7) //= 20
		n++; //= 20
	n += i //= 20
	     + START(d)->next->narrow //= 20
	     + START(d)->next->bits; //= 20
	while (i-- > 18 //= 21
	       && START(d)->next->narrow //= 1
		      != 7)
		n++; //= 1
	return n; //= 20
}

static void below_a_case(struct any *s, int i) //= 20
{
	switch (i & 3) { //= 20
	case 2: //= 5
		(void)put((struct any *)PTR(s->any), (struct any *)PTR(s->out), //= 5
			  INC((struct any *)PTR(s->any)));
	}
}

static int before_a_loop(struct any *s, int i) //= 20
{
	g += i; //= 20
	assert(s); //= 20
	assert((void *)&ROOT(s) == (void *)&s->root); //= 20
	while (ROOT(s) == 1000) //= 20
		g++; //= 0
	return g; //= 20
}

static int in_a_branch(struct any *s, int i) //= 20
{
	if (i & 1) { //= 20
		g++; //= 10
	} else {
		if (ROOT(s)) { //= 10
			assert(s->any); //= 10
			assert(!s->any); //= 10
		}
		g += 2; //= 10
	}
	return g; //= 20
}

// Nothing of it has code, but it is passed.
static int of_constants(int i) //= 20
{
	int size; //= 20
	assert(sizeof(size) == sizeof(int)); //= 20
	if (i & 1) { //= 20
		long wide; //= 10
		assert(sizeof(wide) >= sizeof(size)); //= 10
		g++; //= 10
	}
	return g; //= 20
}

int main(void) //= 1
{
	struct cell cell = {&cell, 1, 2}; //= 1
	struct row row = {3, &cell}; //= 1
	struct any any = {&row, 3, 0}, other = {0, 3, 0}; //= 1
	other.any = &other; //= 1
	other.out = &other; //= 1
	for (int i = 0; i < 20; i++) { //= 21
		g += converted(&any, i); //= 20
		below_a_case(&other, i); //= 20
		g += before_a_loop(&any, i) + in_a_branch(&any, i); //= 20
		g += of_constants(i); //= 20
	}
	return g == 0; //= 1
}
