/* expression_arrays.c: arrays of variable length in statement expressions: the stack as it was
 * before them is kept for the brace, and is nobody's value. */
#include <stdio.h>

static int sum_of(int n) //= 4
{
	int sum = ({                        //= 4
		int of[n];                  //= 4
		for (int i = 0; i < n; i++) //= 4 + 1 + 2 + 3 + 4
			of[i] = i;          //= 1 + 2 + 3 + 4
		if (n > 2)                  //= 4
			of[0]++;            //= 2
		of[n - 1] + of[0];          //= 4
	});                                 //= -
	return sum;                         //= 4
}

static int last_of(int n) //= 4
{
	int last = ({                  //= 4
		int of[n];             //= 4
		of[0] = n;             //= 4
		if (n > 2)             //= 4
			of[n - 1] = n; //= 2
		n > 1 ? of[n - 1] : 0; //= 4
	});                            //= -
	return last;                   //= 4
}

int main(void) //= 1
{
	int sum = 0;                   //= 1
	for (int n = 1; n <= 4; n++) { //= 4 + 1
		sum += sum_of(n);      //= 4
		sum += last_of(n) > 2; //= 4
	}
	printf("%d\n", sum); //= 1
	return 0;            //= 1
}
