// rethrown_at_end.cpp: a handler of all of a constructor or destructor throws at its end what it has caught.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17 -w
#include <cstdio>

static int sum;

__attribute__((noinline)) static int fail(int n)          //= 10 * 4
{
	if (n)                                            //= 10 * 4
		throw n;                                  //= 10 * 3
	return 1;                                         //= 10
}

struct Constructed {
	Constructed(int n)                                //= 4
	try {                                             //= 4
		fail(n);                                  //= 4
	} catch (int) {                                   //= 3
	}
};

struct Initialised {
	int member;
	Initialised(int n)                                //= 4
	try : member(fail(n)) {                           //= 4
	} catch (int) {                                   //= 3
	}
};

struct Destroyed {
	int n;
	~Destroyed() noexcept(false)                      //= 4
	try {                                             //= 4
		fail(n);                                  //= 4
	} catch (int) {                                   //= 3
	}
};

struct Several {
	Several(int n)                                    //= 4
	try {                                             //= 4
		fail(n);                                  //= 4
	} catch (char) {                                  //= 0
	} catch (const int &) {                           //= 3
	} catch (...) {                                   //= 0
	}
};

struct All {
	All(int n)                                        //= 4
	try {                                             //= 4
		fail(n);                                  //= 4
	} catch (...) {}                                  //= 3
};

struct WithoutCode {
	WithoutCode(int n)                                //= 4
	try {                                             //= 4
		fail(n);                                  //= 4
	} catch (int) {                                   //= 3
		(void)n;                                  //= 3
		if (sizeof(n) == 1)                       //= 3
			;                                 //= 0
		else
			(void)sum;                        //= 3
	}
};

struct WithCode {
	WithCode(int n)                                   //= 4
	try {                                             //= 4
		fail(n);                                  //= 4
	} catch (int) {                                   //= 3
		sum++;                                    //= 3
	}
};

struct Branches {
	Branches(int n)                                   //= 4
	try {                                             //= 4
		fail(n);                                  //= 4
	} catch (int thrown) {                            //= 3
		if (thrown > 2)                           //= 3
			sum++;                            //= 1
	}
};

struct ByHand {
	ByHand(int n)                                     //= 4
	try {                                             //= 4
		fail(n);                                  //= 4
	} catch (int) {                                   //= 3
		throw;                                    //= 3
	}
};

template <class T> struct Template {
	Template(T n)                                     //= 4
	try {                                             //= 4
		fail(n);                                  //= 4
	} catch (T) {                                     //= 3
	}
};

struct NeverThrown {
	NeverThrown(int n)                                //= 4
	try {                                             //= 4
		sum += n;                                 //= 4
	} catch (int) {                                   //= 0
	}
};

template <class T> static void make(int n)                //= 9 * 4
{
	try {                                             //= 9 * 4
		T made(n);                                //= 9 * 4
		sum += 100;                               //= 9 + 0
	} catch (int) {                                   //= 9 * 3
		sum++;                                    //= 9 * 3
	}
}

static void destroy(int n)                                //= 4
{
	try {                                             //= 4
		Destroyed destroyed{n};                   //= 4
		sum++;                                    //= 4
	} catch (int) {                                   //= 3
		sum++;                                    //= 3
	}
}

int main()                                                //= 1
{
	for (int i = 0; i < 4; i++) {                     //= 5
		make<Constructed>(i);                     //= 4
		make<Initialised>(i);                     //= 4
		make<Several>(i);                         //= 4
		make<All>(i);                             //= 4
		make<WithoutCode>(i);                     //= 4
		make<WithCode>(i);                        //= 4
		make<Branches>(i);                        //= 4
		make<ByHand>(i);                          //= 4
		make<Template<int>>(i);                   //= 4
		destroy(i);                               //= 4
		NeverThrown never(i);                     //= 4
	}
	std::printf("%d\n", sum);                         //= 1
	return 0;                                         //= 1
}
