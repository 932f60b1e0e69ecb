// openmp_simd.c: with -fopenmp-simd, what other directives are before is code like any other.
//: flags = -fopenmp-simd -Wno-source-uses-openmp
#include <stdio.h>

static volatile int sum;

__attribute__((noinline)) static void use(int i) //= 10 + 2 + 10
{
	sum += i; //= 10 + 2 + 10
}

int main(void) //= 1
{
	int n = 10; //= -

#pragma omp parallel for //= -
	for (int i = 0; i < n; i++) { //= 11
		if (i & 1) //= 10
			use(i); //= 5
		else
			use(2); //= 5
	}
#pragma omp parallel //= -
	{
		use(1); //= 1
		use(2); //= 1
	}
#pragma omp target teams distribute parallel for //= -
	for (int i = 0; i < n; i++) //= 11
		use(i); //= 10
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
