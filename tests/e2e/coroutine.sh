# coroutine.sh: a loop that is suspended and resumed counts each turn once, optimised too, and so does
# the line that its parameters are moved at, that of the first co_yield or co_await. Lambdas and functions of a
# class in a function can be coroutines, too.
. "$SOURCE/tests/e2e/lib.sh"
[ "$CLANG_MAJOR" -ge 16 ] || { echo "clang-$CLANG_MAJOR does not take this library's <coroutine>"; exit 77; }
cat >task.h <<'END'
#include <coroutine>
static volatile int sink;
struct task {
	struct promise_type {
		task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
		std::suspend_always initial_suspend() { return {}; }
		std::suspend_always final_suspend() noexcept { return {}; }
		std::suspend_always yield_value(int) { return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
	std::coroutine_handle<promise_type> handle;
};
END
cat >co.cpp <<'END'
#include "task.h"
static task generate(int n)
{
	for (int i = 0; i < n; i++) {
		if (i == 2)
			sink = i;
		co_yield i;
		sink = i;
	}
}
int main()
{
	task t = generate(4);
	while (!t.handle.done())
		t.handle.resume();
	t.handle.destroy();
	return 0;
}
END
for level in -O0 -O2; do
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 $level co.cpp -o co
	LINEPROF_FILE=co.lprof ./co
	same "hits of the loop's lines at $level" "5 4 1 4 4" \
		"$(query co.lprof "' '.join(str(profile.hits('$PWD/co.cpp')[line]) for line in (4, 5, 6, 7, 8))")"
done

cat >inside.cpp <<'END'
#include "task.h"
static int two() { return 2; } //= 6
static void run(task t) //= 6
{
	while (!t.handle.done()) //= 18
		t.handle.resume(); //= 12
	t.handle.destroy(); //= 6
}
int main() //= 1
{
	auto add = [](int x) -> task { //= 4
		int unused; //= 3
		for (int k = 0; k < x; k++) //= 9
			sink = sink + 1; //= 6
		co_return; //= 3
	};
	for (int i = 1; i < 4; i++) //= 4
		run(add(i)); //= 3
	struct local { //= 1
		int a;
		local(int i) : a(i) {} //= 1
		task go(int x) //= 3
		{
			for (int k = 0; k < x; k++) //= 9
				co_yield two(); //= 6
		}
	};
	local l(1); //= 1
	for (int i = 1; i < 4; i++) //= 4
		run(l.go(i)); //= 3
	int unused; //= 1
	sink = 3; //= 1
	return 0; //= 1
}
END
for level in -O0 -O2; do
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 $level inside.cpp -o inside
	LINEPROF_FILE=inside.lprof ./inside
	check_profile inside.lprof inside.cpp
done
