# resolvers.sh: functions that choose for an ifunc run before the program has a thread: in a static
# program before there is anything thread-local. They count, and so do those that only they call.
# Two clangs are enough: when they run is the C library's choice.
. "$SOURCE/tests/e2e/lib.sh"
RUNTIME_OBJECT=$(dirname "$PLUGIN")/lineprof/lineprof_rt.o

cat >choose.c <<'END'
#include <stdio.h>
static int add_one(int x) { return x + 1; }
static int add_two(int x) { return x + 2; }
static __attribute__((noinline)) int measure(int n)
{
	int odd = 0;
	for (int i = 0; i < n; i++)
		odd += i & 1;
	return odd;
}
static int (*choose(void))(int)
{
	if (measure(10) > 3)
		return add_two;
	return add_one;
}
int add(int) __attribute__((ifunc("choose")));
int main(void)
{
	printf("%d\n", add(3));
	return 0;
}
END
for how in "-O0" "-O2" "-O2 -fPIC" "-O0 -static" "-O2 -static"; do
	case $how in *static) runtime=$RUNTIME_OBJECT ;; *) runtime= ;; esac
	$CLANG -fplugin="$PLUGIN" $how choose.c $runtime -o choose
	same "$how: output" 5 "$(LINEPROF_FILE=choose.lprof ./choose)"
	same "$how: hits" "11 10 1 1 1" \
		"$(query choose.lprof "' '.join(str(profile.hits('$PWD/choose.c').get(line)) for line in (7, 8, 13, 14, 20))")"
done

# It knows of each store, and has no memory for that then.
if $CLANG -fsanitize=numerical choose.c -o plain 2>/dev/null; then
	$CC -O2 -fsanitize=numerical choose.c -o choose
	same "-fsanitize=numerical" 5 "$(LINEPROF=off ./choose)"
fi
