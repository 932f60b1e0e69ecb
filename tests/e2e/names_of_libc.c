// names_of_libc.c: a program with functions of its own that are named as the C library's. They are called by the program only, and not
// before it has begun.
//: flags = -fno-builtin
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static int is_begun;
static volatile int early;

static void note(void) //= 8
{
	if (!is_begun) //= 8
		early++; //= 0
}

size_t strlen(const char *text) //= 3
{
	size_t size = 0; //= 3
	note(); //= 3
	while (text[size]) //= 12
		size++; //= 9
	return size; //= 3
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) //= 2
{
	note(); //= 2
	for (size_t i = 0; i < size; i++) //= 8
		((volatile char *)to)[i] = ((const volatile char *)from)[i]; //= 6
	return to; //= 2
}

char *getenv(const char *name) //= 2
{
	note(); //= 2
	return name[0] == 'A' ? "all" : NULL; //= 2
}

int getpid(void) //= 1
{
	note(); //= 1
	return 7; //= 1
}

int main(void) //= 1
{
	char copy[3]; //= 1
	is_begun = 1; //= 1
	size_t all = strlen("one") + strlen(getenv("ALL")) + strlen("abc"); //= 1
	memcpy(copy, "ab", 3); //= 1
	memcpy(copy, "cd", 3); //= 1
	printf("%zu %s %d %s\n", all, copy, getpid(), getenv("B") ? "B" : "none"); //= 1
	return early != 0; //= 1
}
