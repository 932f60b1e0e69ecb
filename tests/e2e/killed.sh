# killed.sh: after abort, _exit and kill -9 the file is complete up to that moment.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int total;
__attribute__((noinline)) static void work(int n) //= 1000
{
	total += n; //= 1000
}
int main(int argc, char **argv) //= 1
{
	for (int i = 0; i < 1000; i++) //= 1001
		work(i); //= 1000
	switch (atoi(argv[argc - 1])) { //= 1
	case 1: //= -
		abort(); //= -
	case 2: //= -
		_exit(2); //= -
	case 3: //= -
		kill(getpid(), SIGKILL); //= -
	case 4: //= -
		raise(SIGTERM); //= -
	}
	return 0; //= - (the visit in which a signal kills it is not known to end)
}
END
for level in -O0 -O2; do
	$CC $level program.c -o program
	for how in 1 2 3 4; do
		rm -f p.lprof
		status=0
		(ulimit -c 0; LINEPROF_FILE=p.lprof ./program $how) 2>/dev/null || status=$?
		[ $status != 0 ] || fail "the program did not die"
		check_profile p.lprof program.c || fail "$level, way $how"
	done
done
