// longjmp.c: frames that are left by longjmp do not count what stands behind the call.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls dive = 3 * 5
//: calls attempt = 6
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;
static volatile int behind;

__attribute__((noinline)) static void dive(int n, int is_jumping) //= 3 * 5
{
	if (n == 0) { //= 3 * 5
		if (is_jumping) //= 3
			longjmp(back, 7); //= 2
		return; //= 1
	}
	dive(n - 1, is_jumping); //= 3 * 4
	behind++; //= 4
}

static int attempt(int n) //= 6
{
	int code = setjmp(back); //= 6
	if (code) //= 6 + 2
		return code; //= 2
	if (n < 3) //= 6
		return 0; //= 3
	dive(4, n != 4); //= 3
	return 1; //= 1
}

int main(void) //= 1
{
	for (int i = 0; i < 6; i++) //= 7
		printf("%d\n", attempt(i)); //= 6
	printf("%d\n", behind); //= 1
	return 0; //= 1
}
