# static_init.sh: what runs before main and after it, in a program, in a library that it is
# linked with and in one that it opens: constructors and destructors of globals, of
# static and thread-local variables.
# Two clangs are enough: when it runs is the C library's choice.
. "$SOURCE/tests/e2e/lib.sh"
cat >count.h <<'END'
#pragma once
struct Count {
	int value;
	explicit Count(int n) : value(0)
	{
		for (int i = 0; i < n; i++)
			value += i;
	}
	~Count()
	{
		value = -1;
	}
};
inline Count shared(3);
END
cat >main.cpp <<'END'
#include <cstdio>
#include <dlfcn.h>
#include <thread>
#include "count.h"
int linked(); //= -
static int first() //= 1
{
	return 4; //= 1
}
static Count global(first()); //= 1
static const int computed = global.value + 1; //= 1
thread_local Count local(2); //= 3
__attribute__((constructor(101))) static void early() //= 1
{
	std::puts("early"); //= 1
}
__attribute__((destructor)) static void late() //= 1
{
	std::puts("late"); //= 1
}
static int once() //= 5
{
	static Count only(6); //= 5
	return only.value; //= 5
}
int main() //= 1
{
	int sum = computed + local.value; //= 1
	for (int i = 0; i < 5; i++) //= 6
		sum += once() + linked(); //= 5
	for (int i = 0; i < 2; i++) //= 3
		std::thread([&sum] { sum += local.value; }).join(); //= 4
	void *library = dlopen("./opened.so", RTLD_NOW); //= 1
	auto opened = reinterpret_cast<int (*)()>(dlsym(library, "opened")); //= 1
	sum += opened(); //= 1
	dlclose(library); //= 1
	std::printf("%d\n", sum); //= 1
	return 0; //= 1
}
END
cat >linked.cpp <<'END'
#include "count.h"
static Count of_library(5); //= 1
int linked() //= 5
{
	return of_library.value; //= 5
}
END
cat >opened.cpp <<'END'
#include "count.h"
static Count of_opened(7); //= 1
extern "C" int opened() //= 1
{
	return of_opened.value; //= 1
}
END
for level in -O0 -O2; do
	$CXX $level -std=c++17 -fPIC -shared linked.cpp -o liblinked.so
	$CXX $level -std=c++17 -fPIC -shared opened.cpp -o opened.so
	$CXX $level -std=c++17 main.cpp -L. -llinked -Wl,-rpath,"$PWD" -pthread -ldl -o program
	rm -f p.lprof
	LINEPROF_FILE=p.lprof ./program >out || fail "status $?"
	same "output at $level" "early 156 late" "$(tr '\n' ' ' <out | sed 's/ $//')"
	check_profile p.lprof main.cpp linked.cpp opened.cpp || fail "$level"
	# One that all three share, four globals and statics, one of each of three threads.
	same "constructors at $level" "8 8" \
		"$(query p.lprof "profile.calls('$PWD/count.h', 'Count')[0], profile.calls('$PWD/count.h', '~Count')[0]" | tr -d '(),')"
	same "their loops at $level" $((4 + 5 + 3 * 3 + 7 + 6 + 8)) \
		"$(query p.lprof "profile.hits('$PWD/count.h')[6]")"
done
