// fork.cu: a child that uses the GPU before its parent does, and one that comes later and leaves it
// alone, as CUDA asks: neither disturbs the parent's profile.
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static void launch(int launches)
{
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int i = 0; i < launches; i++)
		spin<<<1, 32>>>(x, 1000);
	CHECK(cudaDeviceSynchronize());
}

static void in_child(int launches)
{
	int status = 0;

	fflush(stdout);
	if (fork() == 0) {
		if (launches)
			launch(launches);
		exit(0);
	}
	wait(&status);
	if (status) {
		fprintf(stderr, "the child failed: %d\n", status);
		exit(1);
	}
}

int main()
{
	in_child(5);
	launch(7);
	in_child(0);
	printf("EXPECT count spin 7\n");
	return 0;
}
