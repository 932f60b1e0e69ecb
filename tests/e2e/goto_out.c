// goto_out.c: gotos out of blocks with a variable of their own, which ends there: optimised, they have no code. And labels without
// code behind one, to which a goto, a break or the end of a block leads.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#include <stdio.h>

__attribute__((noinline)) static int same(int value) //= 77
{
	return value; //= 77
}

static int to_last_label(void) //= 1
{
	int n = 0; //= 1
	for (int i = 0; i < 10; i++) { //= 11
		if (i < 4) { //= 10
			int x = same(i); //= 4
			n += x; //= 4
			goto next; //= 4
		}
		n++; //= 6
	next: //= 10
		; //= 10
	}
	return n; //= 1
}

static int out_of_endless_loops(void) //= 1
{
	int n = 0; //= 1
	for (int i = 0; i < 5; i++) { //= 6
		for (int j = 0;; j++) { //= 20
			if (j > i) //= 20
				goto last; //= 5
			n++; //= 15
		}
	last:; //= 5
	}
	for (int i = 0; i < 5; i++) { //= 6
		if (i == 3) //= 5
			goto behind; //= 1
		for (int j = 0;; j++) { //= 15
			if (j > i) //= 15
				goto behind; //= 4
			n++; //= 11
		}
	behind: //= 5
		; //= 5
	}
	return n; //= 1
}

static int only_by_goto(int v) //= 10
{
	if (v >= 0) { //= 10
		int x = same(v); //= 10
		v += x; //= 10
		goto out; //= 10
	}
	v++; //= 0
out: //= 10
	; //= 10
	return v; //= 10
}

static int behind_an_if(int v) //= 20
{
	int result = same(v); //= 20
	if (v & 2) { //= 20
		int strip = v & 8; //= 10
		if (strip) //= 10
			result = 4; //= 4
		goto done; //= 10
	}
	result = same(v); //= 10
done: //= 20
	return result; //= 20
}

static int never_ran(int a) //= 12
{
	int n = 0; //= 12
	if (same(n) & 1) { //= 12
		n++; //= 0
	} else {
		int x = a; //= 12
		if (same(x) & 2) { //= 12
			n += x; //= 6
		}
		goto out; //= 12
	}
	; //= 0
out: //= 12
	return n; //= 12
}

static int one_after_the_other(int a) //= 12
{
	int n = 0; //= 12
	if (a < 100) { //= 12
		if (a & 1) { //= 12
			n += a; //= 6
			if (n & 2) //= 6
				goto inner; //= 3
			n += 3; //= 3
		inner: //= 6
			; //= 6
		} else {
			n += 4; //= 6
		}
		; //= 12
	outer: //= 12
		return n; //= 12
	}
	if (a > 1000) //= 0
		goto outer; //= 0
	return 2; //= 0
}

static int behind_a_switch(int a) //= 12
{
	int d = 1, n = 0; //= 12
	do { //= 24
		n++; //= 24
		switch (a & 3) { //= 24
		case 1: //= 6
			goto last; //= 6
		case 3: //= 6
			n++; //= 6
		default: //= 12
			n--; //= 12
			break; //= 12
		case 2: //= 6
			n += 2; //= 6
		}
	last:; //= 24
	} while (d-- > 0); //= 24
	return n; //= 12
}

static int turns_by_goto(int a) //= 12
{
	do { //= 36
		int d; //= 36
		if (a-- <= 0) //= 36
			break; //= 12
		if (a & 1) { //= 24
			int x = same(a); //= 9
			goto last; //= 9
		}
	last: //= 24
		; //= 24
	} while (1); //= 24
	return 0; //= 12
}

int main(void) //= 1
{
	int sum = to_last_label() + out_of_endless_loops(); //= 1
	for (int i = 0; i < 10; i++) //= 11
		sum += only_by_goto(i); //= 10
	for (int i = 0; i < 20; i++) //= 21
		sum += behind_an_if(i); //= 20
	for (int i = 0; i < 12; i++) //= 13
		sum += never_ran(i) + one_after_the_other(i) + behind_a_switch(i) + turns_by_goto(i & 3 ? i & 3 : 2); //= 12
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
