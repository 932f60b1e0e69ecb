// tried_initialisers.cpp: the `try` of a constructor stands before what it initialises, not between that and the block.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#include <cstdio>
#include <string>

static int checked(int n)                                 //= 5 * 6
{
	if (n == 3)                                       //= 5 * 6
		throw n;                                  //= 5
	return n;                                         //= 5 * 5
}

struct Beside {
	int a;
	std::string s;
	Beside(int n)                                     //= 6
	try : a(checked(n)),                              //= 6
	      s("beside") {                               //= 5
		a++;                                      //= 5
	} catch (int e) {                                 //= 1
		printf("%d\n", e);                        //= 1
	}
};

struct Above {
	int a;
	std::string s;
	Above(int n)                                      //= 6
	try                                               //= 6
	    : s("above"),                                 //= 5
	      a(checked(n)) {                             //= 6
		a++;                                      //= 5
	} catch (int e) {                                 //= 1
		printf("%d\n", e);                        //= 1
	}
};

struct Behind {
	int a;
	std::string s;
	Behind(int n) try                                 //= 6
	    : a(checked(n)),                              //= 6
	      s("behind") {                               //= 5
	} catch (int e) {                                 //= 1
		printf("%d\n", e);                        //= 1
	}
};

template <class T> struct Made {
	std::string s;
	T a = 7;                                        //= 6
	T b;
	Made(T n)                                         //= 6
	try : s("made"),                                  //= 6
	      b(checked(n)) {                             //= 6
		b++;                                      //= 5
	} catch (int e) {                                 //= 1
		printf("%d\n", e);                        //= 1
	}
};

struct Without {
	std::string s;
	Without()                                         //= 6
	try {                                             //= 6
		s = "without";                            //= 6
	} catch (...) {                                   //= 0
	}
};

struct Base {
	int b;
	Base(int n) : b(checked(n)) {}                    //= 6
	virtual ~Base() {}                                //= 5
};

struct Derived : Base {
	std::string s;
	Derived(int n)                                    //= 6
	try                                               //= 6
	    : Base(n), s("derived") {                     //= 6
		b++;                                      //= 5
	} catch (int e) {                                 //= 1
		printf("%d\n", e);                        //= 1
	}
};

template <class T> static void make(int n)                //= 30
{
	try {                                             //= 30
		T made(n);                                //= 30
	} catch (int) {                                   //= 5
	}
}

int main()                                                //= 1
{
	for (int i = 0; i < 6; i++) {                     //= 7
		make<Beside>(i);                          //= 6
		make<Above>(i);                           //= 6
		make<Behind>(i);                          //= 6
		make<Made<long>>(i);                      //= 6
		make<Derived>(i);                         //= 6
		Without w;                                //= 6
	}
	return 0;                                         //= 1
}
