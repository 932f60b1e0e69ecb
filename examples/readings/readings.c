/* readings.c: adds up what sensors sent, and picks the upper half of it. */
#include <stdio.h>

enum { READINGS = 100000, SENSORS = 8, HOURS = 1500 };

struct reading {
	unsigned sensor;
	unsigned value; /* 0 to 65535 */
};

static struct reading readings[READINGS];
static unsigned picked[READINGS];
static const double gains[SENSORS] = {1, 2, 4, 8, 16, 8, 4, 2};

static void receive(unsigned *seed)
{
	for (int i = 0; i < READINGS; i++) {
		*seed = *seed * 1664525 + 1013904223;
		readings[i].sensor = *seed >> 29;
		readings[i].value = *seed >> 8 & 0xffff;
	}
}

static double add_up(void)
{
	double sum = 0;

	for (int i = 0; i < READINGS; i++)
		sum += readings[i].value / gains[readings[i].sensor];
	return sum;
}

static int pick(unsigned limit)
{
	int count = 0;

	for (int i = 0; i < READINGS; i++)
		if (readings[i].value > limit)
			picked[count++] = readings[i].value;
	return count;
}

int main(void)
{
	unsigned seed = 1;
	double sum = 0;
	long count = 0;

	for (int hour = 0; hour < HOURS; hour++) {
		receive(&seed);
		sum += add_up();
		count += pick(32767);
	}
	printf("%.0f in all, %ld of them large, the last one %u\n", sum, count, picked[0]);
	return 0;
}
