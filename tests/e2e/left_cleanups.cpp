// left_cleanups.cpp: clean-up code that several ways out of a scope share does not come to its end: what is behind it
// counts those that came there.
//: levels = -O0 | -O1 | -O2
//: flags = -std=c++17
#include <csetjmp>
#include <cstdio>

static volatile int zero;

struct Guard {
	int n;
	explicit Guard(int x) : n(x) {} //= 62
	~Guard() noexcept(false)        //= 62
	{
		if (n % 3 == 2)         //= 62
			throw n;        //= 18
	}
};

static int one_way_each(int n)                    //= 1
{
	int s = 0;                                //= 1
	for (int i = 0; i < n; i++) {             //= 13
		try {                             //= 12
			Guard g(i);               //= 12
			if (i % 4 == 1)           //= 12
				continue;         //= 3
			if (i == 100)             //= 9
				break;            //= 0
			s += 2;                   //= 9
		} catch (int x) {                 //= 4
			s += x;                   //= 4
			continue;                 //= 4
		}
		s++;                              //= 6
	}
	return s;                                 //= 1
}

static int several_ways(int i)                    //= 12
{
	int s = zero;                             //= 12
	{
		Guard g(i);                       //= 12
		if (i == 0 || i == 2)             //= 12
			goto out;                 //= 2
		if (i == 3 || i == 5 || i == 6)   //= 10
			goto out;                 //= 3
		if (i == 9)                       //= 7
			return 9;                 //= 1
		s += 2;                           //= 6
		if (i == 1)                       //= 6
			goto out;                 //= 1
	}
	s++;                                      //= 3
out:                                              //= 7
	return s;                                 //= 7
}

static int two_scopes(int i)                      //= 12
{
	int s = 0;                                //= 12
	for (int k = 0; k < 1; k++) {             //= 18
		Guard g(i);                       //= 12
		if (i % 2) {                      //= 12
			Guard h(i + 1);           //= 6
			if (i == 3)               //= 6
				continue;         //= 1
			s++;                      //= 5
		}
		s += 2;                           //= 9
	}
	return s;                                 //= 6
}

struct Inner {
	Guard g;                                  //= -
	Inner() : g(zero) {}                      //= 8
};

static void left_by_return(int i)                 //= 12
{
	Guard g(i);                               //= 12
	if (i % 2)                                //= 12
		return;                           //= 6
	Inner inner;                              //= 6
	if (i == 4)                               //= 6
		return;                           //= 1
	zero = 0;                                 //= 5
}

static jmp_buf env;
static int left;

static void clean(int *p)                         //= 12
{
	if (*p % 3 == 2)                          //= 12
		longjmp(env, 1);                  //= 4
}

static int cleaned(int i)                         //= 12
{
	{
		__attribute__((cleanup(clean))) int n = i; //= 12
		if (i % 4 == 1)                   //= 12
			return 5;                 //= 3
		left++;                           //= 9
	}
	left += 2;                                //= 6
	return 1;                                 //= 6
}

static void add(int *k)                           //= 12
{
	left += *k;                               //= 12
}

static void in_the_head(int i)                    //= 12
{
	for (__attribute__((cleanup(add))) int k = 0; k < 3; k++) //= 42
		if (k == i)                       //= 33
			break;                    //= 3
	left++;                                   //= 12
}

int main()                                        //= 1
{
	int sum = one_way_each(12);               //= 1
	for (int i = 0; i < 12; i++)              //= 13
		try {                             //= 12
			sum += several_ways(i);   //= 12
		} catch (int) {                   //= 4
			sum++;                    //= 4
		}
	for (int i = 0; i < 12; i++)              //= 13
		try {                             //= 12
			sum += two_scopes(i);     //= 12
		} catch (int) {                   //= 6
			sum++;                    //= 6
		}
	for (int i = 0; i < 12; i++)              //= 13
		try {                             //= 12
			left_by_return(i);        //= 12
			sum++;                    //= 8
		} catch (int) {                   //= 4
			sum += 2;                 //= 4
		}
	Inner first;                              //= 1
	Inner second;                             //= 1
	for (volatile int i = 0; i < 12; i++) {   //= 13
		if (setjmp(env)) {                //= 12
			left += 100;              //= 4
			continue;                 //= 4
		}
		left += cleaned(i);               //= 12
	}
	for (int i = 0; i < 12; i++)              //= 13
		in_the_head(i);                   //= 12
	printf("%d %d\n", sum, left);             //= 1
	return 0;                                 //= 1
}
