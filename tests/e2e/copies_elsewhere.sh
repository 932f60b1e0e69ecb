# copies_elsewhere.sh: functions of which a unit has a copy for its optimiser only, and another unit the
# one that is linked: C99's `inline` with `extern inline`, gnu89's `extern inline`, and C++'s
# `extern template`. Wherever a visit was inlined or called, the lines have all of them.
. "$SOURCE/tests/e2e/lib.sh"
cat >c99.h <<'END'
//: calls odd_sum = 14
//: calls apart = 12
//: calls recursive = 12/2
//: calls pointed = 5
inline int odd_sum(int n) //= 14
{
	int sum = 0;                //= 14
	for (int i = 0; i < n; i++) //= 14 + 10 * 6 + 4 * 3
		if (i % 2)              //= 10 * 6 + 4 * 3
			sum += i;           //= 10 * 3 + 4 * 1
	return sum;                 //= 14
}
inline __attribute__((noinline)) int apart(int n) //= 12
{
	return n > 5 ? 1 : 0; //= 12
}
inline int recursive(int n) //= 2 * 6
{
	return n == 0 ? 0 : n + recursive(n - 1); //= 2 * 6
}
inline int pointed(int n) //= 3 + 2
{
	if (n > 1)        //= 3 + 2
		return n - 1; //= 3 + 1
	return 0;         //= 1
}
END
cat >c99_a.c <<'END'
#include "c99.h"
extern int elsewhere(void);
int main(void) //= 1
{
	int (*volatile pointer)(int) = pointed; //= 1
	int sum = 0;                            //= 1
	for (int i = 0; i < 10; i++)            //= 11
		sum += odd_sum(6) + apart(i);       //= 10
	for (int i = 0; i < 3; i++)             //= 4
		sum += pointer(i + 2);              //= 3
	sum += recursive(5);                    //= 1
	return sum + elsewhere() == 136 ? 0 : sum; //= 1
}
END
cat >c99_b.c <<'END'
#include "c99.h"
extern inline int odd_sum(int n);
extern inline int apart(int n);
extern inline int recursive(int n);
extern inline int pointed(int n);
int elsewhere(void) //= 1
{
	int sum = 0;                  //= 1
	for (int i = 0; i < 4; i++)   //= 5
		sum += odd_sum(3);        //= 4
	sum += apart(6) + apart(4);   //= 1
	sum += recursive(5);          //= 1
	for (int i = 0; i < 2; i++)   //= 3
		sum += pointed(i + 1);    //= 2
	return sum;                   //= 1
}
END
cat >gnu.h <<'END'
//: calls odd_sum = 14
//: calls apart = 12
//: calls within = 10
GNU int odd_sum(int n) //= 14
{
	int sum = 0;                //= 14
	for (int i = 0; i < n; i++) //= 14 + 10 * 6 + 4 * 3
		if (i % 2)              //= 10 * 6 + 4 * 3
			sum += i;           //= 10 * 3 + 4 * 1
	return sum;                 //= 14
}
GNU __attribute__((noinline)) int apart(int n) //= 12
{
	return n > 5 ? 1 : 0; //= 12
}
GNU __attribute__((always_inline)) int within(int n) //= 10
{
	switch (n % 3) { //= 10
	case 0: //= 4
		return 4; //= 4
	case 1: //= 3
		return 5; //= 3
	}
	return 6; //= 3
}
END
cat >gnu_a.c <<'END'
#define GNU extern inline __attribute__((gnu_inline))
#include "gnu.h"
extern int elsewhere(void);
int main(void) //= 1
{
	int sum = 0;                      //= 1
	for (int i = 0; i < 10; i++)      //= 11
		sum += odd_sum(6) + apart(i) + within(i); //= 10
	return sum + elsewhere() == 148 ? 0 : sum; //= 1
}
END
cat >gnu_b.c <<'END'
#define GNU
#include "gnu.h"
int elsewhere(void) //= 1
{
	int sum = 0;                //= 1
	for (int i = 0; i < 4; i++) //= 5
		sum += odd_sum(3);      //= 4
	sum += apart(6) + apart(4); //= 1
	return sum;                 //= 1
}
END
cat >template.h <<'END'
//: calls odd_sum = 14
template <class T> T odd_sum(T n) //= 14
{
	T sum = 0;                //= 14
	for (T i = 0; i < n; i++) //= 14 + 10 * 6 + 4 * 3
		if (i % 2)            //= 10 * 6 + 4 * 3
			sum += i;         //= 10 * 3 + 4 * 1
	return sum;               //= 14
}
template <class T> struct counter {
	T value = 0; //= 3
	static T made;
	counter() //= 3
	{
		made++; //= 3
	}
	~counter() //= 3
	{
		made--; //= 3
	}
	T add(T n); //= -
	__attribute__((noinline)) T apart(T n) //= 12
	{
		return n > 5 ? 1 : 0; //= 12
	}
	virtual T called(T n) //= 4
	{
		if (n > 1)        //= 4
			throw value;  //= 2
		return n;         //= 2
	}
};
template <class T> T counter<T>::made;
template <class T> T counter<T>::add(T n) //= 13
{
	while (n > 0) { //= 13 + 13 * 2
		value++;    //= 13 * 2
		n--;        //= 13 * 2
	}
	return value; //= 13
}
extern template int odd_sum<int>(int);
extern template struct counter<int>;
END
cat >template_a.cpp <<'END'
#include "template.h"
extern int elsewhere();
static int caught(counter<int> &one, int n) //= 4
{
	try { //= 4
		return one.called(n); //= 4
	} catch (int) {           //= 2
		return 7;             //= 2
	}
}
int main() //= 1
{
	counter<int> one, two; //= 1
	int sum = 0;                              //= 1
	for (int i = 0; i < 10; i++)              //= 11
		sum += odd_sum(6) + one.apart(i) + (one.add(2) > 0); //= 10
	for (int i = 0; i < 4; i++)               //= 5
		sum += caught(two, i);                //= 4
	sum += elsewhere();                       //= 1
	return sum == 136 ? 0 : sum; //= 1
}
END
cat >template_b.cpp <<'END'
#include "template.h"
template int odd_sum<int>(int);
template struct counter<int>;
int elsewhere() //= 1
{
	counter<int> one; //= 1
	int sum = 0;                //= 1
	for (int i = 0; i < 4; i++) //= 5
		sum += odd_sum(3);      //= 4
	sum += one.apart(6) + one.apart(4); //= 1
	for (int i = 0; i < 3; i++) //= 4
		sum += one.add(2);      //= 3
	return sum;                 //= 1
}
END
# try NAME SUFFIX COMPILER LINKER: at several levels.
try() {
	for levels in "-O0 -O0" "-O2 -O2" "-O0 -O2" "-O2 -O0" "-O1 -O3"; do
		$3 ${levels% *} -c "$1_a.$2" -o a.o
		$3 ${levels#* } -c "$1_b.$2" -o b.o
		$4 a.o b.o -o program
		rm -f p.lprof
		LINEPROF_FILE=p.lprof ./program || fail "$1, $levels: status $?"
		check_profile p.lprof "$1_a.$2" "$1_b.$2" "$1.h" || fail "$1, $levels"
	done
}
try c99 c "$CC" "$CLANG"
try gnu c "$CC" "$CLANG"
try template cpp "$CXX" "$CLANGXX"
