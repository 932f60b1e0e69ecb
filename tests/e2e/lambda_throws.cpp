// lambda_throws.cpp: a lambda that never returns, at the place of a macro like the statements around it, is itself.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17
static volatile int sink;
template <class F> static int caught(F f) //= 9
{
	try { //= 9
		f(); //= 9
	} catch (...) { //= 9
		return 3; //= 9
	}
	return 0; //= 0
}
#define IF(x) if (caught([&] { x; })) sink = 3
static void all_in_a_macro() //= 1
{
	sink = 3; //= 1
	IF(throw 4); //= 2
}
#define IF_CAUGHT(f) if (caught(f)) sink = 3
static void handed_to_a_macro() //= 1
{
	sink = 3; //= 1
	IF_CAUGHT([&] { throw 4; }); //= 2
}
#define PAIR(x) sink = caught([&] { x; }); sink = 5
static void first_of_two() //= 3
{
	for (int i = 0; i < 2; i++) //= 9
		PAIR(throw i); //= 15
}
#define TRY(x) try { x; } catch (...) { sink = 4; }
static void tried() //= 1
{
	for (int i = 0; i < 3; i++) //= 4
		TRY([&] { throw 3; }()); //= 6
}
[[noreturn]] static void stop() { throw 3; } //= 1
static void by_what_never_returns() //= 1
{
	sink = 3; //= 1
	IF(stop()); //= 2
}
int main() //= 1
{
	all_in_a_macro(); //= 1
	handed_to_a_macro(); //= 1
	for (int i = 0; i < 3; i++) //= 4
		first_of_two(); //= 3
	tried(); //= 1
	by_what_never_returns(); //= 1
	return 0; //= 1
}
