// template_conditions.cpp: conditions that are constant in each instance of a template, and make no code there.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17
#include <cstdio>

static volatile int g;

template <class T> static int size(T)                     //= 40
{
	if (sizeof(T) == 1)                               //= 40
		g = g + 1;                                //= 10
	else if (sizeof(T) == 2)                          //= 30
		g = g + 2;                                //= 10
	else if (sizeof(T) == 4)                          //= 20
		g = g + 4;                                //= 10
	return g;                                         //= 40
}

template <class T> static int size_constexpr(T)           //= 40
{
	if constexpr (sizeof(T) == 1) {                   //= 40
		g = g + 1;                                //= 10
	} else if constexpr (sizeof(T) == 2) {            //= 30
		g = g + 2;                                //= 10
	} else if constexpr (sizeof(T) == 4) {            //= 20
		g = g + 4;                                //= 10
	}
	return g;                                         //= 40
}

template <class T> static void last(T)                    //= 40
{
	g = g + 1;                                        //= 40
	if (sizeof(T) == 1)                               //= 40
		g = g + 1;                                //= 10
	else if (sizeof(T) == 2)                          //= 30
		g = g + 2;                                //= 10
	else if (sizeof(T) == 4)                          //= 20
		g = g + 4;                                //= 10
}

template <class T, int N> static void nested(T)           //= 30
{
	if constexpr (sizeof(T) > 2) {                    //= 30
		if constexpr (N > 1) {                    //= 20
			g = g + 1;                        //= 10
		}
	}
	g = g + 1;                                        //= 30
}

template <class T, int N> static void nested_last(T)      //= 30
{
	g = g + 1;                                        //= 30
	if constexpr (sizeof(T) > 2) {                    //= 30
		if constexpr (N > 1)                      //= 20
			g = g + 1;                        //= 10
	}
}

template <class T> static void nothing_to_do(T)           //= 20
{
	if (sizeof(T) == 1)                               //= 20
		(void)0;                                  //= 10
	else
		g = g + 1;                                //= 10
	g = g + 1;                                        //= 20
}

template <class T> struct Box {
	T value;
	Box(T v) : value(v)                               //= 20
	{
		if (sizeof(T) == 1) {                     //= 20
			if (sizeof(v) > 4)                //= 10
				g = g + 1;                //= 0
		} else {
			if (sizeof(v) == 4)               //= 10
				g = g + 1;                //= 10
		}
	}
	~Box()                                            //= 20
	{
		if (sizeof(T) == 1)                       //= 20
			return;                           //= 10
		else if (sizeof(T) == 2)                  //= 10
			g = g + 1;                        //= 0
		else if (sizeof(T) == 3)                  //= 10
			g = g + 2;                        //= 0
	}
	template <class O> void set(O o)                  //= 20
	{
		auto add = [this](auto by) {              //= 20 + 20
			if (sizeof(T) == 1)               //= 20
				value += by;              //= 10
			else if (sizeof(by) == 1)         //= 10
				value += 2 * by;          //= 0
		};
		add(o);                                   //= 20
	}
};

static auto generic = [](auto x) {                        //= 20
	if constexpr (sizeof(x) == 1)                     //= 20
		g = g + 1;                                //= 10
	else if constexpr (sizeof(x) == 2)                //= 10
		g = g + 2;                                //= 0
};

template <class T> static int lambdas(T)                  //= 20
{
	auto f = [&](auto x) -> int {                     //= 20 + 40
		if constexpr (sizeof(x) == 1) {           //= 40
			if (sizeof(T) == 4)               //= 20
				return 1;                 //= 10
		} else if constexpr (sizeof(T) == 1)      //= 20
			return 2;                         //= 10
		return 3;                                 //= 20
	};
	return f('a') + f(1);                             //= 20
}

static void plain(int a)                                  //= 10
{
	if (a) {                                          //= 10
		g = g + 1;                                //= 9
		{
			if (0)                            //= 9
				g = g + 1;                //= 0
		}
	}
	if (a) {                                          //= 10
		g = g + 1;                                //= 9
		{
			(void)a;                          //= 9
		}
	}
}

int main()                                                //= 1
{
	for (int i = 0; i < 10; i++) {                    //= 11
		size(char(1)), size(short(1)), size(1), size(1.0); //= 10
		size_constexpr(char(1)), size_constexpr(short(1)); //= 10
		size_constexpr(1), size_constexpr(1.0);   //= 10
		last('a'), last(short(1)), last(1), last(1.0); //= 10
		nested<int, 2>(1), nested<int, 1>(1), nested<char, 1>(1); //= 10
		nested_last<int, 2>(1);                   //= 10
		nested_last<int, 1>(1), nested_last<char, 1>(1); //= 10
		nothing_to_do('a'), nothing_to_do(1);     //= 10
		Box<char> box('a');                       //= 10
		box.set(1);                               //= 10
		Box<int> large(1);                        //= 10
		large.set(1);                             //= 10
		generic('a'), generic(1);                 //= 10
		lambdas('a'), lambdas(1);                 //= 10
		plain(i);                                 //= 10
	}
	std::printf("%d\n", g);                           //= 1
	return 0;                                         //= 1
}
