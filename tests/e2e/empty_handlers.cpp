// empty_handlers.cpp: what a handler without code catches is counted at it, and goes on behind it.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#include <cstdio>
#include <stdexcept>
#include <string>

static volatile int n;

static void throws(int i)                                 //= 12 * 11 + 36
{
	if (i % 3 == 0)                                   //= 12 * 11 + 36
		throw std::runtime_error("thrown");       //= 4 * 12
	n = n + 1;                                        //= 8 * 11 + 32
}

static void on_a_line_of_its_own(int i)                   //= 12
{
	try {                                             //= 12
		throws(i);                                //= 12
	}
	catch (...) {}                                    //= 4
	n = n + 2;                                        //= 12
}

static void on_one_line(int i)                            //= 12
{
	try { throws(i); } catch (...) {}                 //= 12
	n = n + 2;                                        //= 12
}

static void behind_braces(int i)                          //= 12
{
	try {                                             //= 12
		throws(i);                                //= 12
		n = n + 1;                                //= 8
	} catch (const std::exception &) {                //= 4
	}
	n = n + 2;                                        //= 12
}

static void several(int i)                                //= 12
{
	try {                                             //= 12
		throws(i);                                //= 12
	} catch (const std::logic_error &) {              //= 0
	} catch (const std::runtime_error &e) {           //= 4
		// It does not matter.
	} catch (...) {                                   //= 0
	}
}

static void without_code(int i)                           //= 12
{
	try {                                             //= 12
		throws(i);                                //= 12
	} catch (...) {                                   //= 4
		(void)i;                                  //= 4
	}
	(void)i;                                          //= 12
	n = n + 2;                                        //= 12
}

static void in_a_loop(int count)                          //= 1
{
	for (int i = 0; i < count; i++) {                 //= 13
		try {                                     //= 12
			throws(i);                        //= 12
		} catch (const std::runtime_error) {      //= 4
		}
	}
	for (int i = 0; i < count; i++)                   //= 13
		try {                                     //= 12
			throws(i);                        //= 12
			continue;                         //= 8
		} catch (...) {}                          //= 4
}

static int inner(int i)                                   //= 12
{
	try {                                             //= 12
		try {                                     //= 12
			throws(i);                        //= 12
		} catch (const std::logic_error &) {      //= 0
		}
		n = n + 1;                                //= 8
	} catch (...) {                                   //= 4
	}
	return i;                                         //= 12
}

struct Quiet {
	std::string name{"a name that is long enough"};   //= 12
	~Quiet()                                          //= 12
	{
		try {                                     //= 12
			throws(n % 3);                    //= 12
		} catch (...) {                           //= 4
		}
	}
};

static int goes_away(int i)                               //= 12
{
	try {                                             //= 12
		throws(i);                                //= 12
	} catch (...) {                                   //= 4
		goto out;                                 //= 4
	}
	n = n + 2;                                        //= 8
out:                                                      //= 12
	return i;                                         //= 12
}

static void breaks_off(int i)                             //= 12
{
	for (int k = 0; k < 2; k++) {                     //= 28
		try {                                     //= 20
			throws(i);                        //= 20
		} catch (...) {                           //= 4
			break;                            //= 4
		}
		try {                                     //= 16
			throws(1);                        //= 16
		} catch (...) {                           //= 0
			continue;                         //= 0
		}
		(void)i;                                  //= 16
	}
}

static void returns(int i)                                //= 12
{
	try {                                             //= 12
		throws(i);                                //= 12
	} catch (int) {                                   //= 0
		int unused;                               //= 0
	} catch (...) {                                   //= 4
		return;                                   //= 4
	}
	n = n + 1;                                        //= 8
}

int main()                                                //= 1
{
	for (int i = 0; i < 12; i++) {                    //= 13
		on_a_line_of_its_own(i);                  //= 12
		on_one_line(i);                           //= 12
		behind_braces(i);                         //= 12
		several(i);                               //= 12
		without_code(i);                          //= 12
		inner(i);                                 //= 12
		goes_away(i);                             //= 12
		breaks_off(i);                            //= 12
		returns(i);                               //= 12
	}
	in_a_loop(12);                                    //= 1
	for (int i = 0; i < 12; i++) {                    //= 13
		Quiet quiet;                              //= 12
		n = i;                                    //= 12
	}
	printf("%d\n", n);                                //= 1
	return 0;                                         //= 1
}
