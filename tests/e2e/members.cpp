// members.cpp: members' initialisers in a class run in the middle of the statement that makes an object, which is
// visited once all the same.
//: flags = -std=c++17
#include <cstdio>
#include <string>

static int next() //= 5 + 5 + 5 + 2 * 5 + 5 + 5 + 3 * 5 + 1
{
	static int n; //= 51
	return n++; //= 51
}
struct Options {
	std::string name = "name"; //= 51 - 5
	int level = next(); //= 51
	int width = 3;
};
struct Config {
	int version = 1; //= 5
	Options options{}; //= 5 + 5
	int last = 2; //= 5 + 5
	explicit Config(int v) : version(v) {} //= 5
	Config() = default; //= 5
};
static int one() //= 8 * 35
{
	return 1; //= 8 * 35
}
struct Several { // on a line are one visit of it, of each object
	int a = one(), b = one(); int c = one(); //= 35
	int d = one(), //= 35
	    e = one();
	std::string text = "text"; int f = one(); struct { int g = one(); } in{}; int h = one(); //= 35
};
static int add(const Several &x, const Several &y) //= 5
{
	return x.a + y.h; //= 5
}
static int take(const Options &o) //= 3 * 5
{
	return o.level; //= 3 * 5
}
static Options make() //= 5
{
	return {"made"}; //= 5
}
static Options global{}; //= 1
int main() //= 1
{
	int t = global.width; //= 1
	for (int i = 0; i < 5; i++) //= 6
		t += take({}); //= 5
	for (int i = 0; i < 5; i++) { //= 6
		Options o{}; //= 5
		t += take(o); //= 5
	}
	for (int i = 0; i < 5; i++) //= 6
		t += take(make()); //= 5
	for (int i = 0; i < 5; i++) //= 6
		t += Options{}.level + Options{}.width; //= 5
	for (int i = 0; i < 5; i++) { //= 6
		Config c; //= 5
		Config d(i); //= 5
		t += c.options.width + d.version; //= 5
	}
	for (int i = 0; i < 5; i++) { //= 6
		Options three[3]{}; //= 5
		t += three[2].level; //= 5
	}
	for (int i = 0; i < 5; i++) { //= 6
		Several x{}; Several y{}; //= 5
		Several three[3]{}; //= 5
		t += add(Several{}, Several{}) + x.h + y.h + three[2].h; //= 5
	}
	printf("%d\n", t); //= 1
	return 0; //= 1
}
