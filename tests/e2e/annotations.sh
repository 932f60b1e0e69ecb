# annotations.sh: annotate("lineprof") chooses what is clocked in a file, annotate(
# "no_lineprof") takes out of the profile; LINEPROF_PROFILE and LINEPROF_SKIP.
# Two clangs are enough: what is chosen is the plugin's own.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.cpp <<'END'
#include "runtime/lineprof.h"
#include <unistd.h>
volatile int sum;
static void wait_a_little() { usleep(2000); } //= -
__attribute__((annotate("lineprof"), noinline)) void chosen() //= 3
{
	for (int i = 0; i < 10; i++) //= 33
		sum += i; //= 30
	wait_a_little(); //= 3
} //= -
__attribute__((noinline)) void counted() //= 2
{
	for (int i = 0; i < 10; i++) //= 22
		sum += i; //= 20
	usleep(1000); //= 2
} //= -
LINEPROF_SKIP __attribute__((noinline)) void skipped()
{
	for (int i = 0; i < 10; i++)
		sum += i;
	usleep(1000);
}
struct S {
	LINEPROF_PROFILE __attribute__((noinline)) void method() { usleep(1000); } //= 1
	LINEPROF_SKIP void quiet() { usleep(1000); }
};
template <class T> LINEPROF_PROFILE __attribute__((noinline)) T generic(T x) //= 2
{
	usleep(1000); //= 2
	return x; //= 2
}
__attribute__((annotate("no_lineprof"))) void declared_only();
void declared_only()
{
	usleep(1000);
}
/* What no profile is to touch. */
__attribute__((no_profile_instrument_function, noinline)) void untouched()
{
	for (int i = 0; i < 10; i++)
		sum += i;
	usleep(1000);
}
int main() //= 1
{
	auto lambda = []() LINEPROF_SKIP { usleep(1000); }; //= 1
	for (int i = 0; i < 3; i++) //= 4
		chosen(); //= 3
	counted(); //= 1
	counted(); //= 1
	skipped(); //= 1
	S().method(); //= 1
	S().quiet(); //= 1
	generic(1); //= 1
	generic('c'); //= 1
	declared_only(); //= 1
	untouched(); //= 1
	lambda(); //= 1
	return 0; //= 1
}
END
clocked="' '.join(sorted(f['name'].split('(')[0] for f in profile.json['functions'] if f['cumtime_clocked']))"
lto=
if command -v "ld.lld-$CLANG_MAJOR" >/dev/null; then
	lto="-O2 -flto -fuse-ld=lld-$CLANG_MAJOR"
fi
for level in -O0 -O2 ${lto:+"$lto"}; do
	$CXX $level -I"$SOURCE" app.cpp -o app || fail "$level"
	rm -f p.lprof
	LINEPROF_FILE=p.lprof ./app || fail "$level: status $?"
	check_profile p.lprof app.cpp || fail "$level"
	query p.lprof "sorted(f.name for f in profile.functions())" >names
	for name in skipped quiet declared_only lineprof_flush lineprof_stop region; do
		! grep -q "'$name'" names || fail "$level: $name is in the profile"
	done
	same "clocked, $level" "S::method char generic<char> chosen int generic<int>" \
		"$(query p.lprof "$clocked")"
done
# Without a selection all that are worth it are clocked.
sed 's/annotate("lineprof"), //; s/LINEPROF_PROFILE//' app.cpp >all.cpp
$CXX -O2 -I"$SOURCE" all.cpp -o all
LINEPROF_FILE=all.lprof ./all
query all.lprof "$clocked" | has "clocked without a selection" counted
# A file selects for itself only.
echo '#include <unistd.h>
void other() { usleep(1000); }' >other.c
sed 's/^int main() .*/extern "C" void other(); int main() {/; s/^{$/{/; s/return 0;.*/other(); return 0;/' app.cpp |
	awk '/^extern "C" void other/ { print; getline; next } { print }' >both.cpp
$CXX -O2 -I"$SOURCE" both.cpp -c -o both.o
$CC -O2 -c other.c -o other.o
$CXX both.o other.o -o both
LINEPROF_FILE=both.lprof ./both
query both.lprof "$clocked" | has "clocked in another file" other

# What a macro makes on one line, as googletest's TEST(): the class, what registers it, and the body behind it, whose
# source is that of all of them.
cat >tests.cpp <<'END'
#include <vector>
struct Test { virtual void body() = 0; virtual ~Test() {} };
static std::vector<Test *> all;
static int add(Test *test) { all.push_back(test); return 1; }
#define TEST(a, b) struct a##b : Test { void body() override; static int known; }; int a##b::known = add(new a##b); \
	void a##b::body()
static int n;
TEST(first, second)
{
	n++;
	for (int i = 0; i < 3; i++)
		n += 2; /* BODY */
}
int main()
{
	for (Test *test : all)
		test->body();
	return n != 7;
}
END
$CXX -O2 tests.cpp -o tests
LINEPROF_FILE=tests.lprof ./tests
"$LPVIEW" --annotate tests.lprof >text
same "rows of the body, and its function" "1 1" \
	"$(grep -c '3 .*n += 2; /\* BODY' text) $(grep -c 'Function: firstsecond::body() and .* more of its source' text)"
"$LPVIEW" --export=html -o - tests.lprof | has "the body's source in html" "n += 2;"
