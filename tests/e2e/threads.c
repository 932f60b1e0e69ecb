// threads.c: four threads in the same loops; plain shared counters would lose counts.
//: WORK = 2000000
//: levels = -O0 | -O2
//: flags = -pthread
//: runs = 20
//: calls leaf = 4 * WORK
//: calls work = 4
#include <pthread.h>
#include <stdio.h>

enum { WORK = 2000000 };

__attribute__((noinline)) static unsigned leaf(unsigned x) //= 4 * WORK
{
	if (x & 1)                        //= 4 * WORK
		return x * 2654435761u + 1; //= 2 * WORK
	return x >> 1;                    //= 2 * WORK
}

static void *work(void *argument) //= 4
{
	unsigned *result = argument; //= 4
	unsigned sum = 0; //= 4

	for (unsigned i = 0; i < WORK; i++) //= 4 * (WORK + 1)
		sum += leaf(i);             //= 4 * WORK
	for (unsigned i = 0; i < WORK; i++) //= 4 * (WORK + 1)
		if (i % 4 == 0)             //= 4 * WORK
			sum ^= i;           //= WORK
	*result = sum;                      //= 4
	return NULL;                        //= 4
}

int main(void) //= 1
{
	pthread_t threads[4]; //= 1
	unsigned results[4] = {0}; //= 1

	for (int i = 0; i < 4; i++)                                    //= 5
		pthread_create(&threads[i], NULL, work, &results[i]);  //= 4
	for (int i = 0; i < 4; i++)                                    //= 5
		pthread_join(threads[i], NULL);                        //= 4
	printf("%u\n", results[0] ^ results[1] ^ results[2] ^ results[3]); //= 1
	return 0;                                                      //= 1
}
