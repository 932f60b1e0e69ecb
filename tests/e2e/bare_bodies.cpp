// bare_bodies.cpp: bodies without braces, at whose end the loop's or condition's variable is
// destroyed: that is no visit of the body's last statement.
//: levels = -O0 | -O1 | -O2 | -O2 -fno-exceptions | -O3
#include <cstdio>
#include <new>
#include <string>
#include <vector>
#define BUMP(counter) counter++

struct Guarded {
	int value;
	explicit Guarded(int value) : value(value) {} //= 8 + 1
	~Guarded() { alive--; } //= 8 + 1
	explicit operator bool() const { return value > 0; } //= 4
	static int alive;
};
int Guarded::alive;

static Guarded make(int value) //= 8
{
	return Guarded(value); //= 8
}

static long by_value(const std::vector<std::string> &names) //= 1
{
	long count = 0; //= 1

	for (auto name : names) //= 4
		if (name.empty()) //= 3
			count++; //= 1
	for (auto name : names) //= 4
		if (name.empty()) //= 3
			count++; //= 1
		else
			count += 2; //= 2
	for (auto name : names) //= 4
		while (count > 1000) //= 3
			count--; //= 0
	for (auto name : names) //= 4
		for (int i = 0; i < 5; i++) //= 18
			count += i; //= 15
	for (auto name : names) //= 4
		for (auto letter : name) //= 5
			for (auto copy : names) //= 8
				if (copy.size() > 1) //= 6
					count += letter; //= 0
	for (auto name : names) //= 4
		if (name.size() > 100) //= 3
			BUMP(count); //= 0
	for (auto name : names) //= 4
		do //= 6
			count++; //= 6
		while (count % 2); //= 6
	return count; //= 1
}

static int declared(int value) //= 4
{
	int count = 0; //= 4

	if (Guarded guarded = make(value)) //= 4
		if (guarded.value > 1) //= 2
			count++; //= 1
	for (Guarded guarded = make(value); count < 3; count++) //= 15
		if (guarded.value > 1) //= 11
			count += 0; //= 2
	return count; //= 4
}

static int temporaries(const std::vector<std::string> &names) //= 1
{
	int count = 0; //= 1

	for (auto name : names) //= 4
		if ((name + "x").size() > 1) //= 3
			count += (int)(name + "yy").size(); //= 2
	if (names.size() > 100) //= 1
		(void)Guarded(1); //= 0
	if (!names.empty()) //= 1
		(void)Guarded(1); //= 1
	return count; //= 1
}

struct Raw {
	~Raw() { sum++; } //= 4 + 3
	static int sum;
};
int Raw::sum;

static void asked_for(int n) //= 4
{
	alignas(Raw) char room[sizeof(Raw)]; //= 4
	Raw *raw = new (room) Raw; //= 4
	raw->~Raw(); //= 4
	if (n) //= 4
		delete new Raw; //= 3
	if (n > 100) //= 4
		raw->~Raw(); //= 0
}

int main() //= 1
{
	const std::vector<std::string> names = {"a", "", "b"}; //= 1
	long sum = by_value(names) + temporaries(names); //= 1

	for (int value = -1; value < 3; value++) //= 5
		sum += declared(value); //= 4
	for (int value = 0; value < 4; value++) //= 5
		asked_for(value); //= 4
	std::printf("%ld\n", sum); //= 1
	return 0; //= 1
}
