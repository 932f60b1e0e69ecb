// destroying_delete.cpp: a deleting destructor that leaves all to an `operator delete` that destroys runs no body.
//: levels = -O0 | -O1 | -O2
//: flags = -std=c++20
//: calls Base::~Base = 3 + 2
//: calls Destroyed::~Destroyed = 3
//: calls Plain::~Plain = 2
#include <new>

static volatile int ended;

struct Base {
	virtual ~Base() {}                             //= 3 + 2
};
struct Destroyed : Base {
	~Destroyed() override                          //= 3
	{
		ended = ended + 1;                     //= 3
	}
	void operator delete(Destroyed *d, std::destroying_delete_t) //= 3
	{
		d->~Destroyed();                       //= 3
		::operator delete(d);                  //= 3
	}
};
struct Plain : Base {
	~Plain() override                              //= 2
	{
		ended = ended + 1;                     //= 2
	}
};

int main()                                             //= 1
{
	for (int i = 0; i < 5; i++) {                  //= 6
		Base *b = i % 2 ? (Base *)new Plain    //= 5
				: (Base *)new Destroyed;
		delete b;                              //= 5
	}
	return ended != 5;                             //= 1
}
