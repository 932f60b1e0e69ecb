// promise_members.cpp: what a class sets its members to is counted in a coroutine's promise, too, which clang 16 and later
// make without a constructor if the coroutine's argument fits the first member.
//: flags = -std=c++20
#include <coroutine>
#include <cstdio>

static volatile int turn;

struct Task {
	struct promise_type {
		int first;
		int second = turn + 1;                                                //= 4 + 3
		Task get_return_object() { return {}; }                               //= 4 + 3
		std::suspend_never initial_suspend() noexcept { return {}; }          //= 4 + 3
		std::suspend_never final_suspend() noexcept { return {}; }            //= 4 + 3
		void return_void() { turn = turn + second; }                          //= 4 + 3
		void unhandled_exception() {}                                          //= 0
	};
};

static Task with_argument(int n)                                                      //= 4
{
	turn = turn + n;                                                              //= 4
	co_return;                                                                    //= 4
}

static Task without()                                                                 //= 3
{
	turn = 0;                                                                     //= 3
	co_return;                                                                    //= 3
}

int main()                                                                            //= 1
{
	for (int i = 0; i < 4; i++)                                                   //= 5
		with_argument(i);                                                     //= 4
	for (int i = 0; i < 3; i++)                                                   //= 4
		without();                                                            //= 3
	printf("%d\n", turn);                                                         //= 1
	return 0;                                                                     //= 1
}
