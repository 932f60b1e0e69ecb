// template_switch.cpp: a switch on a template's argument goes one way in each instance; its lines show the sum.
//: flags = -std=c++17 -w
#include <cstdio>

enum class Shape { Square, Circle, Line, None };

template <int A> static int number(int n) //= 20
{
	switch (A) {    //= 20
	case 0:         //= 5
	case 1:         //= 12
		n++;    //= 12
		break;  //= 12
	case 2:         //= 3
		n--;    //= 3
		[[fallthrough]]; //= 3
	case 3:         //= 5
		n += 4; //= 5
	}
	return n; //= 20
}
template <class T> static int size(T t) //= 10
{
	switch (sizeof(T)) { //= 10
	case 4:              //= 4
	case 8:              //= 10
		return (int)t + 1; //= 10
	default:             //= 0
		return 0;    //= 0
	}
}
template <Shape S> struct Area {
	static int of(int n) //= 9
	{
		int area = 0;   //= 9
		switch (S) {    //= 9
		case Shape::Square: { //= 4
			int side = n; //= 4
			area = side * side; //= 4
			break;  //= 4
		}
		case Shape::Circle: //= 3
			for (int i = 0; i < 2; i++) //= 9
				area += n; //= 6
			return area; //= 3
		case Shape::Line: //= 0
			area = 7; //= 0
		}
		return area; //= 6
	}
};
template <int N> static int labelled(int n) //= 5
{
	switch (3) {   //= 5
	case N:        //= 2
		return 1; //= 2
	case N + 1:    //= 3
		n++;   //= 3
	}
	switch (n) {   //= 3
	case N:        //= 1
		n = 9; //= 1
	}
	auto twice = [](auto x) { //= 3 + 3
		switch (sizeof(x)) { //= 3
		case 1:              //= 0
			return 0;    //= 0
		default:             //= 3
			return 2 * x; //= 3
		}
	};
	return twice(n); //= 3
}
int main() //= 1
{
	int r = 0; //= 1
	for (int i = 0; i < 5; i++) //= 6
		r += number<0>(i); //= 5
	for (int i = 0; i < 7; i++) //= 8
		r += number<1>(i); //= 7
	for (int i = 0; i < 3; i++) //= 4
		r += number<2>(i) + number<9>(i); //= 3
	for (int i = 0; i < 2; i++) //= 3
		r += number<3>(i); //= 2
	for (int i = 0; i < 4; i++) //= 5
		r += size(i) + Area<Shape::Square>::of(i); //= 4
	for (int i = 0; i < 6; i++) //= 7
		r += size((long)i); //= 6
	for (int i = 0; i < 3; i++) //= 4
		r += Area<Shape::Circle>::of(i) + labelled<2>(i); //= 3
	for (int i = 0; i < 2; i++) //= 3
		r += Area<Shape::None>::of(i) + labelled<3>(i); //= 2
	std::printf("%d\n", r); //= 1
}
