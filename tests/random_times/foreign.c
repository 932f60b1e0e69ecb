/* foreign.c: the code of a random program that is not instrumented. */
#include "foreign.h"

void foreign_work(long units)
{
	DO_UNITS(units);
}

int foreign_call(int (*callback)(int), int depth)
{
	int result = callback(depth);

	chain += (unsigned long)result;
	return result;
}

int foreign_deep_call(int (*callback)(int), int depth, int frames)
{
	int result = frames > 0 ? foreign_deep_call(callback, depth, frames - 1) : callback(depth);

	chain += (unsigned long)result;
	return result;
}
