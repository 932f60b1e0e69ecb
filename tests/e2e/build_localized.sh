# build_localized.sh: objects whose hidden symbols, or all but a few, were made local: each counts by a descriptor of its
# own of what all have in common.
# One clang is enough: linkers and objcopy are no part of it.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"
command -v objcopy >/dev/null || skip "no objcopy"

cat >main.c <<'END'
#include <pthread.h>
#include "part.h"
static void *in_thread(void *x) //= 1
{
	*(int *)x += part(3); //= 1
	return x; //= 1
}
int main(void) //= 1
{
	int sum = part(2); //= 1
	pthread_t thread; //= 1
	pthread_create(&thread, NULL, in_thread, &sum); //= 1
	pthread_join(thread, NULL); //= 1
	return sum == 8 ? 0 : 1; //= 1
}
END
cat >part.c <<'END'
#include "part.h"
int part(int n) //= 2
{
	int sum = 0; //= 2
	while (n--) //= 7
		sum += helper(n); //= 5
	return sum; //= 2
}
END
cat >helper.c <<'END'
#include "part.h"
int helper(int n) //= 5
{
	return n * 2; //= 5
}
END
cat >part.h <<'END'
int part(int n);
__attribute__((visibility("hidden"))) int helper(int n);
END

# check_linked NAME LINKER: whole.o and main.o in either order make a program whose functions are there once.
check_linked() {
	for objects in "whole.o main.o" "main.o whole.o"; do
		# shellcheck disable=SC2086
		quiet $CLANG -fuse-ld="$2" $objects -pthread -o program
		check_program "$1, $2, $objects" main.c part.c helper.c
		same "$1, $2, $objects: functions" "['helper', 'in_thread', 'main', 'part']" \
			"$(query p.lprof "sorted(f.name for f in profile.functions())")"
	done
}

for level in -O0 -O2; do
	quiet $CC $level -c main.c part.c helper.c
	quiet ld -r part.o helper.o -o both.o
	for linker in bfd "lld-$CLANG_MAJOR" gold mold; do
		can_build "ld.$linker" || continue
		quiet objcopy -R .group --localize-hidden both.o whole.o
		check_linked "localize-hidden, $level" "$linker"
		quiet objcopy -R .group --keep-global-symbol=part both.o whole.o
		check_linked "keep-global-symbol, $level" "$linker"
		# LLVM's looses the groups of local symbols itself.
		can_build "llvm-objcopy-$CLANG_MAJOR" || continue
		quiet "llvm-objcopy-$CLANG_MAJOR" --localize-hidden both.o whole.o
		check_linked "llvm-objcopy, $level" "$linker"
	done
done
end_of_builds
