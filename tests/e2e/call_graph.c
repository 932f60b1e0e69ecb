/* call_graph.c: who calls whom, without a call through a pointer: all of it is exact. */
//: FIB = 2 * fibonacci(17) - 1
//: calls fib = FIB
//: calls by_value = 5
//: edge - -> main = 1
//: edge main -> fib = 1
//: edge fib -> fib = FIB - 1
//: edge main -> even = 1
//: edge odd -> even = 3
//: edge even -> odd = 3
//: edge main -> - = 6
//: edge - -> by_value = 5
//: edge main -> by_value = 0
//: edge by_value -> step = 10
//: edge main -> step = 5
#include <stdio.h>
#include <stdlib.h>

static int odd(int n);

static int step(int n) { //= 15
	return n + 1; //= 15
}

static int even(int n) { //= 4
	return n == 0 ? 1 : odd(n - 1); //= 4
}

static int odd(int n) { //= 3
	return n == 0 ? 0 : even(n - 1); //= 3
}

static int fib(int n) { //= FIB
	return n < 2 ? n : fib(n - 1) + fib(n - 2); //= FIB
}

static int by_value(const void *a, const void *b) { //= 5
	return step(*(const int *)a) - step(*(const int *)b); //= 5
}

int main(void) { //= 1
	int sum = fib(16) + even(6); //= 1
	int pair[2]; //= 1

	for (int i = 0; i < 5; i++) { //= 6
		pair[0] = 2 * i; //= 5
		pair[1] = step(i); //= 5
		qsort(pair, 2, sizeof(int), by_value); //= 5
		sum += pair[0]; //= 5
	}
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
