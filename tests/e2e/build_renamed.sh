# build_renamed.sh: an object whose names all have a prefix (objcopy --prefix-symbols): a line says that what lineprof needs
# was renamed, too; with the undefined names given back the profile is as without.
# One clang is enough: linkers and objcopy are no part of it.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"
command -v objcopy >/dev/null || skip "no objcopy"

cat >user.c <<'END'
#include <pthread.h>
int ven_part(int n);
static void *in_thread(void *x) //= 4
{
	for (int i = 0; i < 20000; i++) //= 80004
		*(int *)x += ven_part(3); //= 80000
	return x; //= 4
}
int main(void) //= 1
{
	int sums[4] = {0}; //= 1
	pthread_t threads[4]; //= 1
	for (int i = 0; i < 4; i++) //= 5
		pthread_create(&threads[i], NULL, in_thread, &sums[i]); //= 4
	for (int i = 0; i < 4; i++) //= 5
		pthread_join(threads[i], NULL); //= 4
	return sums[0] == 120000 ? 0 : 1; //= 1
}
END
cat >vendor.c <<'END'
static int helper(int n);
int part(int n) //= 80000
{
	int sum = 0; //= 80000
	while (n--) //= 320000
		sum += helper(n); //= 240000
	return sum; //= 80000
}
static int helper(int n) //= 240000
{
	return n * 2; //= 240000
}
END
quiet $CC -O1 -c user.c vendor.c
quiet objcopy --prefix-symbols=ven_ vendor.o named.o
# shellcheck disable=SC2046
quiet objcopy $(nm -u named.o | sed -n 's/^ *[A-Za-z] ven_\(.*\)/--redefine-sym ven_\1=\1/p') named.o whole.o
for linker in bfd "lld-$CLANG_MAJOR" gold mold; do
	can_build "ld.$linker" || continue
	quiet $CLANG -fuse-ld="$linker" user.o named.o -pthread -o program
	./program 2>said || fail "prefix-symbols, $linker: status $?"
	has "prefix-symbols, $linker" "objcopy (--prefix-symbols) renamed what a part of this program needs" <said
	for objects in "whole.o user.o" "user.o whole.o"; do
		# shellcheck disable=SC2086
		quiet $CLANG -fuse-ld="$linker" $objects -pthread -o program
		check_program "prefix-symbols, $linker, $objects" user.c vendor.c
	done
done
end_of_builds
