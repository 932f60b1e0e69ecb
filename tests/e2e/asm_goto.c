// asm_goto.c: assembler that jumps: to one label, to several, back, and to labels that other code jumps to.
//: target = x86_64
//: calls one_label = 10
//: calls several = 10
//: calls retry = 10
//: calls computed = 10
#include <stdio.h>

#define IF_NEGATIVE(value, label) __asm__ goto("testl %0, %0; js %l1" : : "r"(value) : "cc" : label)

static int one_label(int n) //= 10
{
	IF_NEGATIVE(n, negative); //= 10
	return 0; //= 6
negative: //= 4
	return 1; //= 4
}

static int several(int n) //= 10
{
	int sum = 0; //= 10
	__asm__ goto("testl %0, %0; js %l1; jz %l2" : : "r"(n) : "cc" : below, zero); //= 10
	if (n == 5) //= 5
		goto zero; //= 1
	sum += n; //= 4
	IF_NEGATIVE(1 - n, below); //= 4
	return sum; //= 1
zero: //= 2
	sum++; //= 2
below: //= 9
	return sum - 1; //= 9
}

static int left;

// Each way out of the assembler leads to a label that is reached otherwise, too. n + 1 rounds, if n is not negative.
static int retry(int n) //= 10
{
	left = n; //= 10
again: //= 25
	__asm__ goto("decl %0; jns %l1; cmpl $-1, %0; jne %l2" //= 25
		: : "m"(left) : "cc", "memory" : again, out);
	left = 7; //= 6
	if (n > 5) //= 6
		goto again; //= 0
out: //= 10
	return n; //= 10
}

// Labels that assembler and computed jumps lead to.
static int computed(int n) //= 10
{
	static const void *const ways[] = {&&even, &&odd, &&out}; //= 10
	int rounds = 0; //= 10
	IF_NEGATIVE(n, out); //= 10
	goto *ways[n & 1]; //= 6
even: //= 3
	rounds++; //= 3
	IF_NEGATIVE(2 - n, odd); //= 3
	goto *ways[2]; //= 2
odd: //= 4
	rounds++; //= 4
out: //= 10
	return rounds; //= 10
}

int main(void) //= 1
{
	int sum = 0; //= 1
	for (int i = -4; i < 6; i++) //= 11
		sum += one_label(i) + several(i) + retry(i) + computed(i); //= 10
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
