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
struct step {
	int by;
	bool waits = true;
	bool await_ready() { return !waits; }
	void await_suspend(std::coroutine_handle<>) {}
	int await_resume() { return by; }
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

# Where control goes behind clean-up code is known as in other functions: into loops, around them and out of handlers.
# An increment that waits is one.
cat >loops.cpp <<'END'
#include "task.h"
struct guard {
	guard() { sink = 1; } //= 32
	~guard() { sink = 2; } //= 32
};
static void run(task t) //= 6
{
	while (!t.handle.done()) //= 22 + 1 + 1 + 6 + 3 + 6 + 7 + 6
		t.handle.resume(); //= 17 + 1 + 6 + 3 + 6 + 7 + 6
	t.handle.destroy(); //= 6
}
static task tried(int n) //= 1
{
	try { //= 1
		while (true) { //= 10
			int k = n--; //= 10
			if (k <= 0) //= 10
				break; //= 1
			sink = k; //= 9
		}
	} catch (...) { //= 0
	}
	co_return; //= 1
}
static task endless(int n) //= 1
{
	for (;;) { //= 10
		int x; //= 10
		if (n-- <= 0) //= 10
			break; //= 1
		sink = n; //= 9
	}
	co_return; //= 1
}
static task handled(int n) //= 1
{
	for (int i = 0; i < n; i++) { //= 10
		guard g; //= 9
		try { //= 9
			if (i % 2) //= 9
				throw i; //= 4
		} catch (int) { //= 4
			sink = -1; //= 4
			continue; //= 4
		}
		sink = 3; //= 5
	}
	co_return; //= 1
}
static task on_a_line(int n) //= 1
{
	for (int v = 0; v < n; v++) { guard g; for (int i = 0, end = 1; i < end; ++i) //= 19
			co_yield i; //= 9
	}
	co_return; //= 1
}
static task waits(int n) //= 1
{
	{
		sink = n; //= 1
	}
	for (int i = 0; i < 4; i++) { //= 5
		if (i) { //= 4
			co_yield i; //= 3
			(void)0; //= 3
		}
		guard g; guard h; //= 4
	}
	sink = n; //= 1
}
static task awaits_steps(int n) //= 1
{
	for (int i = 0; i < n; i += co_await step{1}) //= 7
		sink = i; //= 6
	for (int i = 0; i < n; i++, co_await step{1, i % 2 == 0}) { //= 7
		guard g; //= 6
		if (i % 2) //= 6
			continue; //= 3
		sink = i; //= 3
	}
	for (int i = 0; i < n; co_yield i++) //= 7
		for (int k = 0; k < 2; co_await step{1, false}, k++) //= 18
			sink = k; //= 12
	for (int i = 0; //= 7
	     i < co_await step{n};
	     i += co_await step{1})
		sink = i; //= 6
}
int main() //= 1
{
	run(awaits_steps(6)); //= 1
	run(tried(9)); //= 1
	run(endless(9)); //= 1
	run(handled(9)); //= 1
	run(on_a_line(9)); //= 1
	run(waits(1)); //= 1
	return 0; //= 1
}
END
for level in -O0 -O1 -O2 -O3; do
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 $level loops.cpp -o loops
	LINEPROF_FILE=loops.lprof ./loops
	check_profile loops.lprof loops.cpp
done

# Who called await_suspend(), whatever it returns, though clang has put its calls in functions of their own
# since 17; how often a coroutine waits is known, and that is no branch.
cat >awaits.cpp <<'END'
//: edge await_suspend -> suspend_some = 100
//: edge fire -> await_suspend = 102
//: edge main -> fire = 1
#include <coroutine>
static volatile unsigned x;
static void suspend_some() { x = x + 1; } //= 100
struct some {
	bool await_ready() { return false; } //= 100
	bool await_suspend(std::coroutine_handle<>) { return suspend_some(), false; } //= 100
	void await_resume() {} //= 100
};
struct one {
	bool await_ready() noexcept { return false; } //= 2
	void await_suspend(std::coroutine_handle<>) noexcept { x = x + 1; } //= 2
	void await_resume() noexcept {} //= 1
};
struct task {
	struct promise_type {
		task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; } //= 1
		std::suspend_never initial_suspend() noexcept { return {}; } //= 1
		one final_suspend() noexcept { return {}; } //= 1
		void return_void() {} //= 1
		void unhandled_exception() {} //= 0
	};
	std::coroutine_handle<promise_type> handle;
};
__attribute__((noinline)) static task fire(int n) //= 1
{
	for (int i = 0; i < n; i++) //= 101
		co_await some{}; //= 100
	co_await one{}; //= 1
}
int main() //= 1
{
	task t = fire(100); //= 1
	t.handle.resume(); //= 1
	t.handle.destroy(); //= 1
}
END
for level in -O0 -O2; do
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 $level awaits.cpp -o awaits
	LINEPROF_FILE=awaits.lprof ./awaits
	check_profile awaits.lprof awaits.cpp
	"$LPVIEW" --check awaits.lprof >checked.txt || fail "at $level: $(cat checked.txt)"
	# The loop, whether it has to wait and, where await_suspend() says it, whether it does.
	"$LPVIEW" --branches awaits.lprof >branches.txt
	same "branches at $level" "29 101 30 100 30 100 31 1" \
		"$(awk '/^ +[0-9]+ +[0-9]+/ { print $1, $2 }' branches.txt | xargs)"
done

# A condition that waits has a branch of its own, beside those that ask whether it has to wait, which are no operands.
cat >waiting.cpp <<'END'
#include <coroutine>
static volatile unsigned x;
struct task {
	struct promise_type {
		task get_return_object() { return {}; }
		std::suspend_never initial_suspend() noexcept { return {}; }
		std::suspend_never final_suspend() noexcept { return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
};
struct ready {
	int value;
	bool await_ready() { return value != 7; }
	bool await_suspend(std::coroutine_handle<>) { return false; }
	int await_resume() { return value; }
};
static task ask(int n)
{
	if (co_await ready{n % 5})
		x = x + 1;
	if (!co_await ready{n % 5})
		x = x + 1;
	while (co_await ready{n})
		n--;
	if (x > 4 && co_await ready{n})
		x = x + 1;
}
int main()
{
	for (int i = 0; i < 10; i++)
		ask(i);
}
END
cat >wanted.txt <<'END'
20 0 0 0
20 0 10 0
20 6 8 2
22 0 0 0
22 0 10 0
22 6 2 8
24 0 0 3
24 0 52 3
24 9 45 10
26 0 0 0
26 0 0 10
26 0 6 0
26 6 6 4
END
for level in -O0 -O2; do
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 $level waiting.cpp -o waiting
	LINEPROF_FILE=waiting.lprof ./waiting
	"$LPVIEW" --json --function '^ask' waiting.lprof | "$PYTHON" -c 'import json, sys
for row in json.load(sys.stdin)["branches"]:
    print(row["operand_line"] or row["line"], row["column"], *(way["count"] for way in row["ways"]))' | sort >got.txt
	diff -u wanted.txt got.txt || fail "conditions that wait at $level"
done

# What await_suspend() names goes on in a jump: nothing may be counted behind it, or a long loop's turns
# lie above one another on the stack (symmetric transfer, C++20 [expr.await]).
cat >transfer.cpp <<'END'
//: edge sum -> await_suspend = 300001
//: edge odd -> await_suspend = 300000
#include <coroutine>
struct task {
	struct promise_type {
		std::coroutine_handle<> next = std::noop_coroutine(); //= 300001
		int value = 0; //= 300001
		task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; } //= 300001
		std::suspend_always initial_suspend() noexcept { return {}; } //= 300001
		struct back {
			bool await_ready() noexcept { return false; } //= 300001
			std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self) noexcept //= 300001
			{
				return self.promise().next; //= 300001
			}
			void await_resume() noexcept {} //= 0
		};
		back final_suspend() noexcept { return {}; } //= 300001
		void return_value(int v) { value = v; } //= 300001
		void unhandled_exception() {} //= 0
	};
	std::coroutine_handle<promise_type> handle;
	~task() { handle.destroy(); } //= 300001
	bool await_ready() { return false; } //= 300000
	std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) //= 300000
	{
		handle.promise().next = caller; //= 300000
		return handle; //= 300000
	}
	int await_resume() { return handle.promise().value; } //= 300000
};
static task odd(int i) //= 300000
{
	co_return i & 1; //= 300000
}
static task sum(int n) //= 1
{
	int odds = 0; //= 1
	for (int i = 0; i < n; i++) //= 300001
		odds += co_await odd(i); //= 300000
	co_return odds; //= 1
}
int main() //= 1
{
	task all = sum(300000); //= 1
	all.handle.resume(); //= 1
	return all.handle.promise().value != 150000; //= 1
}
END
# Without an optimiser clang promises no jump.
for level in -O1 -O2 -O3; do
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 $level transfer.cpp -o transfer
	LINEPROF_FILE=transfer.lprof ./transfer || fail "at $level: status $?"
	check_profile transfer.lprof transfer.cpp
	"$LPVIEW" --check transfer.lprof >checked.txt || fail "at $level: $(cat checked.txt)"
done

# What await_suspend() throws was called all the same.
cat >throws.cpp <<'END'
//: edge tries -> await_suspend = 20
#include <coroutine>
struct task {
	struct promise_type {
		task get_return_object() { return {}; } //= 1
		std::suspend_never initial_suspend() { return {}; } //= 1
		std::suspend_never final_suspend() noexcept { return {}; } //= 1
		void return_void() {} //= 1
		void unhandled_exception() {} //= 0
	};
};
struct pause {
	int turn;
	bool await_ready() { return false; } //= 10
	bool await_suspend(std::coroutine_handle<>) //= 10
	{
		if (turn % 2) //= 10
			throw turn; //= 5
		return false; //= 5
	}
	void await_resume() {} //= 5
};
struct back {
	int turn;
	bool await_ready() { return false; } //= 10
	std::coroutine_handle<> await_suspend(std::coroutine_handle<> self) //= 10
	{
		if (turn % 2) //= 10
			throw turn; //= 5
		return self; //= 5
	}
	void await_resume() {} //= 5
};
static task tries() //= 1
{
	for (int i = 0; i < 10; i++) //= 11
		try { //= 10
			co_await pause{i}; //= 10
		} catch (int) { //= 5
		}
	for (int i = 0; i < 10; i++) //= 11
		try { //= 10
			co_await back{i}; //= 10
		} catch (int) { //= 5
		}
}
int main() //= 1
{
	tries(); //= 1
}
END
for level in -O0 -O2; do
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 $level throws.cpp -o throws
	LINEPROF_FILE=throws.lprof ./throws
	check_profile throws.lprof throws.cpp
	"$LPVIEW" --check throws.lprof >checked.txt || fail "at $level: $(cat checked.txt)"
done

# Left by an exception from unhandled_exception(), as in any generator: what counts behind the place
# where it ends must not read the frame.
cat >left.cpp <<'END'
#include <coroutine>
struct task {
	struct promise_type {
		task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
		std::suspend_always initial_suspend() noexcept { return {}; }
		std::suspend_always final_suspend() noexcept { return {}; }
		std::suspend_always yield_value(int) { return {}; }
		void return_void() {}
		void unhandled_exception() { throw; }
	};
	std::coroutine_handle<promise_type> handle;
	~task() { handle.destroy(); }
};
static task generate(int n)
{
	if (n != 2)
		throw n;
	co_yield n;
}
int main()
{
	int caught = 0;
	for (int n = 1; n < 4; n++)
		try {
			task t = generate(n);
			t.handle.resume();
		} catch (int) {
			caught++;
		}
	return caught;
}
END
for level in -O0 -O2; do
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 $level left.cpp -o left
	status=0
	LINEPROF_FILE=left.lprof ./left || status=$?
	same "status of what is left by exceptions at $level" 2 "$status"
	same "hits at $level" "3 2 1 2" \
		"$(query left.lprof "' '.join(str(profile.hits('$PWD/left.cpp')[line]) for line in (16, 17, 18, 28))")"
done

# Resumed in two threads by turns, while others count in theirs: each counts for itself.
cat >moved.cpp <<'END'
#include "task.h"
#include <thread>
static task generate(int n)
{
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 1000; k++)
			sink = sink + 1;
		co_yield i;
	}
}
static void resume(std::coroutine_handle<task::promise_type> handle, int times)
{
	for (int i = 0; i < times; i++)
		handle.resume();
}
int main()
{
	task mine = generate(400), other = generate(400);
	resume(mine.handle, 100);
	resume(other.handle, 100);
	std::thread crossed(resume, mine.handle, 300);
	resume(other.handle, 300);
	crossed.join();
	mine.handle.destroy();
	other.handle.destroy();
	return 0;
}
END
for level in -O0 -O2; do
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 -pthread $level moved.cpp -o moved
	for run in 1 2 3; do
		LINEPROF_FILE=moved.lprof ./moved
		same "hits across threads at $level" "800000 800" \
			"$(query moved.lprof "' '.join(str(profile.hits('$PWD/moved.cpp')[line]) for line in (7, 8))")"
	done
done
# What a coroutine does when it goes on is its own time, and not its resumer's; and what it waits for,
# which may be inlined where it goes on, is none of its own lines.
cat >times.cpp <<'END'
#include <coroutine>
volatile unsigned sink;
__attribute__((noinline)) void burn(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sink = sink * 3 + 1;
}
struct task {
	struct promise_type {
		std::coroutine_handle<> after = std::noop_coroutine();
		task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
		std::suspend_always initial_suspend() noexcept { return {}; }
		struct last {
			bool await_ready() noexcept { return false; }
			std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept
			{
				return h.promise().after;
			}
			void await_resume() noexcept {}
		};
		last final_suspend() noexcept { return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
	std::coroutine_handle<promise_type> handle;
	~task() { handle.destroy(); }
	bool await_ready() { return false; }
	std::coroutine_handle<> await_suspend(std::coroutine_handle<> c)
	{
		handle.promise().after = c;
		return handle;
	}
	void await_resume() {}
};
task leaf()
{
	burn(200000000);
	co_return;
}
task top()
{
	co_await leaf();
	burn(20000000);
}
int main()
{
	task t = top();
	t.handle.resume();
	burn(20000000);
	return 0;
}
END
for flags in -O0 -O2 "-O2 -g"; do
	# shellcheck disable=SC2086
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 $flags times.cpp -o times
	rm -f times.lprof
	./times
	same "most of burn() is leaf()'s at $flags" True "$(query times.lprof \
		"(lambda c: c['leaf'] > 3 * max(c['top'], c['main']) > 0)({profile.json['functions'][c['caller']]['name'].split('(')[0]: c['cumtime_ns'] for c in profile.json['calls'] if c['callee'] is not None and profile.json['functions'][c['callee']]['name'].startswith('burn')})")"
done
if command -v "ld.lld-$CLANG_MAJOR" >which.txt; then
	clang++-"$CLANG_MAJOR" -fplugin="$PLUGIN" -std=c++20 -O2 -flto -fuse-ld=lld-"$CLANG_MAJOR" times.cpp -o times
	./times
fi
