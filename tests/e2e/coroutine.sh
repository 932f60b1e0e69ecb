# coroutine.sh: a loop that is suspended and resumed counts each turn once, optimised too, and so does
# the line that its parameters are moved at, that of the first co_yield or co_await.
. "$SOURCE/tests/e2e/lib.sh"
[ "$CLANG_MAJOR" -ge 16 ] || { echo "clang-$CLANG_MAJOR does not take this library's <coroutine>"; exit 77; }
cat >co.cpp <<'END'
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
		"$(query co.lprof "' '.join(str(profile.hits('$PWD/co.cpp')[line]) for line in (16, 17, 18, 19, 20))")"
done
