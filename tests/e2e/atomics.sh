# atomics.sh: an atomic change that clang tries again until no other thread comes between is one statement: a hit
# each time, no loop and no branch. A loop of the source that does the same is one.
. "$SOURCE/tests/e2e/lib.sh"
# rows PROFILE FUNCTION: line, executed, taken, entries, iterations, per entry; without what is asked.
rows() {
	"$LPVIEW" --branches --no-pager --function "$2" "$1" | cut -c1-59 | sed -n 's/^ \{4\} *\([0-9][0-9]*.*\)/\1/p' |
		tr -s ' \t' ' ' | sed 's/ $//'
}
cat >shared.c <<'END'
//: ROUNDS = 100000
#include <pthread.h>
#include <stdbool.h>
enum { ROUNDS = 100000 };
static _Atomic int whole;
static _Atomic float narrow;
static _Atomic double wide;
static _Atomic bool truth;
static int *_Atomic pointer;
static void *work(void *argument) //= 4
{
	for (int i = 0; i < ROUNDS; i++) { //= 4 * (ROUNDS + 1)
		wide += 1.5; //= 4 * ROUNDS
		whole *= 3; //= 4 * ROUNDS
		whole <<= 1; //= 4 * ROUNDS
		narrow -= i; //= 4 * ROUNDS
		truth |= i & 1; //= 4 * ROUNDS
		truth ^= 1; //= 4 * ROUNDS
		pointer++; //= 4 * ROUNDS
		--pointer; //= 4 * ROUNDS
		--narrow; //= 4 * ROUNDS
		wide++, wide /= 2; //= 4 * ROUNDS
		if (wide *= 2, i < 0) //= 4 * ROUNDS
			whole %= 7; //= 0
	}
	return argument; //= 4
}
int main(void) //= 1
{
	pthread_t threads[4]; //= 1
	for (int i = 0; i < 4; i++) //= 5
		pthread_create(&threads[i], 0, work, 0); //= 4
	for (int i = 0; i < 4; i++) //= 5
		pthread_join(threads[i], 0); //= 4
	return 0; //= 1
}
END
# One to whom nobody comes between shows the same as four that share a few bytes.
cat >shared.rows <<'END'
12 400004 >99.99 4 400000 100000.00
23 400000 0.00
END
for build in "$CC -O0" "$CC -O2" "$CXX -x c++ -O0" "$CXX -x c++ -O2"; do
	$build shared.c -pthread -o shared
	LINEPROF_REPORT=never ./shared
	check_profile shared.lprof shared.c || fail "$build: hits"
	rows shared.lprof work >rows
	diff shared.rows rows || fail "$build: rows"
done

# What is too wide for the machine is left to functions of a library: here to some that fail twice each time.
cat >library.h <<'END'
#include <stddef.h>
_Bool change(size_t size, void *of, void *old, void *to, int, int) __asm__("__atomic_compare_exchange");
END
cat >library.c <<'END'
#include <string.h>
#include "library.h"
void look(size_t size, void *of, void *to, int) __asm__("__atomic_load");
_Bool change(size_t size, void *of, void *old, void *to, int success, int failure)
{
	static int tries;
	const _Bool succeeds = ++tries % 3 == 0;
	memcpy(succeeds ? of : old, succeeds ? to : of, size);
	return succeeds;
}
void look(size_t size, void *of, void *to, int order)
{
	memcpy(to, of, size);
}
END
cat >wide.c <<'END'
#include "library.h"
static _Atomic long double wide;
static long double plain;
#define ADD(n) do { wide += n; } while (0)
int main(void) //= 1
{
	long double old = 0, kept = 0, to = 3; //= 1
	for (int i = 0; i < 10; i++) { //= 11
		wide += 2; //= 10
		wide--; //= 10
		ADD(2); //= 10
#pragma omp atomic //= 10
		plain += 2; //= 10
#pragma omp atomic capture //= 10
		kept = plain *= 2; //= 10
		old = 0; //= 10
		while (!change(sizeof(plain), &plain, &old, &to, 5, 5)) //= 10 + 20
			; //= 20
		do //= 30
			kept++; //= 30
		while (!change(sizeof(plain), &plain, &old, &to, 5, 5)); //= 30
	}
	return wide != 30; //= 1
}
END
cat >wide.rows <<'END'
8 11 90.91 1 10 10.00
17 30 66.67 10 20 2.00
19 10 30 3.00
21 30 66.67
END
$CLANG -O2 -Wno-builtin-requires-header -c library.c
for level in -O0 -O2; do
	$CC -fopenmp $level -Wno-atomic-alignment -c wide.c
	$CC wide.o library.o -o wide
	LINEPROF_REPORT=never ./wide || fail "$level: status $?"
	check_profile wide.lprof wide.c || fail "$level: hits"
	rows wide.lprof main >rows
	diff wide.rows rows || fail "$level: rows"
done
