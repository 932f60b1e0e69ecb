// implicit_constructors.cpp: what a class sets its members to is counted in constructors that nobody wrote, too: of
// classes with a base, in templates, in functions, inherited, of objects that are thrown away.
//: flags = -std=c++17
//: calls next = 280
//: calls Plain = 1 + 10 + 19 + 20 + 11
//: calls Local = 10
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static int next() //= 280
{
	static int n; //= 280
	return ++n;   //= 280
}
struct Plain {
	int a = next();                  //= 61
	std::string name = "a long name, which is allocated"; //= 61
	std::vector<int> list{1, 2,      //= 61
		next()};
	int twice[2] = {next(), 3};      //= 61
	int plain;
};
struct Braced {
	int a = next() - next(); //= 12
	int b = next();          //= 12
};
struct Derived : Plain {
	int b = a > 100 ? next() : 0;    //= 20
	virtual ~Derived() = default;    //= 20
};
template <class T> struct Box {
	T value = static_cast<T>(next()); //= 20
	T other{};                        //= 20
};
struct Written {
	int n = next();                  //= 3
	explicit Written(int) {}         //= 3
};
struct Inheriting : Written {
	using Written::Written;          //= -
	int m = next();                  //= 3
};
struct Throwing {
	int a = next();                  //= 5
	int b = a > 0 ? throw std::runtime_error("thrown") : 1; //= 5
	int c = next();                  //= 0
};
struct Sum {
	int total = [] {                 //= 4 + 4
		int sum = 0;             //= 4
		for (int i = 0; i < 3; i++) //= 4 * 4
			sum += i;        //= 4 * 3
		return sum;              //= 4
	}();
};
static volatile int turn = 1;    //= -
struct Part {
	int v = turn + 2;        //= 4 * 7 + 2 * 3
	int add(int a) const     //= 4 * 7
	{
		return a + v + turn; //= 4 * 7
	}
};
struct Whole {
	int sum = Part{}.add(    //= 2 * 7
		Part{}.add(turn));
};
struct OnItsLine {
	int a = turn + 2;                //= 7
	int b;
	explicit OnItsLine(int x) : b(x) //= 7
	{
		b += turn;               //= 7
	}
};
struct AllOnALine {
	int a;
	int b = turn + 2;                              //= 7
	int c;
	AllOnALine(int x) : a(x), c(x) { c += turn; }  //= 7
};
static Plain global; //= 1
static int use(const Plain &p) //= 30 + 20
{
	return p.a; //= 30 + 20
}
int main() //= 1
{
	long sum = use(global) ? 0 : 1; //= 1
	for (int i = 0; i < 10; i++) { //= 11
		struct Local { //= 10
			int c = next(); //= 10
		};
		Local l;         //= 10
		Plain p;         //= 10
		Box<int> small;  //= 10
		Box<long> large; //= 10
		sum += l.c + use(p) + small.value + large.value; //= 10
	}
	for (int i = 0; i < 19; i++) //= 20
		sum += use(Plain()); //= 19
	for (int i = 0; i < 10; i++) { //= 11
		auto held = std::make_unique<Derived>(); //= 10
		sum += use(*held) + use(Derived());      //= 10
	}
	std::vector<Plain> list(11); //= 1
	for (int i = 0; i < 3; i++) //= 4
		sum += Inheriting(i).m; //= 3
	for (int i = 0; i < 5; i++) //= 6
		try { //= 5
			Throwing t;  //= 5
			sum += t.c;  //= 0
		} catch (const std::exception &) { //= 5
			sum++; //= 5
		}
	int turns = 0; //= 1
	for (int i = 0; i < 6; i++) { //= 7
		do { //= 12
			sum += Braced{}.a; //= 12
		} while (turns++ % 2 == 0); //= 12
		(void)i; //= 6
	}
	for (int i = 0; i < 4; i++) { //= 5
		Sum s; //= 4
		sum += s.total; //= 4
	}
	for (int i = 0; i < 7; i++) //= 8
		sum += Whole().sum + Whole{}.sum + OnItsLine(i).a + AllOnALine(i).b; //= 7
	for (int i = 0; i < 3; i++) { //= 4
		int a = Part{}.v; int b = Part{}.v; //= 3
		sum += a + b; //= 3
	}
	printf("%ld\n", sum); //= 1
	return 0; //= 1
}
