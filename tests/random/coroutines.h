/* coroutines.h: what each random program with coroutines begins with. Its lines are not compared. */
#include "prelude.h"

#include <coroutine>

struct Later {
	int value;
	bool await_ready() const noexcept { return false; }
	void await_suspend(std::coroutine_handle<>) const noexcept {}
	int await_resume() const noexcept { return value; }
};
struct Now : Later {
	bool await_ready() const noexcept { return true; }
};

struct Common {
	std::suspend_never initial_suspend() noexcept { return {}; }
	std::suspend_always final_suspend() noexcept { return {}; }
	Later yield_value(int x) noexcept { g ^= x; return {0}; }
	void unhandled_exception() { throw; }
};

struct Value {
	struct promise_type : Common {
		int value = 0;
		Value get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
		void return_value(int x) { value = x; }
	};
	std::coroutine_handle<promise_type> handle;
	int result() const { return handle.promise().value; }
};

struct Nothing {
	struct promise_type : Common {
		Nothing get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
		void return_void() {}
	};
	std::coroutine_handle<promise_type> handle;
	void result() const {}
};

/* Runs a coroutine to its end. */
template <auto Coroutine> static auto run(int a, int b)
{
	auto task = Coroutine(a, b);
	struct Owner {
		decltype(task.handle) handle;
		~Owner() { handle.destroy(); }
	} owner{task.handle};

	while (!task.handle.done())
		task.handle.resume();
	return task.result();
}
