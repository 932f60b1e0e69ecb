# left_out_calls.sh: what is new and deleted at once LLVM leaves out when it optimises, as C++ allows: operator new of the
# program's own then has the calls that were made, and nobody blames the linker.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.cpp <<'END'
#include <cstdlib>
#include <new>
void *operator new(std::size_t n)
{
	return std::malloc(n);
}
void operator delete(void *p) noexcept
{
	std::free(p);
}
void operator delete(void *p, std::size_t) noexcept
{
	std::free(p);
}
int *kept[3];
int pairs(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++) {
		int *p = new int(i);
		sum += *p;
		delete p;
	}
	return sum;
}
int main()
{
	for (int i = 0; i < 3; i++)
		kept[i] = new int(i);
	const int sum = pairs(10);
	for (int i = 0; i < 3; i++)
		delete kept[i];
	return sum != 45;
}
END
# operator new's line has 13 or 3 hits.
for level in -O0 -O2; do
	$CXX $level app.cpp -o app
	./app
	"$LPVIEW" --functions app.lprof >out.txt 2>&1
	"$LPVIEW" --check app.lprof >check.txt || fail "$level: $(cat check.txt)"
	calls=$(query app.lprof "profile.hits('$PWD/app.cpp')[5]")
	if [ "$calls" = 13 ]; then
		! grep "were left out" out.txt || fail "$level: nothing was left out"
	else
		same "$level: calls that were made" 3 "$calls"
		has "$level" "were left out when compiled" <out.txt
	fi
	! grep "the linker kept" out.txt || fail "$level: the linker is blamed"
done
