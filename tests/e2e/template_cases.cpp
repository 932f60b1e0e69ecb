// template_cases.cpp: cases one below the other whose values depend on a template's arguments: each shows what comes to it,
// by its value in the instance or from the one above.
//: flags = -std=c++17 -w
#include <cstdio>
#include <string>

template <class T> struct Base {
	enum class E : unsigned char { a, b, c, d = 200 };
};
template <class T> struct Scoped {
	using E = typename Base<T>::E;
	static int of(E e) //= 8
	{
		switch (e) {    //= 8
		case E::a:      //= 0
		case E::b:      //= 0
		case E::c:      //= 5
		case E::d:      //= 5 + 2
			return 7; //= 7
		default:        //= 1
			return 1; //= 1
		}
	}
};
// Two instances, in which other values lead to a line.
template <int N> static int number(int c) //= 4 + 4
{
	switch (c) {        //= 8
	case N:             //= 1 + 1
	case N + 1:         //= 3 + 2
		return 1;   //= 5
	case 40:            //= 0 + 1
	case N + 2:         //= 1 + 1
	case 50:            //= 1 + 2
		return 2;   //= 3
	}
	return 3; //= 0
}
template <class C> static int end(long c) //= 3 + 3
{
	using traits = std::char_traits<C>; //= 6
	switch (c) {            //= 6
	case traits::eof():     //= 1 + 0
	case 'x': case 'y':     //= 3 + 0
	case -2:                //= 3 + 1
	case sizeof(C) * 1000:  //= 3 + 3
		return 0;       //= 6
	}
	return 1; //= 0
}
// Only what is switched on is the instance's: there the same constant is another value.
template <class T> static int typed(T c) //= 2 + 3
{
	switch (c) {            //= 5
	case (T)0xffffffffu:    //= 1 + 2
	case 1:                 //= 2 + 3
		return 1;       //= 5
	}
	return 0; //= 0
}
// Constant in an instance: control comes in at one case, which has no code.
template <int N> static int constant(int c) //= 3 + 2
{
	c++;        //= 5
	switch (N) { //= 5
	case 1:     //= 3
		;   //= 3
	case 2:     //= 3
	case 3: ;   //= 5
	case 4:     //= 5
		c++; //= 5
	}
	return c; //= 5
}
template <int N> static int ranges(int c) //= 6
{
	int r = 0;              //= 6
	switch (c)              //= 6
	case N ... N + 2:       //= 2
	case N + 10 ... N + 999: //= 2 + 3
	case -N:                //= 2 + 3 + 1
		r = c;          //= 6
	auto inner = [](auto x) { //= 6 + 6
		switch (x) {      //= 6
		case N:           //= 1
		case N + 1:       //= 1 + 1
		case 9:           //= 2
			return 5; //= 2
		default:          //= 4
			return 6; //= 4
		}
	};
	return r + inner(c); //= 6
}
template <int N> struct Method {
	template <int M> int of(int c) //= 3
	{
		struct Local { //= 3
			static int in(int c) //= 3
			{
				switch (c) {      //= 3
				case N:           //= 1
				case M:           //= 1 + 2
				case N + M:       //= 3
					return 5; //= 3
				}
				return 0; //= 0
			}
		};
		while (c != M) //= 3
			switch (c) { //= 1
			case N: //= 1
			case N * M: //= 1
				return Local::in(c); //= 1
			}
		return Local::in(M); //= 2
	}
};
int main(int argc, char **) //= 1
{
	using E = Base<int>::E;         //= 1
	int s = 0;                      //= 1
	for (int i = 0; i < 5; i++)     //= 6
		s += Scoped<int>::of(E::c); //= 5
	s += Scoped<int>::of(E::d) + Scoped<int>::of(E::d) + Scoped<int>::of(E(9)); //= 1
	s += number<1>(argc) + number<1>(2) + number<1>(2) + number<1>(3); //= 1
	s += number<7>(7) + number<7>(8) + number<7>(40) + number<7>(50);  //= 1
	s += end<char>(EOF) + end<char>('x') + end<char>('y'); //= 1
	s += end<wchar_t>(4000) + end<wchar_t>(-2) + end<wchar_t>(4000);   //= 1
	s += typed(-1) + typed(argc) + typed(0xffffffffL) + typed(1L) + typed(0xffffffffL); //= 1
	for (int i : {3, 4, 13, 1000, 1001, -3}) //= 7
		s += ranges<3>(i); //= 6
	for (int i = 0; i < 3; i++)        //= 4
		s += constant<1>(i) + (i ? constant<3>(i) : 0); //= 3
	Method<2> m; //= 1
	s += m.of<3>(2) + m.of<3>(3) + m.of<3>(3); //= 1
	std::printf("%d\n", s); //= 1
}
