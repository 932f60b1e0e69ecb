/* pipeline.c: a program of CUDA in C, to be linked with the test double. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lineprof.h"

struct dim3 {
	unsigned x, y, z;
};
int cudaMalloc(void **, size_t);
int cudaFree(void *);
int cudaMemcpy(void *, const void *, size_t, int);
int cudaMemcpyAsync(void *, const void *, size_t, int, void *);
int cudaMemset(void *, int, size_t);
int cudaLaunchKernel(const void *, struct dim3, struct dim3, void **, size_t, void *);
int cudaGraphLaunch(void *, void *);
int cudaDeviceSynchronize(void);

/* The double takes a kernel's address for its name. */
const char saxpy[] = "_Z5saxpyifPKfPf";
const char reduce[] = "reduce";

static void launch(const void *kernel, unsigned blocks, void *stream)
{
	const struct dim3 grid = {blocks, 1, 1}, block = {256, 1, 1};

	cudaLaunchKernel(kernel, grid, block, NULL, 0, stream);
}

static void *work(void *argument)
{
	const struct dim3 grid = {2, 1, 1}, block = {128, 1, 1};

	for (int i = 0; i < 1000; i++)
		cudaLaunchKernel(saxpy, grid, block, NULL, 0, argument);
	return NULL;
}

static void step(void *x, char *host)
{
	cudaMemcpyAsync(x, host, 4096, 1, (void *)1);
	launch(saxpy, 4, (void *)1);
	launch(reduce, 1, (void *)2);
	cudaDeviceSynchronize();
}

/* A child that uses the GPU: may be the first to do so, or not. */
static void use_in_child(void)
{
	const pid_t child = fork();
	int status = 0;

	if (child == 0) {
		launch(reduce, 7, NULL);
		exit(0);
	}
	waitpid(child, &status, 0);
	if (status) {
		fprintf(stderr, "the child failed: %d\n", status);
		exit(1);
	}
}

/* Regions that are named by number, as a range for each iteration, and grids of all sizes. */
static void work_in_turns(int count)
{
	const struct dim3 block = {32, 1, 1};
	char name[32];

	for (int i = 0; i < count; i++) {
		const struct dim3 grid = {(unsigned)i + 1, 1, 1};

		snprintf(name, sizeof(name), "turn %d", i);
		lineprof_region_begin(name);
		cudaLaunchKernel(saxpy, grid, block, NULL, 0, NULL);   /* TURN */
		cudaLaunchKernel(reduce, block, block, NULL, 0, NULL); /* TURN */
		lineprof_region_end();
	}
}

static void hold(int count)
{
	void *piece;

	for (int i = 0; i < count; i++)
		cudaMalloc(&piece, 1024); /* HOLD */
}

int main(int argc, char **argv)
{
	static char host[4096];
	pthread_t threads[4];
	void *x, *y, *z, *held = NULL;

	if (argc > 1 && !strcmp(argv[1], "fork-before"))
		use_in_child();

	cudaMalloc(&x, 4096);
	cudaMalloc(&y, 1 << 20);
	cudaFree(y);
	cudaMalloc(&z, 512);
	cudaMemset(x, 0, 4096);
	lineprof_region_begin("steps");
	for (int i = 0; i < 10; i++) {
		lineprof_step();
		step(x, host);
	}
	lineprof_step();
	lineprof_region_end();
	cudaGraphLaunch(NULL, NULL);
	if (argc > 1 && !strcmp(argv[1], "threads")) {
		for (long i = 0; i < 4; i++)
			pthread_create(&threads[i], NULL, work, (void *)(i + 3));
		for (int i = 0; i < 4; i++)
			pthread_join(threads[i], NULL);
	}
	if (argc > 1 && !strcmp(argv[1], "stop")) {
		lineprof_stop();
		launch(reduce, 1, NULL);
		lineprof_start();
	}
	if (argc > 1 && !strcmp(argv[1], "pause")) {
		lineprof_stop();
		cudaMalloc(&held, 4 << 20);
		lineprof_start();
		cudaFree(held);
	}
	if (argc > 1 && !strcmp(argv[1], "turns"))
		work_in_turns(12000);
	if (argc > 1 && !strcmp(argv[1], "hold"))
		hold(40000);
	cudaMemcpy(host, x, 4096, 2);
	if (argc > 1 && !strcmp(argv[1], "flush")) {
		lineprof_flush();
		abort();
	}
	if (argc > 1 && !strcmp(argv[1], "killed")) {
		sleep(3);
		raise(SIGKILL);
	}
	cudaFree(x);
	if (argc > 1 && !strcmp(argv[1], "fork-after"))
		use_in_child();
	printf("done\n");
	return 0;
}
