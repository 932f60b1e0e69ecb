// left_tail_calls.cpp: calls in tail position that are left by an exception, from loops whose variables end with the return:
// nothing that other ways out of the loop have in common with theirs is counted behind them.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
struct pair {
	int low, high;
};
static volatile int zero;
static int odd, even;

__attribute__((noinline)) inline pair halves(int n) //= 0
{
	return {n / 2, n - n / 2}; //= 0
}

__attribute__((noinline)) inline int rest(int n, int by) //= 32
{
	return n % by; //= 32
}

__attribute__((noinline)) static int thirds_throw(int n) //= 9
{
	if (n % 3 == 0) //= 9
		throw n; //= 3
	return n; //= 6
}

__attribute__((noinline)) static int find(int n, int most) //= 12
{
	for (;;) { //= 15
		int step; //= 15
		if (n > most) { //= 15
			if (rest(n, 2) == 0) //= 0
				break; //= 0
			auto [low, high] = halves(n); //= 0
			n = high; //= 0
		} else {
			if (rest(n, 4) == 0) //= 15
				break; //= 3
			if (!(rest(n++, 4) < 2)) { //= 12
				const int more = zero; //= 9
				return thirds_throw(n - 1 + more); //= 9
			}
		}
	}
	even++; //= 3
	return rest(n, 8) == 0 ? rest(n, 2) : -n; //= 3
}

int main() //= 1
{
	for (int n = 0; n < 12; n++) //= 13
		try { //= 12
			find(n, 100); //= 12
		} catch (int) { //= 3
			odd++; //= 3
		}
	return 0; //= 1
}
