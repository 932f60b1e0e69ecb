// unreachable.c: what control never comes to is not visited, though no code is there.
//: levels = -O0 | -O1 | -O2 | -O3
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define UNREACHABLE { ((void)0), __builtin_unreachable(); }
#define EACH(k) case 4: return k + x; case 5: return k - x;
#define SWITCH(k)                                           \
	switch (m) {                                        \
	case 1: switch (b) { EACH(k) } UNREACHABLE; break;  \
	case 2: switch (b) { EACH(k) } UNREACHABLE; break;  \
	}                                                   \
	UNREACHABLE;

static inline int pick(int a, int m, int b, int x) //= 10
{
	if (a == 0) { //= 10
		SWITCH(1) //= 10
	} else if (a == 1) { //= 0
		SWITCH(2) //= 0
	}
	UNREACHABLE; //= 0
	return 0; //= 0
}

static int two(int a) //= 2
{
	if (a == 0) { //= 2
		return 1; //= 1
	} else if (a == 1) { //= 1
		return 2; //= 1
	}
	__builtin_unreachable(); //= 0
	return 0; //= 0
}

static int three(int a) //= 1
{
	if (a == 0) { //= 1
		if (a == 3) { UNREACHABLE; } //= 0
		{ UNREACHABLE; } //= 0
	} else if (a == 1) { //= 1
		return 2; //= 1
	}
	UNREACHABLE; //= 0
	return 0; //= 0
}

__attribute__((noreturn)) static void stop(const char *why) //= 1
{
	puts(why); //= 1
	exit(0); //= 1
}

// A break behind what does not come back ends nothing.
static void by_all_ways(int e) //= 1
{
	if (e < 0) //= 1
		goto input; //= 0
	switch (e) { //= 1
	case 1: //= 1
		stop("one"); break; //= 1
	case 2: //= 0
	input: //= 0
		stop("two"); break; //= 0
	default: //= 0
		stop("more"); //= 0
	}
	stop("end"); //= 0
}

static int by_one_way(int e) //= 1
{
	switch (e) { //= 1
	case 1: stop("one"); break; //= 0
	case 2: break; //= 1
	case 3: if (e) { stop("three"); break; } else break; //= 0
	default: stop("more"); //= 0
	}
	return 2; //= 1
}

// In front of the first label nothing runs, but where a label is inside of it.
static int before_labels(int n) //= 2
{
	int sum = 0; //= 2

	switch (n) { //= 2
		int kept; //= 0
	case 1: //= 1
		kept = n; //= 1
		sum += kept; //= 1
		break; //= 1
	default: //= 1
		sum = 7; //= 1
	}
	switch (n) { //= 2
		int rounds; //= 0
		do { //= 3
	case 1: //= 4
			sum++; //= 4
			rounds = sum; //= 4
		} while (rounds < 5); //= 4
		int behind; //= 1
		sum += sizeof(behind); //= 1
	}
	return sum; //= 2
}

// Arrays of variable length that control never comes to: clang makes them all the same.
static int before_arrays(int n) //= 10
{
	while (n < 10) { //= 19
		if (1) { //= 9
			n++; //= 9
			continue; //= 9
		}
		int never[1 + n]; //= 0
		never[0] = n; //= 0
		n += never[0]; //= 0
	}
	switch (2) { //= 10
	case 2: //= 10
		n++; //= 10
		return n; //= 10
	}
	int never[pick(n, 1, 2, 3)]; //= 0
	never[0] = n; //= 0
	return never[0]; //= 0
}

// assert() of a constant is a statement expression in GNU C; what it stands in never comes to its end.
static int behind_assertions(int n) //= 2
{
	for (int i = 0; i < n; i++) { //= 5
		if (n > 2) { //= 3
			assert(!"more"); //= 0
			continue; //= 0
		}
	}
	if (n > 2) { //= 2
		assert(0); //= 0
		return 1; //= 0
	}
	if (n < 2) { //= 2
		const int left = ({ //= 1
			if (n == 1) //= 1
				return 3; //= 1
			return 4; //= 0
			n; //= 0
		});
		n += left; //= 0
	}
	return n; //= 1
}

#define NEVER do { if (1) __builtin_unreachable(); } while (0)
static int never(int n) //= 3
{
	if (n < 0) { //= 3
		NEVER; //= 0
		return 1; //= 0
	}
	if (n > 100) { //= 3
		do { //= 0
			if (1) //= 0
				__builtin_unreachable(); //= 0
		} while (0);
	}
	if (n > 50) { //= 3
		if (0) { //= 0
			n++; //= 0
		} else {
			__builtin_unreachable(); //= 0
		}
	}
	if (n < 10) //= 3
		return n; //= 3
	NEVER; //= 0
}

int main(int argc, char **argv) //= 1
{
	int s = argv == NULL; //= 1

	for (int i = 0; i < 10; i++) //= 11
		s += pick(argc - 1, 1, 4 + (i & 1), i); //= 10
	s += two(argc) + two(argc - 1) + three(argc) + by_one_way(argc + 1); //= 1
	for (int i = 0; i < 10; i++) //= 11
		s += before_arrays(i == 0 ? 1 : 10); //= 10
	s += behind_assertions(1) + behind_assertions(2); //= 1
	s += before_labels(argc) + before_labels(argc + 1); //= 1
	s += never(argc) + never(argc + 1) + never(argc + 2); //= 1
	printf("%d\n", s); //= 1
	by_all_ways(argc); //= 1
	return 0; //= 0
}
