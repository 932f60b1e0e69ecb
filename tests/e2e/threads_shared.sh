# threads_shared.sh: four threads in a -fPIC library and in the program that uses it:
# exact in twenty runs of twenty, linked and opened by dlopen.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >work.c <<'END'
//: WORK = 1000000
#include "work.h"

__attribute__((noinline)) static unsigned leaf(unsigned x) //= 4 * WORK
{
	return x * 2654435761u + 1; //= 4 * WORK
}

unsigned library_work(unsigned n) //= 4
{
	unsigned sum = 0; //= 4

	for (unsigned i = 0; i < n; i++) //= 4 * (WORK + 1)
		if (i % 4)               //= 4 * WORK
			sum += leaf(i) + shared_square(i);   //= 3 * WORK
		else
			sum += leaf(i + 1); //= WORK
	return sum; //= 4
}
END
sed -i 's/^$/\n/' work.c
cat >work.h <<'END'
static inline unsigned shared_square(unsigned x) { return x * x; }
unsigned library_work(unsigned n);
END
cat >main.c <<'END'
//: WORK = 1000000
//: calls thread = 4
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include "work.h"

static unsigned (*work_function)(unsigned);

static void *thread(void *argument) //= 4
{
	unsigned *result = argument; //= 4

	for (unsigned i = 0; i < 1000000; i++) //= 4 * (WORK + 1)
		*result += i & 3; //= 4 * WORK
	*result += work_function(1000000); //= 4
	return NULL; //= 4
}

int main(void) //= 1
{
	pthread_t threads[4]; //= 1
	unsigned results[4] = {0}; //= 1

#ifdef OPENED
	void *library = dlopen("./libwork.so", RTLD_NOW); //= OPENED
	work_function = (unsigned (*)(unsigned))dlsym(library, "library_work"); //= OPENED
#else
	work_function = library_work; //= 1 - OPENED
#endif
	for (int i = 0; i < 4; i++) //= 5
		pthread_create(&threads[i], NULL, thread, &results[i]); //= 4
	for (int i = 0; i < 4; i++) //= 5
		pthread_join(threads[i], NULL); //= 4
	printf("%u\n", results[0] ^ results[1]); //= 1
	return 0; //= 1
}
END
# The branch that is preprocessed away shows nothing at all.
sed 's|//= OPENED||; s|//= 1 - OPENED|//= 1|' main.c >linked.c
sed 's|//= OPENED|//= 1|; s|//= 1 - OPENED||' main.c >opened.c
for level in -O0 -O2; do
	$CC $level -fPIC -shared work.c -o libwork.so
	$CC $level linked.c -pthread -L. -lwork -Wl,-rpath,"$PWD" -o linked
	$CC $level -DOPENED opened.c -pthread -ldl -o opened
	for program in linked opened; do
		for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
			rm -f p.lprof
			LINEPROF_FILE=p.lprof ./$program >out
			same "output" 0 "$(cat out)"
			check_profile p.lprof $program.c work.c ||
				fail "$level $program, round $round"
			[ $level = -O2 ] || [ $round -lt 5 ] || break
		done
	done
done
