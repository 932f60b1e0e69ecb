// return_behind_throw.cpp: a return of something else than the result of the call before it did not happen when the
// call is left by an exception.
//: levels = -O0 | -O1 | -O2 | -O3
#include <cstdio>

__attribute__((noinline)) static int check(int n)         //= 44
{
	if (n > 3)                                        //= 44
		throw 1;                                  //= 10
	return n;                                         //= 34
}

static bool constant(int n)                               //= 10
{
	check(n);                                         //= 10
	return true;                                      //= 8
}

static int variable(int n)                                //= 10
{
	check(n);                                         //= 10
	return n;                                         //= 8
}

static int in_a_branch(int n)                             //= 10
{
	if (n & 1)                                        //= 10
		check(n + 2);                             //= 4
	return n;                                         //= 8
}

static const char *two_returns(int n)                     //= 10
{
	if (n == 0) {                                     //= 10
		check(n);                                 //= 2
		return "zero";                            //= 2
	}
	check(n);                                         //= 8
	return "other";                                   //= 6
}

static int result(int n)                                  //= 10
{
	return check(n);                                  //= 10
}

template <typename F> static int caught(F function, int n) //= 50
{
	try {                                             //= 50
		return function(n) ? 1 : 2;               //= 50
	} catch (int) {                                   //= 10
		return 0;                                 //= 10
	}
}

int main()                                                //= 1
{
	int sum = 0;                                      //= 1
	for (int i = 0; i < 10; i++) {                    //= 11
		sum += caught(constant, i % 5);           //= 10
		sum += caught(variable, i % 5);           //= 10
		sum += caught(in_a_branch, i % 5);        //= 10
		sum += caught(two_returns, i % 5);        //= 10
		sum += caught(result, i % 5);             //= 10
	}
	std::printf("%d\n", sum);                         //= 1
	return 0;                                         //= 1
}
