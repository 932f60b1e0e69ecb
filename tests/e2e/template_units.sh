# template_units.sh: one template in two units with different macros, and one header
# function compiled at -O0 and at -O2: each copy's counts stay in its own lines, whichever
# copy the linker takes.
# Two clangs are enough: which copy stays is the linker's choice.
. "$SOURCE/tests/e2e/lib.sh"
cat >shared.h <<'END'
#pragma once
extern int total;

template <class T> __attribute__((noinline)) T scale(T value)
{
	T result = value;
#ifdef WIDE
	for (int i = 0; i < 3; i++)
		result += value;
#else
	if (value > 5)
		result -= 1;
#endif
	return result;
}

inline int header(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		if (i % 2)
			sum += i;
	return sum;
}
END
cat >wide.cpp <<'END'
#define WIDE
#include "shared.h"
int wide() //= 1
{
	for (int i = 0; i < 10; i++) //= 11
		total += scale(i); //= 10
	for (int i = 0; i < 4; i++) //= 5
		total += header(6); //= 4
	return total; //= 1
}
END
cat >narrow.cpp <<'END'
#include <cstdio>
#include "shared.h"
int total;
int wide();
int main() //= 1
{
	for (int i = 0; i < 20; i++) //= 21
		total += scale(i); //= 20
	for (int i = 0; i < 3; i++) //= 4
		total += header(8); //= 3
	int both = wide(); //= 1
	return both > 0 ? 0 : 1; //= 1
}
END
for levels in "-O0 -O2" "-O2 -O0" "-O2 -O2"; do
	for order in "wide.o narrow.o" "narrow.o wide.o"; do
		set -- $levels
		$CXX $1 -c wide.cpp -o wide.o
		$CXX $2 -c narrow.cpp -o narrow.o
		$CLANGXX $order -o program
		rm -f p.lprof
		LINEPROF_FILE=p.lprof ./program || fail "status $?"
		check_profile p.lprof wide.cpp narrow.cpp || fail "$levels, $order"
		# Which copy serves both units is the linker's affair; their sum is exact.
		same "calls of scale, $levels, $order" 30 \
			"$(query p.lprof "profile.calls('$PWD/shared.h', 'scale')[0]")"
		same "calls of header, $levels, $order" 7 \
			"$(query p.lprof "profile.calls('$PWD/shared.h', 'header')[0]")"
		same "header's loop, $levels, $order" $((4 * 7 + 3 * 9)) \
			"$(query p.lprof "profile.hits('$PWD/shared.h')[20]")"
		same "header's return, $levels, $order" 7 \
			"$(query p.lprof "profile.hits('$PWD/shared.h')[23]")"
		same "scale's return, $levels, $order" 30 \
			"$(query p.lprof "profile.hits('$PWD/shared.h')[14]")"
		# A copy's own lines fit each other: its loop runs 4 and 3 times a call, its `if`
		# once, and nothing is counted in lines of the copy that did not run.
		query p.lprof "[profile.hits('$PWD/shared.h').get(n) or 0 for n in (8, 9, 11, 12)]" >got
		grep -qx -e '\[120, 90, 0, 0\]' -e '\[0, 0, 30, 18\]' -e '\[40, 30, 20, 14\]' got ||
			fail "$levels, $order: lines of scale: $(cat got)"
	done
done
