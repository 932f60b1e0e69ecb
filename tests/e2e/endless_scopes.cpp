// endless_scopes.cpp: turns of endless loops whose body is a scope that begins with a variable with
// a destructor, or with `try`, and ends with a loop.
//: levels = -O0 | -O1 | -O2 | -O3
#include <cstdio>
#include <initializer_list>

static int destroyed;

struct guard {
	~guard() //= 20
	{
		destroyed++; //= 20
	}
};

static int ranges(int n) //= 1
{
	int sum = 0;                        //= 1
	for (;;) {                          //= 4
		guard of_turn;              //= 4
		for (int i : {1, 2, 3})     //= 14
			if ((sum += i) > n) //= 11
				return sum; //= 1
	}
}

static int turns(int n) //= 1
{
	int sum = 0;                        //= 1
	while (true) {                      //= 4
		guard of_turn;              //= 4
		do {                        //= 12
			guard of_inner;     //= 12
			if (sum++ > n)      //= 12
				return sum; //= 1
		} while (sum % 3);          //= 11
	}
}

static int tries(int n) //= 1
{
	int sum = 0;                               //= 1
	for (;;) {                                 //= 5
		try {                              //= 5
			while (sum++ % 4)          //= 16
				if (sum > n)       //= 12
					throw sum; //= 1
		} catch (int v) {                  //= 1
			return v;                  //= 1
		}
	}
}

int main() //= 1
{
	std::printf("%d %d\n", ranges(20) + turns(10) + tries(15), destroyed); //= 1
	return 0;                                                              //= 1
}
