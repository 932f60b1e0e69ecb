// macro_open_loops.c: macros that end with the head of a loop, behind a statement of their own; the body is the program's. What has
// no code in front of such a macro is passed where control comes to it, and not by each of its rounds; nor is what is behind it.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#define NOTHING
#define WHILE_LESS(i) i = 0; while (left(&i)) {
#define FOR_LESS(i, n) n = 0; for (i = 0; i < 4; i++) {
#define ENDLESS(i) i = 0; for (;;) {
#define TURNS(i) i = 0; do {
#define NEXT(i) i++; }
static volatile int sum;

__attribute__((noinline)) static int left(int *i) //= 645
{
	return *i < 4; //= 645
}

__attribute__((noinline)) static void declarations(int k) //= 10
{
	sum += k; //= 10
	int i; //= 10
	int n; //= 10
	WHILE_LESS(i) //= 50
		sum += i; //= 40
		NOTHING; //= 40
	NEXT(i) //= 40
	NOTHING; //= 10
	sum++; //= 10
}

__attribute__((noinline)) static void two(int k) //= 10
{
	int i, n; //= 10
	FOR_LESS(i, n) //= 50
		sum += i; //= 40
	}
	NOTHING; //= 10
	WHILE_LESS(i) //= 50
		sum += i; //= 40
	NEXT(i) //= 40
}

__attribute__((noinline)) static void one_in_the_other(int k) //= 10
{
	int i, j, n; //= 10
	FOR_LESS(i, n) //= 50
		NOTHING; //= 40
		WHILE_LESS(j) //= 200
			NOTHING; //= 160
			sum += j; //= 160
		NEXT(j) //= 160
		NOTHING; //= 40
	}
}

__attribute__((noinline)) static void continues(int k) //= 10
{
	int i, n; //= 10
	FOR_LESS(i, n) //= 50
		NOTHING; //= 40
		if (i == 1) //= 40
			continue; //= 10
		sum += i; //= 30
		NOTHING; //= 30
	}
	NOTHING; //= 10
}

__attribute__((noinline)) static void nothing_in_it(int k) //= 10
{
	int i, n; //= 10
	FOR_LESS(i, n) //= 50
		NOTHING; //= 40
	}
	NOTHING; //= 10
}

__attribute__((noinline)) static void endless(int k) //= 10
{
	int i; //= 10
	ENDLESS(i) //= 50
		NOTHING; //= 50
		if (i == 4) //= 50
			break; //= 10
		NOTHING; //= 40
	NEXT(i) //= 40
	NOTHING; //= 10
}

__attribute__((noinline)) static void turns(int k) //= 10
{
	int i; //= 10
	TURNS(i) //= 40
		NOTHING; //= 40
		sum += i; //= 40
		NOTHING; //= 40
	} while (++i < 4); //= 40
	NOTHING; //= 10
}

__attribute__((noinline)) static void comes_again(int k) //= 10
{
	int i; //= 10
	sum++; //= 10
again: //= 20
	NOTHING; //= 20
	WHILE_LESS(i) //= 80
		sum += i; //= 70
		if (i == 2 && k >= 0) { //= 70
			k = -1; //= 10
			goto again; //= 10
		}
	NEXT(i) //= 60
	NOTHING; //= 10
}

__attribute__((noinline)) static void in_a_loop(int k) //= 10
{
	int i; //= 10
	for (;;) { //= 65
		int n; //= 65
		WHILE_LESS(i) //= 215
			sum += i; //= 205
			if (i == 2 && k >= 0) //= 205
				break; //= 55
		NEXT(i) //= 150
		if (k-- < 0) //= 65
			break; //= 10
	}
}

__attribute__((noinline)) static void in_a_switch(int k) //= 10
{
	int i; //= 10
	switch (k) { //= 10
	default: //= 9
	case 4: //= 10
		WHILE_LESS(i) //= 50
			sum += i; //= 40
		NEXT(i) //= 40
	}
}

__attribute__((noinline)) static void continues_turns(int k) //= 10
{
	int i; //= 10
	TURNS(i) //= 30
		i++; //= 30
		if (k & 1) { //= 30
			continue; //= 15
		}
		NOTHING; //= 15
	} while (i < 3); //= 30
}

int main(void) //= 1
{
	for (int k = 0; k < 10; k++) { //= 11
		declarations(k); //= 10
		two(k); //= 10
		one_in_the_other(k); //= 10
		continues(k); //= 10
		continues_turns(k); //= 10
		nothing_in_it(k); //= 10
		endless(k); //= 10
		turns(k); //= 10
		comes_again(k); //= 10
		in_a_loop(k); //= 10
		in_a_switch(k); //= 10
	}
	return sum == 0; //= 1
}
