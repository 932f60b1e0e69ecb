/* pairs.c: counts the pairs of points that are close to each other, with four threads. */
#include <pthread.h>
#include <stdio.h>

enum { POINTS = 40000, THREADS = 4, NEAR = 30 };

static struct point {
	int x, y;
} points[POINTS];

struct share {
	pthread_t thread;
	int first, end;
	long close;
};

static int is_close(const struct point *a, const struct point *b)
{
	const int x = a->x - b->x;
	const int y = a->y - b->y;

	return x * x + y * y < NEAR * NEAR;
}

/* Compares each point of the thread's share with all that come after it. */
static void *count_close(void *argument)
{
	struct share *share = argument;

	for (int i = share->first; i < share->end; i++)
		for (int j = i + 1; j < POINTS; j++)
			if (is_close(&points[i], &points[j]))
				share->close++;
	return NULL;
}

static void place_points(void)
{
	unsigned seed = 1;

	for (int i = 0; i < POINTS; i++) {
		seed = seed * 1103515245 + 12345;
		points[i].x = (int)(seed >> 16) % 10000;
		seed = seed * 1103515245 + 12345;
		points[i].y = (int)(seed >> 16) % 10000;
	}
}

int main(void)
{
	struct share shares[THREADS];
	long close = 0;

	place_points();
	for (int i = 0; i < THREADS; i++) {
		shares[i] = (struct share){ .first = i * (POINTS / THREADS),
					    .end = (i + 1) * (POINTS / THREADS) };
		pthread_create(&shares[i].thread, NULL, count_close, &shares[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(shares[i].thread, NULL);
		close += shares[i].close;
	}
	printf("%ld pairs of %d points are close\n", close, POINTS);
	return 0;
}
