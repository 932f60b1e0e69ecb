// entered_inside.c: braces that control cannot come to from above, but by labels and cases inside them.
//: flags = -w
#include <stdio.h>

static int interpret(const int *code) //= 1
{
	static void *const where[] = {&&add, &&twice, &&stop}; //= 1
	int n = 0; //= 1

	goto *where[*code++]; //= 1
	{
	add: { //= 3
		int one = 1; //= 3
		n += one; //= 3
		goto *where[*code++]; //= 3
	}
	twice: { //= 2
		n *= 2; //= 2
		goto *where[*code++]; //= 2
	}
	stop: { //= 1
		return n; //= 1
	}
	}
}
static int enter(int n) //= 4
{
	switch (n) { //= 4
	case 7: //= 0
		return 9; //= 0
		{
		case 1: { //= 1
			n += 2; //= 1
			break; //= 1
		}
		default: //= 3
			n++; //= 3
		}
	}
	return n; //= 4
}
static int never(int n) //= 4
{
	n++; //= 4
	if (0 && //= 4
	    n > 2) {
		if (n == 3) //= 0
			goto inside; //= 0
		n++; //= 0
	inside:; //= 0
	}
	return n; //= 4
}
int main(void) //= 1
{
	const int code[] = {0, 1, 0, 1, 0, 2}; //= 1
	int sum = interpret(code); //= 1
	for (int i = 0; i < 4; i++) //= 5
		sum += enter(i) + never(i); //= 4
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
