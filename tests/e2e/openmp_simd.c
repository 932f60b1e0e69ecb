// openmp_simd.c: with -fopenmp-simd, what other directives are before is code like any other.
//: flags = -fopenmp-simd -Wno-source-uses-openmp
#include <stdio.h>

static volatile int sum;

__attribute__((noinline)) static void use(int i) //= 10 + 2 + 10
{
	sum += i; //= 10 + 2 + 10
}

/* One does it all, one part behind the other. */
static void dealt(int n) //= 1
{
	for (int k = 0; k < 3; k++) { //= 4
#pragma omp sections //= 3
		{
#pragma omp section //= 3
			sum++; //= 3
#pragma omp section //= 3
			sum--; //= 3
		}
#pragma omp for //= 3
		for (int i = 0; i < n; i++) //= 3 * 11
			sum += i; //= 3 * 10
		sum++; //= 3
	}
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
	dealt(n); //= 1
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
