# named_loops.sh: a break or continue that names the loop or switch that it ends (C2y), with others around it.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'END'
#include <stdio.h>
#define NOTHING
static int of_endless(int n) //= 3
{
	int c = 0; //= 3
	outer: while (1) { //= 4
		for (int i = 0; i < 5; i++) { //= 16
			if (c++ == n) //= 15
				break outer; //= 3
		}
	}
	NOTHING; //= 3
	int unused; //= 3
	return c; //= 3
}
static int of_for(int n) //= 3
{
	int c = 0; //= 3
	outer: for (;;) //= 4
		for (int i = 0; i < 5; i++) //= 16
			if (c++ == n) //= 15
				break outer; //= 3
	do { //= 6
		int unused; //= 6
		c++; //= 6
	} while (c % 3); //= 6
	for (;;) { //= 3
		int unused; //= 3
		break; //= 3
	}
	return c; //= 3
}
static int of_once(int n) //= 4
{
	int c = 0; //= 4
	outer: do { //= 4
		for (int i = 0; i < 3; i++) { //= 10
			if (i == n) //= 9
				break outer; //= 3
			c++; //= 6
		}
		NOTHING; //= 1
		int unused; //= 1
	} while (0);
	NOTHING; //= 4
	return c; //= 4
}
static int of_continue(int n) //= 4
{
	int c = 0; //= 4
	outer: for (int i = 0; i < 3; i++) { //= 16
		switch (i) { //= 12
		case 1: //= 4
			continue outer; //= 4
		default: //= 8
			while (1) { //= 18
				if (c++ > n) //= 18
					continue outer; //= 8
				NOTHING; //= 10
			}
			c += 1000; //= 0
		}
		c += 1000; //= 0
	}
	return c; //= 4
}
static int of_switch(int n) //= 4
{
	int c = 0; //= 4
	outer: switch (n) { //= 4
	case 1: //= 1
		for (;;) { //= 1
			if (c == 0) //= 1
				break outer; //= 1
		}
	default: //= 3
		; //= 3
		int unused; //= 3
		break outer; //= 3
	}
	c++; //= 4
	return c; //= 4
}
int main(void) //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 3; i++) //= 4
		sum += of_endless(i * 4) + of_for(i * 4); //= 3
	for (int i = 0; i < 4; i++) //= 5
		sum += of_once(i) + of_continue(i) + of_switch(i); //= 4
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
END
$CLANG -std=c2y -fsyntax-only program.c 2>/dev/null || skip "this clang has no named loops"
for level in -O0 -O1 -O2; do
	$CC $level -std=c2y program.c -o program
	LINEPROF_FILE=p.lprof ./program >out
	"$LPVIEW" --check p.lprof >check.out || fail "$level: $(cat check.out)"
	check_profile p.lprof program.c || fail "$level"
	rm p.lprof
done
