// tail_states.c: states of a machine that go on by calling the next one, through a pointer, as a function's last thing:
// a jump, when optimised, however many returns there are and whatever variables end there.
//: N = 3000000
//: levels = -O2 | -O3 | -Os
//: stack_kb = 8192
//: calls plain = N + 1
//: calls with_variable = N + 1
//: calls with_array = N + 1
//: calls with_switch = N + 1
//: calls in_loop = N + 1
#include <stdio.h>

struct machine {
	long left;
	int sum;
	int (*next)(struct machine *, int);
	void (*go)(struct machine *, int);
};

static int plain(struct machine *m, int x) //= N + 1
{
	if (m->left-- <= 0)     //= N + 1
		return m->sum;  //= 1
	return m->next(m, x + 1); //= N
}

static int with_variable(struct machine *m, int x) //= N + 1
{
	int y = x + 1; //= N + 1

	if (m->left-- <= 0)    //= N + 1
		return m->sum; //= 1
	return m->next(m, y); //= N
}

static int with_array(struct machine *m, int x) //= N + 1
{
	volatile int seen[4];    //= N + 1
	int y;                   //= N + 1

	seen[x & 3] = x;         //= N + 1
	y = seen[x & 3];         //= N + 1
	if (m->left-- <= 0)      //= N + 1
		return y & 0;    //= 1
	return m->next(m, y + 1); //= N
}

static int with_switch(struct machine *m, int x) //= N + 1
{
	if (m->left-- <= 0)    //= N + 1
		return m->sum; //= 1
	switch (x % 3) {       //= N
	case 0:                //= N / 3
		m->sum++;      //= N / 3
		return m->next(m, x + 1); //= N / 3
	case 1:                //= N / 3
		return m->next(m, x + 1); //= N / 3
	default:               //= N / 3
		return m->next(m, x + 1); //= N / 3
	}
}

static void in_loop(struct machine *m, int x) //= N + 1
{
	for (;;) { //= N + 1
		int y = x & 3; //= N + 1

		if (m->left-- <= 0) //= N + 1
			return; //= 1
		if (y != 4)         //= N
			return m->go(m, x + 1); //= N
		x++; //= 0
	}
}

int main(void) //= 1
{
	struct machine m = {3000000, 0, plain, in_loop}; //= 1

	printf("%d\n", m.next(&m, 0)); //= 1
	m = (struct machine){3000000, 0, with_variable, in_loop}; //= 1
	printf("%d\n", m.next(&m, 0)); //= 1
	m = (struct machine){3000000, 0, with_array, in_loop}; //= 1
	printf("%d\n", m.next(&m, 0)); //= 1
	m = (struct machine){3000000, 0, with_switch, in_loop}; //= 1
	printf("%d\n", m.next(&m, 0)); //= 1
	m.left = 3000000; //= 1
	m.go(&m, 0); //= 1
	return 0; //= 1
}
