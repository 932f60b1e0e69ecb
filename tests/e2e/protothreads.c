// protothreads.c: functions that go on where they stopped, by a `case` that a macro makes behind a `return`.
//: levels = -O0 | -O1 | -O2 | -O3
#define BEGIN(s) switch (*(s)) { case 0:
#define END(s) } *(s) = 0; return 0
#define YIELD(s) do { *(s) = __LINE__; return 1; case __LINE__:; } while (0)
#define WAIT_UNTIL(s, c) do { *(s) = __LINE__; case __LINE__: if (!(c)) return 1; } while (0)
#define YIELD_BY_FLAG(s) do { flag = 0; *(s) = __LINE__; case __LINE__: if (flag == 0) return 1; } while (0)
#define PLAIN(s) *(s) = __LINE__; return 1; case __LINE__:;

static volatile int sum;

static int yields(int *s)                                 //= 12
{
	BEGIN(s);                                         //= 12
	sum++;                                            //= 3
	YIELD(s);                                         //= 6
	sum++;                                            //= 3
	YIELD(s);                                         //= 6
	PLAIN(s)                                          //= 6
	sum++;                                            //= 3
	END(s);                                           //= 3
}

static int waits(int *s, int n)                           //= 12
{
	BEGIN(s);                                         //= 12
	sum++;                                            //= 2
	WAIT_UNTIL(s, n % 3 == 2);                        //= 2 + 4
	sum++;                                            //= 2
	WAIT_UNTIL(s, n % 6 == 5);                        //= 2 + 6
	sum++;                                            //= 2
	END(s);                                           //= 2
}

static int by_flag(int *s)                                //= 12
{
	static int i;                                     //= 12
	int flag = 1;                                     //= 12
	BEGIN(s);                                         //= 12
	for (i = 0; i < 2; i++) {                         //= 4 + 8
		YIELD_BY_FLAG(s);                         //= 8 + 8
		sum++;                                    //= 8
	}
	END(s);                                           //= 4
}

int main(void)                                            //= 1
{
	int a = 0, b = 0, c = 0;                          //= 1

	for (int n = 0; n < 12; n++) {                    //= 13
		yields(&a);                               //= 12
		waits(&b, n);                             //= 12
		by_flag(&c);                              //= 12
	}
	return 0;                                         //= 1
}
