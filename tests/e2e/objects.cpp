// objects.cpp: constructors, destructors, and what the compiler does around them.
//: levels = -O0 | -O2 | -O3
//: calls Part::Part = 21
//: calls Base::Base = 12
//: calls Base::~Base = 12
//: calls Part::~Part = 21
//: calls Middle::Middle = 5
//: calls Whole::Whole = 5
//: calls Lazy::Lazy = 1
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

static int live; // how many objects there are now

struct Part {
	int value = 7;
	explicit Part(int v) : value(v) //= 11
	{
		live++; //= 11
	}
	Part(const Part &other) //= 10
	    : value(other.value) //= 10
	{
		live++; //= 10
	}
	~Part() { live--; } //= 21
};

struct Base {
	int base;
	Base() : base(live) {} //= 12
	virtual ~Base() //= 12
	{
		live += 0; //= 12
	}
	virtual int id() const { return 1; } //= 7
};

// A virtual base gives a constructor two bodies: of a whole object and of a part of one.
struct Left : virtual Base {
	int left = 1; //= -
};

struct Middle : virtual Left {
	Part part;
	Middle() //= 5
	    : part(live) //= 5
	{
		live += 0; //= 5
	}
	int id() const override { return 2; } //= 4
};

struct Whole : Middle {
	Whole() : Whole(3) //= 2
	{
		live += 0; //= 2
	}
	explicit Whole(int n) //= 3
	{
		for (int i = 0; i < n; i++) //= 3 * 4
			live += 0; //= 3 * 3
	}
	Whole(Whole &&) = delete;
};

struct Lazy {
	int value;
	Lazy() //= 1
	{
		value = live; //= 1
	}
};

static int lazy() //= 4
{
	static Lazy only; //= 4
	return only.value; //= 4
}

static Part make(int n) //= 5
{
	return Part(n); //= 5
}

int main() //= 1
{
	int sum = 0; //= 1

	for (int i = 0; i < 5; i++) //= 6
		sum += make(i).value; //= 5
	{
		std::vector<Part> parts; //= 1
		parts.reserve(16); //= 1
		const Part first(1); //= 1
		for (int i = 0; i < 10; i++) //= 11
			parts.push_back(first); //= 10
	}
	for (int i = 0; i < 2; i++) { //= 3
		Whole whole; //= 2
		sum += whole.id(); //= 2
	}
	Whole three(3); //= 1
	Middle *middles[2] = {new Middle, new Middle}; //= 1
	for (Middle *middle : middles) { //= 3
		sum += middle->id(); //= 2
		delete middle; //= 2
	}
	std::unique_ptr<Base> bases[7]; //= 1
	for (auto &base : bases) //= 8
		base = std::make_unique<Base>(); //= 7
	for (const auto &base : bases) //= 8
		sum += base->id(); //= 7
	for (int i = 0; i < 4; i++) //= 5
		sum += lazy(); //= 4
	std::printf("%d %d\n", sum > 0, live); //= 1
	return 0; //= 1
}
