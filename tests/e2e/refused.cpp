// refused.cpp: a base or a member that nothing written constructs throws, or is left by longjmp(): what stands behind it,
// initialisers or the body, counts those that came there.
//: levels = -O0 | -O1 | -O2
//: flags = -std=c++17
//: calls Body::Body = 8
//: calls Braces::Braces = 8
#include <csetjmp>
#include <string>

static volatile int asked, made;

struct Refusing {
	int x;
	Refusing(int v = 0) : x(v)      //= -
	{
		if (asked++ % 2)        //= -
			throw 1;        //= -
	}
};
struct Cleaned : Refusing {
	~Cleaned() {}                   //= -
};
struct Body : Refusing {
	Body() { //= 8
		made++;                 //= 4
	}
};
struct OnLine : Refusing { OnLine() { made++; } }; //= 8
struct Braces : Refusing {
	Braces()                        //= 8
	{
		try {                   //= 4
			made++;         //= 4
		} catch (int) {         //= 0
		}
	}
};
struct Loop : Refusing {
	Loop()                          //= 8
	{
		for (int i = 0; i < 2; i++) //= 4 * 3
			made++;         //= 4 * 2
	}
};
struct Codeless : Cleaned {
	Cleaned more;
	Codeless()                      //= 8
	{
		int unused;             //= 0
		;                       //= 0
	}
};
struct Virtual : virtual Refusing {
	int k;
	Virtual()                       //= 8
		: k(x)                  //= 4
	{
		made++;                 //= 4
	}
	virtual ~Virtual() {}           //= 4
};
struct Listed {
	int first;
	Cleaned c;
	int k;
	Listed()                        //= 8
		: first(made),          //= 8
		  k(1)                  //= 4
	{
	}
};
struct Written : Refusing {
	int k;
	Written()                       //= 8
		: Refusing(2),          //= 8
		  k(x)                  //= 4
	{
	}
};
struct InClass : Refusing {
	int k = 9;                      //= 4
	int *l = new int(made);         //= 4
	std::string name = "none";      //= 4
};
struct Defaulted {
	Cleaned c;
	Defaulted() = default;          //= -
	int k = c.x;                    //= 4
};
struct Inherited : Cleaned {
	using Cleaned::Cleaned;         //= -
	int k = [] {                    //= 4 * 2
		return made;            //= 4
	}();
};
template <class T> struct Over : T {
	int k = made;                   //= 4
	Over()                          //= 8
	{
		made++;                 //= 4
	}
};
template <class T> static void make() //= 12
{
	asked = 0;                      //= -
	for (int i = 0; i < 8; i++)     //= -
		try {                   //= -
			T t;            //= -
		} catch (int) {         //= -
		}
}

static jmp_buf back;                    //= -
struct Jumping {
	Jumping()                       //= 8
	{
		if (asked++ % 2)        //= 8
			longjmp(back, 1); //= 4
	}
};
struct Left : Jumping {
	int k = 1;                      //= 4
	Left()                          //= 8
	{
		made++;                 //= 4
	}
};
static void jump()                      //= 8
{
	if (!setjmp(back))              //= 8
		Left left;              //= 8
}

int main()                              //= 1
{
	make<Body>();                   //= 1
	make<OnLine>();                 //= 1
	make<Braces>();                 //= 1
	make<Loop>();                   //= 1
	make<Codeless>();               //= 1
	make<Virtual>();                //= 1
	make<Listed>();                 //= 1
	make<Written>();                //= 1
	make<InClass>();                //= 1
	make<Defaulted>();              //= 1
	make<Inherited>();              //= 1
	make<Over<Refusing>>();         //= 1
	asked = 0;                      //= 1
	for (int i = 0; i < 8; i++)     //= 9
		jump();                 //= 8
	return made != 4 * 3 + 4 * 2 + 4 + 4 + 4; //= 1
}
