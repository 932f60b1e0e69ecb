// fib_dot.c: what gcov, gprof, uftrace and Callgrind miscount at -O2: recursion that
// becomes a loop, and a function that is inlined into a vectorised one.
//: N = 2 * fibonacci(31) - 1
//: LEAVES = fibonacci(31)
//: SIZE = 4096
//: ROUNDS = 4000
//: levels = -O0 | -O1 | -O2 | -O3 | -O2 -flto | -O2 -flto=thin
//: calls fib = 2692537
//: calls square = SIZE * ROUNDS
//: calls dot = ROUNDS
//: calls main = 1
#include <stdio.h>

enum { SIZE = 4096, ROUNDS = 4000 };
static float values[SIZE];

static int fib(int n) //= N
{
	if (n < 2)                      //= N
		return n;               //= LEAVES
	return fib(n - 1) + fib(n - 2); //= N - LEAVES
}

static inline float square(float value) //= SIZE * ROUNDS
{
	return value * value; //= SIZE * ROUNDS
}

static float dot(const float *v) //= ROUNDS
{
	float sum = 0; //= ROUNDS

	for (int i = 0; i < SIZE; i++) //= ROUNDS * (SIZE + 1)
		sum += square(v[i]);   //= ROUNDS * SIZE
	return sum;                    //= ROUNDS
}

int main(void) //= 1
{
	float sum = 0; //= 1

	for (int i = 0; i < SIZE; i++)  //= SIZE + 1
		values[i] = (float)(i % 7); //= SIZE
	for (int i = 0; i < ROUNDS; i++) { //= ROUNDS + 1
		values[i % SIZE] += 1; //= ROUNDS
		sum += dot(values);    //= ROUNDS
	}
	printf("%d %.0f\n", fib(30), sum); //= 1
	return 0;                          //= 1
}
