// do_loops.c: do loops with and without braces, whose conditions have parts.
//: target = x86_64
//: levels = -O0 | -O1 | -O2 | -O3 | -O2 -fprofile-instr-generate=/dev/null
#include <stdio.h>

// Its end is where a turn of the loop around it ends.
static int last_in_a_loop(int n) //= 1
{
	int sum = 0; //= 1

	for (;;) { //= 10
		int limit; //= 10

		limit = n / 3; //= 10
		if (limit > 20) //= 10
			break; //= 1
		n += 7; //= 9
		do { //= 27
			if (limit == 50) //= 27
				goto out; //= 0
			sum++; //= 27
		} while (sum % 3); //= 27
	}
out: //= 1
	return sum; //= 1
}

int main(int argc, char **argv) //= 1
{
	const char *digits = "1234567890abc"; //= 1
	const char *end = digits + 13;        //= 1
	int i = 0, j = 0;                     //= 1

	do                                                        //= 10
		digits++;                                         //= 10
	while (digits < end && *digits >= '0' && *digits <= '9'); //= 10
	i = argc - argc;                                          //= 1
	do                                                        //= 10
		i++;                                              //= 10
	while (i < 10);                                           //= 10
	do {                                                      //= 10
		i--;                                              //= 10
	} while (i > 0 && j == 0);                                //= 10
	do                                                        //= 10
		if (i++ & 1)                                      //= 10
			j++;                                      //= 5
	while (i < 10 && i > 0);                                  //= 10
	i = 0;                                                    //= 1
	do                                                        //= 10
		for (j = 0; j < 3; j++)                           //= 10 * 4
			i++;                                      //= 30
	while (i < 30 || i < 0);                                  //= 10
	i = 0;                                                    //= 1
	do i++; while (i < 10 && i > 0);                          //= 10
	i = 0;                                                    //= 1
	do                                                        //= 10
		i++;                                              //= 10
	while (argc > 5 ? i < 5 : i < 10);                        //= 10
	do                                                        //= 7
		j++;                                              //= 7
	while ((i > 100 || i < 0) ? j < 3 : j < 10);              //= 7
	i += last_in_a_loop(argc);                                //= 1
	printf("%d %d %d\n", i, j, argv[0] != NULL);              //= 1
	return 0;                                                 //= 1
}
