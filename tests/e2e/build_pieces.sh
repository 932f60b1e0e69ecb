# build_pieces.sh: a program whose sections the linker left in pieces (GNU ld's --unique) runs as without lineprof, and
# a line says why there is no profile.
# One clang is enough: it is the linker that does it.
. "$SOURCE/tests/e2e/lib.sh"
command -v ld.bfd >/dev/null || skip "no ld.bfd"

# One unit's functions have one array of counters; those of templates and inline functions have their own.
cat >plain.c <<'END'
#include <pthread.h>
static int up(int x) { return x > 1 ? x : -x; }
static int down(int x) { return x > 1 ? -x : x; }
static void *run(void *sum)
{
	for (int i = 0; i < 3000; i++)
		*(int *)sum += up(i) + down(i);
	return sum;
}
int main(void)
{
	pthread_t threads[4];
	int sums[4] = {0};
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], 0, run, &sums[i]);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], 0);
	return sums[0] + sums[3];
}
END
cat >shared.cpp <<'END'
#include <thread>
inline int helper(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += i & 3;
	return s;
}
static int own(int n) { return n > 3 ? helper(n) : n; }
int main()
{
	int sum = 0;
	std::thread other([&sum] {
		for (int i = 0; i < 100; i++)
			sum += own(i);
	});
	other.join();
	return sum == 0;
}
END
for level in -O0 -O2; do
	quiet $CC $level plain.c -pthread -fuse-ld=bfd -Wl,--unique -o plain
	quiet $CXX $level shared.cpp -pthread -fuse-ld=bfd -Wl,--unique -o shared
	for program in plain shared; do
		./$program 2>said || fail "$program, $level: status $?"
		same "$program, $level" "lineprof: $PWD/$program: not measured: its sections are in pieces: link it without --unique" \
			"$(cat said)"
	done
done
# In front of the link that makes the program it does no harm.
quiet $CC -O2 -c plain.c
quiet ld.bfd -r --unique plain.o -o unique.o
quiet $CLANG unique.o -pthread -fuse-ld=bfd -o plain
./plain || fail "ld -r --unique: status $?"
same "calls, ld -r --unique" "[('down', 12000), ('main', 1), ('run', 4), ('up', 12000)]" \
	"$("$LPVIEW" --json plain.lprof | "$PYTHON" -c 'import json, sys
print(sorted((f["name"], f["ncalls"]) for f in json.load(sys.stdin)["functions"]))')"
