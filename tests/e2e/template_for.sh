# template_for.sh: a `template for` counts its rounds, and each statement in it how often it ran in all of them.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.cpp <<'END'
#include <cstdio>
static volatile int n;
struct Three { int a; long b; char c; };
template <class T> __attribute__((noinline)) static int use(T value) //= 30
{
	return (int)value + n; //= 30
}
static int expand() //= 10
{
	int sum = 0; //= 10
	Three three{1, 2, 3}; //= 10
	template for (auto x : three) { //= 30
		if (n > 100) //= 30
			sum++; //= 0
		sum += use(x); //= 30
	}
	template for (constexpr auto x : {1, 2L, 'a', 5}) //= 40
	{
		sum += x; //= 40
	}
	template for (auto x : {1, 2, 3}) { //= 30
		if (x == 1) //= 30
			continue; //= 10
		if (sum > 10000) //= 20
			break; //= 0
		sum++; //= 20
	}
	return sum; //= 10
}
template <class... Ts> static int generic(Ts... values) //= 2
{
	int sum = 0; //= 2
	template for (auto x : {values...}) { //= 5
		for (int i = 0; i < 3; i++) //= 20
			sum += x; //= 15
		sum++; //= 5
	}
	return sum; //= 2
}
int main() //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 10; i++) //= 11
		sum += expand(); //= 10
	sum += generic(1, 2, 3); //= 1
	sum += generic(1, 2L); //= 1
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
END
$CLANGXX -std=c++26 -fsyntax-only program.cpp 2>/dev/null || skip "this clang does not have template for"
for level in -O0 -O2; do
	$CXX $level -std=c++26 program.cpp -o program
	LINEPROF_FILE=p.lprof ./program >out
	check_profile p.lprof program.cpp || fail "$level"
done
