// handlers_apart.cpp: handlers that several lines throw to, which begin with statements that make
// no code.
//: flags = -std=c++17 -w
#include <cstdio>
static int thr(int x) //= 3 + 2 + 2
{
	if (x > 2)       //= 3 + 2 + 2
		throw x; //= 1 + 1 + 2
	return x;        //= 2 + 1
}

static int tries(int n) //= 3
{
	int s = 0;                  //= 3
	try {                       //= 3
		thr(n);             //= 3
		s = thr(n + 1);     //= 2
		int q;              //= 1
	} catch (...) {             //= 2
		int w;              //= 2
		try {               //= 2
			thr(n + 2); //= 2
			throw;      //= 0
		} catch (int) {     //= 2
			int u;      //= 2
		}
		int v; //= 2
	}
	int t;    //= 3
	t = s;    //= 3
	return t; //= 3
}
int main() //= 1
{
	printf("%d\n", tries(1) + tries(2) + tries(3)); //= 1
}
