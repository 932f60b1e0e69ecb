/* pointer_types.cpp: whom calls that name nobody may have called, told by types alone: each
 * kind has one caller, and no samples say which. */
//: edge shapes -> area = ~30
//: edge animals -> speak = ~20
//: edge all -> weight = ~4
//: edge both -> twice = ~3
//: edge both -> half = ~5
//: edge both -> - = 0
//: edge member -> plain = ~7
//: edge end -> ~Cat = ~1
//: edge - -> compare = ~
//: edge all -> compare = 0
//: edge - -> cast = ~4
//: edge called_as -> cast = 0
//: edge shapes -> speak = 0
//: edge apart -> scale = ~6
//: edge mixed -> speak_up = ~2
//: edge Sized -> size = ~4
//: edge applied -> quarter = ~8
//: edge applied -> letter = ~9
#include <cstdio>
#include <cstdlib>

namespace {

struct Shape {
	virtual int area(int n) const = 0;
};
struct Square final : Shape { //= -
	int area(int n) const override { return n * n; } //= 15
};
struct Circle final : Shape { //= -
	int area(int n) const override { return 3 * n * n; } //= 15
};

struct Animal {
	virtual int speak(int n) const = 0;
	virtual ~Animal() {} //= -
};
struct Dog final : Animal { //= -
	int speak(int n) const override { return n; } //= 10
};
struct Cat final : Animal { //= -
	int speak(int n) const override { return n + 1; } //= 10
	~Cat() override { std::puts("cat"); } //= 1
};

/* Two roots: of whichever class the pointer is. */
struct Loud {
	virtual int speak_up(int n) const = 0;
};
struct Quiet {
	virtual int speak_up(int n) const = 0;
};
struct Moody : Loud, Quiet { //= -
	int speak_up(int n) const override { return 2 * n; } //= 2
};

struct Tool {
	virtual int weight(int n) const { return n; } //= 4
};

struct Plain {
	int plain(int n) { return n; } //= 7
};

template <class T> struct Sized {
	virtual T size(T n) { return n; } //= 4
	T measured(T n) { return size(n) + this->size(n + 1); } //= 4
};
struct Large : Sized<int> { //= -
	int size(int n) override { return 100 * n; } //= 4
};

} // namespace

__attribute__((noinline)) static int shapes(const Shape *const *list, int n) { //= 1
	int sum = 0; //= 1
	for (int i = 0; i < n; i++) //= 31
		sum += list[i % 2]->area(i); //= 30
	return sum; //= 1
}

__attribute__((noinline)) static int animals(const Animal *const *list, int n) { //= 1
	int sum = 0; //= 1
	for (int i = 0; i < n; i++) //= 21
		sum += list[i % 2]->speak(i); //= 20
	return sum; //= 1
}

template <class T> __attribute__((noinline)) static int all(T *const *list, int n) { //= 1
	int sum = 0; //= 1
	for (int i = 0; i < n; i++) //= 5
		sum += list[0]->weight(i); //= 4
	return sum; //= 1
}

static int twice(int n) { return 2 * n; } //= 3

static long half(long n) noexcept { return n / 2; } //= 5

/* By pointers of two types in one function. */
__attribute__((noinline)) static long both(int (*volatile f)(int), long (*volatile g)(long)) { //= 2
	long sum = 0; //= 2
	for (int i = 0; i < 3; i++) //= 8
		sum += f(i); //= 6
	for (int i = 0; g && i < 5; i++) //= 7
		sum += g(i); //= 5
	return sum; //= 2
}

__attribute__((noinline)) static int member(Plain *x, int (Plain::*volatile p)(int)) { //= 1
	int sum = 0; //= 1
	for (int i = 0; i < 7; i++) //= 8
		sum += (x->*p)(i); //= 7
	return sum; //= 1
}

__attribute__((noinline)) static void end(Animal *animal) { //= 1
	delete animal; //= 1
}

static int compare(const void *left, const void *right) { //= -
	return *(const int *)left - *(const int *)right; //= -
}

/* By a pointer of another type: nothing tells. */
static unsigned cast(unsigned n) { return n + 1; } //= 4

__attribute__((noinline)) static int called_as(unsigned (*volatile f)(unsigned)) { //= 1
	int (*volatile other)(short, int *) = (int (*)(short, int *))f; //= 1
	int sum = 0; //= 1
	for (int i = 0; i < 4; i++) //= 5
		sum += other(1, nullptr); //= 4
	return sum; //= 1
}

struct Scale {
	static double scale(double by) { return by; } //= 6
};

__attribute__((noinline)) static double apart(double (*volatile f)(double)) { //= 1
	double sum = 0; //= 1
	for (int i = 0; i < 6; i++) //= 7
		sum += f(i); //= 6
	return sum; //= 1
}

__attribute__((noinline)) static int mixed(const Loud *loud, const Quiet *quiet) { //= 1
	return loud->speak_up(1) + quiet->speak_up(2); //= 1
}

/* Which it calls is known of each instance. */
template <class N> __attribute__((noinline)) static long applied(N (*volatile f)(N), int n) { //= 2
	long sum = 0; //= 2
	for (int i = 0; i < n; i++) //= 19
		sum += f(N(i)); //= 17
	return sum; //= 2
}
static short quarter(short n) { return short(n / 4); } //= 8
static char letter(char n) { return char('a' + n); } //= 9

int main() { //= 1
	const Square square; //= -
	const Circle circle; //= -
	const Shape *const some[] = {&square, &circle}; //= 1
	const Animal *const others[] = {new Dog, new Cat}; //= 1
	Tool hammer; //= 1
	Tool *const tools[] = {&hammer}; //= 1
	Plain x; //= -
	Moody moody; //= 1
	int numbers[] = {3, 1, 2}; //= 1
	long sum = shapes(some, 30) + animals(others, 20) + all(tools, 4); //= 1
	sum += both(twice, half) + both([](int n) { return 3 * n; }, nullptr); //= 4
	sum += member(&x, &Plain::plain) + (long)apart(Scale::scale); //= 1
	sum += called_as(cast) + mixed(&moody, &moody); //= 1
	std::qsort(numbers, 3, sizeof(*numbers), compare); //= 1
	sum += applied(quarter, 8) + applied(letter, 9); //= 1
	end(new Cat); //= 1
	Sized<int> small; //= 1
	Large large; //= 1
	Sized<int> *const sizes[] = {&small, &large}; //= 1
	for (int i = 0; i < 4; i++) //= 5
		sum += sizes[i % 2]->measured(i); //= 4
	std::printf("%ld %d\n", sum, numbers[0]); //= 1
	return 0; //= 1
}
