# build_libraries.sh: archives, shared libraries that are linked and opened, objects with and
# without the plugin, of gcc, of the assembler, of other clangs, without a C library.
# Two clangs are enough: the linker and the runtime are the same with each.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

quiet $CC -O2 -c a.c b.c && ar rc libb.a b.o && quiet $CLANG a.o libb.a -o program
check_program "static archive"
quiet $CLANG -fuse-ld=bfd a.o -Wl,--whole-archive libb.a -Wl,--no-whole-archive -o program
check_program "whole archive"
quiet ld -r a.o b.o -o both.o && quiet $CLANG both.o -o program
check_program "ld -r"
quiet gcc a.o b.o -o program
check_program "linked by gcc"
quiet gcc -O2 -c b.c -o gcc.o && quiet $CLANG a.o gcc.o -o program
check_program "an object of gcc" a.c
quiet $CLANG -O2 -c b.c -o plain.o && quiet $CLANG a.o plain.o -o program
check_program "an object without" a.c
quiet $CLANG -O2 -c a.c -o plain.o && quiet $CLANG plain.o b.o -o program
check_program "main without" b.c
quiet $CC -O2 -fPIC -shared b.c -o libb.so && quiet $CLANG a.o -L. -lb -Wl,-rpath,"$PWD" -o program
check_program "shared library"
quiet $CLANG -O2 -c a.c -o plain.o && quiet $CLANG plain.o -L. -lb -Wl,-rpath,"$PWD" -o program
check_program "only the shared library" b.c
quiet $CLANG -O2 -fPIC -shared b.c -o libb.so && quiet $CLANG a.o -L. -lb -Wl,-rpath,"$PWD" -o program
check_program "all but the shared library" a.c

# Opened, closed and opened again; by a program with the plugin and by one without.
quiet $CC -O2 -fPIC -shared b.c -o libb.so
sed 's/sum += twice(i);/sum += call(i);/' a.c >open.c
cat >>open.c <<'SOURCE'
#include <dlfcn.h>
int call(int i) /*= 5 */
{
	void *library = dlopen("./libb.so", RTLD_NOW | RTLD_LOCAL); /*= 5 */
	int (*twice)(int) = (int (*)(int))dlsym(library, "twice"); /*= 5 */
	int result = twice(i); /*= 5 */
	dlclose(library); /*= 5 */
	return result; /*= 5 */
}
SOURCE
echo 'int twice(int x); int call(int i);' >a.h
for level in -O0 -O2; do
	quiet $CC $level open.c -o program
	check_program "dlopen, $level" open.c b.c
done
quiet $CLANG -O2 open.c -o program
check_program "dlopen by a program without" b.c

# Without a C library: it links. (It cannot run: counters are thread-local, which nobody sets up.)
echo 'void _start(void); void _start(void) {}' >start.c
quiet $CC -O2 -ffreestanding -nostdlib -static start.c b.c -o bare
quiet $CC -O2 -ffreestanding -nostdlib -shared -fPIC b.c -o nolibc.so
# A kernel has no thread-local data at all.
if [ "$(uname -m)" = x86_64 ]; then
	$CC -O2 -fno-pie -mcmodel=kernel -c b.c -o kernel.o 2>&1 |
		has "-mcmodel=kernel" "warning: lineprof: code of a kernel is not served: nothing is counted"
	nm kernel.o | grep -q __lineprof && fail "code of a kernel is instrumented"
fi
# A library without -fPIC, which some link without lineprof: the linker's words, as in docs/builds.md.
if [ "$(uname -m)" = x86_64 ]; then
	$CC -O2 -shared b.c -o position.so 2>&1 |
		has "a library without -fPIC" "relocation R_X86_64_TPOFF32 against hidden symbol \`__lineprof.delta' can not be used when making a shared object"
fi
# A test that has a function in the place of dlopen(): with the runtime linked in, nobody else calls it.
cat >mock.c <<'SOURCE'
#include <dlfcn.h>
static int opened;
void *__wrap_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags) //= 1
{
	opened++; //= 1
	return 0; //= 1
}
int main(void) //= 1
{
	return dlopen("none.so", RTLD_NOW) || opened != 1; //= 1
}
SOURCE
quiet $CC -O2 mock.c "$RUNTIME_OBJECT" -Wl,--wrap=dlopen -o program
check_program "--wrap=dlopen, with the runtime" mock.c
# Other C libraries than glibc.
for target in musl android30; do
	$CC -O2 --target="$(uname -m)-linux-$target" -c b.c -o other.o 2>&1 |
		has "$target" "-$target: this target is not served: nothing is counted"
	nm other.o | grep -q __lineprof && fail "code for $target is instrumented"
done
quiet $CC -O2 --target="$(uname -m)-linux" -c b.c -o short.o
nm short.o | grep -q __lineprof || fail "code for Linux is not instrumented"
# Passes that do not run.
$CC -O2 -Xclang -disable-llvm-passes -c b.c -o raw.o 2>&1 |
	has "-disable-llvm-passes" "warning: lineprof: -disable-llvm-passes: nothing is counted"
if [ "$CLANG_MAJOR" = 14 ]; then # that of before; later ones have no other
	for level in -O0 -O2 "-O2 -flto"; do
		$CC $level -flegacy-pass-manager -c b.c -o raw.o 2>&1 |
			has "-flegacy-pass-manager $level" "warning: lineprof: -flegacy-pass-manager: nothing is counted"
	done
	$CC -O2 -flegacy-pass-manager -save-temps -c b.c -o raw.o 2>raw.txt
	same "warnings with -save-temps" 1 "$(grep -c 'warning: ' raw.txt)"
	rm -f b.i b.bc b.s
fi
: >empty.c
quiet $CC -O2 a.c -c -o a.o && quiet $CC -O2 -c empty.c && quiet $CLANG a.o b.o empty.o -o program
check_program "an empty file"
if command -v "ld.lld-$CLANG_MAJOR" >/dev/null; then
	quiet $CC -O2 -fuse-ld=lld-"$CLANG_MAJOR" a.o b.o empty.o -o program
	check_program "an empty file, lld"
fi

# Objects of other clangs in one program, in either order.
for other in "$(dirname "$PLUGIN")"/lineprof/*/; do
	other=$(basename "$other")
	[ "$other" != "$CLANG_MAJOR" ] || continue
	command -v "clang-$other" >/dev/null || continue
	quiet clang-"$other" -fplugin="$PLUGIN" -O2 -c b.c -o other.o
	quiet $CLANG a.o other.o -o program
	check_program "with clang-$other's"
	quiet clang-"$other" other.o a.o -o program
	check_program "with clang-$other's, before"
	[ "$FULL" = 1 ] || break
done
end_of_builds
