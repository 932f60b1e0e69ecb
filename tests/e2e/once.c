// once.c: statements without code in `do { } while (0)`, which control falls out of at its end.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
static volatile int sum;
#define NOTHING

static void once(int i)                                   //= 12
{
	do {                                              //= 12
		if (0 || (0 && i > 3)) {                  //= 12
			sum++;                            //= 0
		}
	} while (0);
	do {                                              //= 12
		NOTHING;                                  //= 12
		(void)i;                                  //= 12
	} while (0);
	do {                                              //= 12
		sum++;                                    //= 12
		if (0)                                    //= 12
			sum++;                            //= 0
	} while (0);
	;                                                 //= 12
	do {                                              //= 12
		(void)i;                                  //= 12
		if (i % 3 == 1)                           //= 12
			break;                            //= 4
		NOTHING;                                  //= 8
	} while (0);
	if (i == 5)                                       //= 12
		do {                                      //= 1
			(void)i;                          //= 1
		} while (0);
	else
		do {                                      //= 11
			do {                              //= 11
				NOTHING;                  //= 11
			} while (0);
			(void)sum;                        //= 11
		} while (0);
}

int main(void)                                            //= 1
{
	for (int i = 0; i < 12; i++)                      //= 13
		once(i);                                  //= 12
	return 0;                                         //= 1
}
