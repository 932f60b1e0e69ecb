# plugins.sh: libraries that are opened and closed again and again, at one place by turns, at a
# new place each time, and the first one first: their numbers stay, each has its own time, and the
# file does not grow.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >host.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static void *use(const char *path, int is_last)
{
	void *const library = dlopen(path, RTLD_NOW);
	void (*const plugin)(void) = library ? (void (*)(void))dlsym(library, "plugin") : 0;
	if (!plugin)
		exit(1);
	plugin();
	if (!is_last)
		dlclose(library);
	return (void *)plugin;
}
/* Nothing can be loaded there again. */
static void occupy(void *function)
{
	const uintptr_t page = (uintptr_t)function & ~(uintptr_t)4095;
	mmap((void *)page, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}
int main(int argc, char **argv)
{
	const int rounds = atoi(argv[argc - 2]);
	const char *const how = argv[argc - 1];
	for (int i = 1; i <= rounds; i++) {
		if (!strcmp(how, "turns"))
			use(i % 2 ? "./one.so" : "./two.so", i == rounds);
		else if (!strcmp(how, "moving"))
			occupy(use("./one.so", 0));
		else
			use("./one.so", 0);
	}
	return 0;
}
C
# Of a size and with counters that the other one has not.
cat >one.c <<'C'
static volatile int turns = PASSES;
static volatile unsigned sum;
__attribute__((noinline)) static void step(void) { sum++; }
void plugin(void)
{
	step();
	for (int i = turns; i > 0; i--)
		sum += (unsigned)i * 3; // line 8
}
C
cat >two.c <<'C'
char room[64 << 10] = "so that all else is elsewhere";
static volatile int turns = PASSES;
static volatile float sum;
#define RARE(n) void rare##n(int a) { while (a) if (a-- & n) sum++; else sum--; }
RARE(1) RARE(2) RARE(3) RARE(4) RARE(5) RARE(6) RARE(7) RARE(8)
void plugin(void)
{
	for (int i = turns; i > 0; i--)
		sum = sum * 1.25f; // line 9
}
C
build() { $CC -O1 -fPIC -shared -DPASSES="$2" "$1.c" -o "$1.so"; }
calls() { query host.lprof "profile.calls('$PWD/$1.c', '$2')[0]"; }
share() { query host.lprof "profile.line_share('$PWD/$1.c', [$2])"; }
# run ROUNDS HOW: it ends well, without a word.
run() {
	rm -f ./*.lprof
	quiet ./host "$@"
	same "files of $2" host.lprof "$(ls ./*.lprof | sed 's|./||')"
}
bytes() { stat -c %s host.lprof; }
$CC -O1 host.c -o host -ldl

# Opened and closed.
build one 0
build two 0
for how in same moving; do
	run 10 $how
	few=$(bytes)
	run 1000 $how
	same "calls of step, $how" 1000 "$(calls one step)"
	same "functions, $how" 5 "$(query host.lprof "len(profile.functions())")"
	[ "$(bytes)" -le "$few" ] || fail "$how: $few bytes for 10 rounds, $(bytes) for 1000"
done

# Closed in the order in which they were opened, the C library has static storage for some 100 to 200.
cat >queue.c <<'C'
#include <dlfcn.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (int i = atoi(argv[argc - 1]); i > 0; i--) {
		void *const one = dlopen("./one.so", RTLD_NOW), *const two = dlopen("./two.so", RTLD_NOW);
		if (!one || !two)
			return 1;
		((void (*)(void))dlsym(one, "plugin"))();
		((void (*)(void))dlsym(two, "plugin"))();
		dlclose(one);
		dlclose(two);
	}
	return 0;
}
C
$CC -O1 queue.c -o queue -ldl
plain_cc=$CC
CC="$CC -fplugin-arg-lineprof-tls=dynamic"
build one 1
build two 1
CC=$plain_cc
rm -f ./*.lprof
quiet ./queue 500
same "calls of a queue" 500 "$(query queue.lprof "profile.calls('$PWD/two.c', 'plugin')[0]")"
build one 0
build two 0

# By turns at one place: the last one is still there at the end.
for rounds in 100 101; do
	run $rounds turns
	same "calls of one" $(((rounds + 1) / 2)) "$(calls one plugin)"
	same "calls of two" $((rounds / 2)) "$(calls two plugin)"
	same "calls of what nobody calls" 0 "$(calls two rare5)"
done

# Each has the time that was spent in it.
build one 3000000
build two 1000000
run 100 turns
for line in "one 8" "two 9"; do
	# shellcheck disable=SC2086
	[ "$(share $line | cut -c 1-4 | tr -d .)" -ge 10 ] ||
		fail "line $line has $(share $line) of the time"
done

# Built anew, at the same place and under the same name: not what it was.
rm -f ./*.lprof
cat >again.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	for (int i = 0; i < 2; i++) {
		void *const library = dlopen("./one.so", RTLD_NOW);
		((void (*)(void))dlsym(library, "plugin"))();
		dlclose(library);
		rename("new.so", "one.so");
	}
	return 0;
}
C
build one 5
sed 's/step();/step(); step(); step();/' one.c >new.c
$CC -O1 -fPIC -shared -DPASSES=5 -Wl,--build-id=none new.c -o new.so
$CC -O1 again.c -o again -ldl
quiet ./again
same "calls of the old step" 1 "$(query again.lprof "profile.calls('$PWD/one.c', 'step')[0]")"
same "calls of the new step" 3 "$(query again.lprof "profile.calls('$PWD/new.c', 'step')[0]")"
