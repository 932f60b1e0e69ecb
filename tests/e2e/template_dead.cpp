// template_dead.cpp: what no control comes to in an instance of a template shows 0, or what others have.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17 -w
#include <cstdio>
#include <cstdlib>

static volatile int g;

template <bool C> static int alone(int n)                 //= 5
{
	if (C)                                            //= 5
		return 1;                                 //= 5
	if (n > 3)                                        //= 0
		return 2;                                 //= 0
	return n;                                         //= 0
}

template <bool C> static int both(int n)                  //= 10
{
	if (C)                                            //= 10
		return 1;                                 //= 5
	if (n > 3)                                        //= 5
		return 2;                                 //= 1
	int unused;                                       //= 4
	return n;                                         //= 4
}

template <class T> static int discarded(T n)              //= 10
{
	if constexpr (sizeof(T) == 1) {                   //= 10
		return 1;                                 //= 5
	} else {
		g = n;                                    //= 5
	}
	g = g + 1;                                        //= 5
	return n;                                         //= 5
}

template <bool C> static int discarded_alone(int n)       //= 5
{
	if constexpr (C)                                  //= 5
		return 1;                                 //= 5
	g = g + 1;                                        //= 0
	;                                                 //= 0
	return n;                                         //= 0
}

template <bool C> static int branches(int n)              //= 5
{
	if (n > 2) {                                      //= 5
		if (!C) {                                 //= 2
			g = g + 1;                        //= 0
		} else {
			return 4;                         //= 2
		}
		g = g + 2;                                //= 0
	}
	return n;                                         //= 3
}

template <bool C> static int label(int n)                 //= 5
{
	if (n == 2)                                       //= 5
		goto out;                                 //= 1
	if (C)                                            //= 4
		return 4;                                 //= 4
	g = g + 1;                                        //= 0
out:                                                      //= 1
	g = g + 2;                                        //= 1
	return n;                                         //= 1
}

template <bool C> static int cases(int n)                 //= 5
{
	switch (n) {                                      //= 5
	case 0:                                           //= 1
		if (C)                                    //= 1
			return 4;                         //= 1
		g = g + 1;                                //= 0
	case 1:                                           //= 1
		return 5;                                 //= 1
	case 2:                                           //= 1
		if (C)                                    //= 1
			break;                            //= 1
		g = g + 1;                                //= 0
		break;                                    //= 0
	default:                                          //= 2
		break;                                    //= 2
	}
	return n;                                         //= 3
}

template <bool C> static int loops(int n)                 //= 5
{
	for (int i = 0; i < n; i++) {                     //= 15
		if (C)                                    //= 10
			continue;                         //= 10
		g = g + 1;                                //= 0
	}
	while (C)                                         //= 15
		if (--n < 0)                              //= 15
			return 5;                         //= 5
	return n;                                         //= 0
}

template <bool C> static int before_label(int n)          //= 5
{
	g = n;                                            //= 5
	if (C) {                                          //= 5
		if (!C)                                   //= 5
			return 1;                         //= 0
	} else {
		g = g + 1;                                //= 0
	}
again:                                                    //= 8
	g = g + 1;                                        //= 8
	if (g < 3)                                        //= 8
		goto again;                               //= 3
	return n;                                         //= 5
}

struct Thrower {
	[[noreturn]] void on_error(const char *)          //= 15
	{
		throw 1;                                  //= 15
	}
};
struct Quiet {
	void on_error(const char *) { g = g + 1; }        //= 5
};
struct Stubs {
	__attribute__((noreturn)) void (*panic)(int);
};

template <class T> static unsigned error_alone(T &t)      //= 5
{
	t.on_error("y");                                  //= 5
	return 0;                                         //= 0
}

template <class T> static unsigned error(T &t)            //= 10
{
	t.on_error("y");                                  //= 10
	return 0;                                         //= 5
}

template <class T> struct Member {
	T t;
	T *p = &t;                                        //= 5
	Member() : t()                                    //= 5
	{
		p->on_error("z");                         //= 5
		g = g + 1;                                //= 0
	}
};

template <class T> static void end(const T &stubs)        //= 1
{
	stubs.panic(0);                                   //= 1
	g = g + 1;                                        //= 0
}

template <class T> static int lambdas(T)                  //= 10
{
	auto f = [&](auto x) -> int {                     //= 10 + 20
		if (sizeof(T) == 1)                       //= 20
			return 1;                         //= 10
		if (sizeof(x) < 16)                       //= 10
			return 2;                         //= 10
		return 3;                                 //= 0
	};
	return f('a') + f(1);                             //= 10
}

static auto generic = [](auto x) {                        //= 5
	if (sizeof(x) == 1)                               //= 5
		return 2;                                 //= 5
	return 3;                                         //= 0
};

template <bool C> static int local(int n)                 //= 5
{
	struct Local {                                    //= 5
		static int of(int n)                      //= 5
		{
			if (C)                            //= 5
				return n;                 //= 5
			return 2;                         //= 0
		}
	};
	return Local::of(n);                              //= 5
}

#define RETURN_OR_ADD(C) { if (C) return 3; g = g + 1; }

template <bool C> static int macro(int n)                 //= 10
{
	RETURN_OR_ADD(C)                                  //= 10
	g = g + 1;                                        //= 5
	if (!C) {                                         //= 5
		RETURN_OR_ADD(true)                       //= 5
		g = g + 1;                                //= 0
	}
	return n;                                         //= 0
}

template <bool C> static int never_made(int n)
{
	if (C)
		return 1;
	return n;
}

template <class F> static void caught(F f)                //= 15
{
	try {                                             //= 15
		f();                                      //= 15
	} catch (int) {                                   //= 15
		g = g + 1;                                //= 15
	}
}

int main()                                                //= 1
{
	int sum = 0;                                      //= 1
	Thrower thrower;                                  //= 1
	Quiet quiet;                                      //= 1
	for (int i = 0; i < 5; i++) {                     //= 6
		sum += alone<true>(i) + both<true>(i) + both<false>(i); //= 5
		sum += discarded('a') + discarded(1) + discarded_alone<true>(1); //= 5
		sum += macro<true>(i) + macro<false>(i) + branches<true>(i) + label<true>(i); //= 5
		sum += cases<true>(i) + loops<true>(i) + before_label<true>(i); //= 5
		caught([&] { error_alone(thrower); });    //= 10
		caught([&] { error(thrower); });          //= 10
		caught([&] { Member<Thrower> member; });  //= 10
		error(quiet);                             //= 5
		sum += lambdas('a') + lambdas(1) + generic('a') + local<true>(i); //= 5
	}
	std::printf("%d\n", sum);                         //= 1
	std::fflush(stdout);                              //= 1
	end(Stubs{std::exit});                            //= 1
	return 0;                                         //= -
}
