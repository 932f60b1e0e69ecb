// thrust.cu: kernels that headers launch are on the program's line that called them.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

#include "check.h"

int main()
{
	thrust::device_vector<int> numbers(1 << 20);

	for (int i = 0; i < 10; i++) {
		thrust::sort(numbers.begin(), numbers.end());
		numbers[0] = thrust::reduce(numbers.begin(), numbers.end());
	}
	printf("EXPECT atleast 13 10\nEXPECT atleast 14 10\n");
	return 0;
}
