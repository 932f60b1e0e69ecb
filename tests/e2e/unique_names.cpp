// unique_names.cpp: what is known of a function by its linkage name, where clang appends a hash of
// the file's name to that.
//: flags = -std=c++17 -funique-internal-linkage-names
#include <cstdio>

template <int N> static int chosen(int n) //= 3
{
	if (N > 5)                      //= 3
		;                       //= 1
	else
		n++;                    //= 2
	switch (N) {                    //= 3
	case 3:                         //= 2
		n += 1;                 //= 2
		break;                  //= 2
	default:                        //= 1
		n += 2;                 //= 1
	}
	if constexpr (N == 3) {         //= 3
		int unused;             //= 2
		return n;               //= 2
	}
	int unused;                     //= 1
	return n + 3;                   //= 1
}

struct Base {
	virtual ~Base() = default;      //= 2
};

namespace {
struct Derived : Base {
	~Derived() override { std::puts("gone"); } //= 2
};
} // namespace

int main() //= 1
{
	std::printf("%d\n", chosen<3>(1) + chosen<3>(2) + chosen<7>(1)); //= 1
	Base *b = new Derived;          //= 1
	delete b;                       //= 1
	Derived d;                      //= 1
	return 0;                       //= 1
}
