# build_static.sh: programs without a dynamic linker: one object to add, by any linker; without
# it one line says so. Threads, fork and exit are as in other programs.
# Two clangs are enough: the linker and the runtime are the same with each.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

[ -f "$RUNTIME_OBJECT" ] || fail "not there: $RUNTIME_OBJECT"
[ -f "$($CLANG -print-file-name=libc.a)" ] || skip "no static C library"
sed "s|RUNTIME|$RUNTIME_OBJECT|" >table <<'END_OF_TABLE'
-static              |                                      | -static RUNTIME              |
-static, collected   | -ffunction-sections                  | -static -Wl,--gc-sections RUNTIME |
-static-pie          | -fPIE                                | -static-pie RUNTIME          |
-static, lld         |                                      | -static -fuse-ld=lld-@ RUNTIME | ld.lld-@
-static-pie, lld     | -fPIE                                | -static-pie -fuse-ld=lld-@ RUNTIME | ld.lld-@
-static, mold        |                                      | -static -fuse-ld=mold RUNTIME | mold
-static-pie, mold    | -fPIE                                | -static-pie -fuse-ld=mold RUNTIME | mold
-static, stripped    |                                      | -static -s RUNTIME           |
# not needed, but it does no harm: a program that takes its runtime along
dynamic              |                                      | RUNTIME                      |
dynamic, lld         |                                      | -fuse-ld=lld-@ RUNTIME       | ld.lld-@
END_OF_TABLE
build_table -O2 <table

# gold warns of dlopen() wherever it is named, and of nothing else.
if can_build ld.gold; then
	quiet $CC -O2 -c a.c b.c
	$CLANG -static -fuse-ld=gold a.o b.o "$RUNTIME_OBJECT" -o program 2>&1 |
		grep -v "warning: Using 'dlopen' in statically linked" && fail "-static, gold says more"
	check_program "-static, gold"
fi

# Without it the program runs, and says what to add: no second C library is loaded into it.
for how in -static -static-pie; do
	quiet $CC -O2 -fPIE $how a.c b.c -o program
	rm -f p.lprof
	LINEPROF_FILE=p.lprof ./program 2>said.txt || fail "$how, bare: status $?: $(cat said.txt)"
	[ ! -e p.lprof ] || fail "$how, bare: a profile was written"
	has "$how, bare" "$RUNTIME_OBJECT" <said.txt
	same "$how, bare: lines" 2 "$(grep -c '^lineprof: ' said.txt)"
done
# So does one that has no write() of the C library's.
cat >writes.c <<'SOURCE'
#include <unistd.h>
static int written;
ssize_t write(int file, const void *text, size_t size)
{
	(void)file, (void)text, (void)size;
	written++;
	return 0;
}
int main(void) { return written; }
SOURCE
quiet $CC -O2 -static writes.c -o program
./program 2>said.txt || fail "its own write() was called"
has "its own write()" "$RUNTIME_OBJECT" <said.txt
# The archive, for who prefers -l.
quiet $CC -O2 -static a.c b.c -L"$(dirname "$PLUGIN")" -llineprof_rt -Wl,-u,__lineprof_register \
	-o program
check_program "the archive"

# A shared library that needs no other is no static program.
quiet $CC -O2 -shared -fPIC -nostdlib b.c -o libb.so
quiet $CC -O2 -c a.c && quiet $CLANG a.o -L. -lb -Wl,-rpath,"$PWD" -o program
check_program "a library that needs none"

cat >threads.c <<'SOURCE'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static void *work(void *count) //= 3
{
	for (int i = 0; i < 100; i++) //= 303
		++*(volatile int *)count; //= 300
	return 0; //= 3
}
int main(void) //= 1
{
	int counts[3] = {0}; //= 1
	pthread_t threads[3]; //= 1
	for (int i = 0; i < 3; i++) //= 4
		pthread_create(&threads[i], 0, work, &counts[i]); //= 3
	for (int i = 0; i < 3; i++) //= 4
		pthread_join(threads[i], 0); //= 3
	int status; //= 1
	pid_t child = fork(); //= 1
	if (child == 0) //= 1
		_exit(7); //= 0
	waitpid(child, &status, 0); //= 1
	return counts[2] == 100 && WEXITSTATUS(status) == 7 ? 0 : 1; //= 1
}
SOURCE
quiet $CC -O2 -pthread -static threads.c "$RUNTIME_OBJECT" -o program
check_program "-static, threads and fork" threads.c
same "the status of its end" 0 "$(query p.lprof "profile.json['run']['exit_status']")"
end_of_builds
