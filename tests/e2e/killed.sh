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

# A function that is killed while it works has its time up to shortly before, as has the program.
cat >busy.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <time.h>
static volatile double x = 1;
static double cpu_seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}
int main(void)
{
	while (cpu_seconds() < 0.8)
		for (int i = 0; i < 100000; i++)
			x = x * 0.999 + 1;
	raise(SIGTERM);
	return 0;
}
END
$CC -O2 busy.c -o busy
for engine in perf timer; do
	rm -f p.lprof
	LINEPROF_ENGINE=$engine LINEPROF_FILE=p.lprof ./busy 2>/dev/null && fail "the program did not die"
	same "time by $engine" "True True" "$(query p.lprof \
		"' '.join(str(0.8 * 0.8e9 < ns) for ns in (profile.functions()[0].cumtime_s * 1e9, profile.json['run']['cpu_ns']))")"
done
