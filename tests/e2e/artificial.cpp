// artificial.cpp: what the source calls artificial, as wrappers of vector instructions are, is the user's own.
//: levels = -O0 | -O2
//: calls twice = 10
//: calls thrice = 10
//: calls half = 10
//: calls pair::sum = 10
static volatile int x;
static inline __attribute__((always_inline, artificial)) int twice(int v) //= 10
{
	int r = 0; //= 10
	for (int i = 0; i < 2; i++) //= 30
		r += v; //= 20
	return r; //= 10
}
static inline __attribute__((artificial, noinline)) int thrice(int v) //= 10
{
	return 3 * v; //= 10
}
template <typename T> inline __attribute__((artificial)) T half(T v) //= 10
{
	return v / 2; //= 10
}
struct pair {
	int a, b;
	inline __attribute__((artificial)) int sum() const { return a + b; } //= 10
};
struct copied {
	pair p[2]; // its copies are clang's
	int n = 1; //= 1
};
int main() //= 1
{
	copied c; //= 1
	for (int i = 0; i < 10; i++) { //= 11
		x = twice(i) + thrice(i) + half(i); //= 10
		copied other = c; //= 10
		x = x + other.n + pair{i, x}.sum(); //= 10
	}
	return 0; //= 1
}
