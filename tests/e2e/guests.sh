# guests.sh: programs that leave little room for a guest: descriptors closed or used up, signals
# blocked, an alarm of their own, children of all kinds; set-user-id; a root of their own.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static volatile int total;
static volatile sig_atomic_t alarms;
__attribute__((noinline)) static void work(int n) { total += n; }
static void repeat(int n)
{
	for (int i = 0; i < n; i++)
		work(i);
}
static void count_alarm(int number)
{
	(void)number;
	alarms++;
}
static int is(const char *how, const char *what) { return !strcmp(how, what); }
static int wait_for(pid_t child)
{
	int status = 0;
	return waitpid(child, &status, 0) == child ? status : -1;
}
static int children(int count)
{
	int status = 0;
	for (int i = 0; i < count; i++)
		if (fork() == 0) {
			repeat(10);
			exit(0);
		}
	for (int i = 0; i < count; i++) {
		int one = 0;
		wait(&one);
		status |= one;
	}
	return status;
}
static int libraries(void)
{
	for (int i = 0; i < 100; i++) {
		void *const library = dlopen("./lib.so", RTLD_NOW);
		int (*const f)(int) = library ? (int (*)(int))dlsym(library, "library") : 0;
		if (!f || f(i) != i + 1 || dlclose(library))
			return 1;
	}
	return 0;
}
static int start(const char *how, char **argv)
{
	char *arguments[] = {argv[0], "none", 0};
	pid_t child;
	if (is(how, "vfork")) {
		child = vfork();
		if (child == 0) {
			execv("./other", arguments);
			_exit(1);
		}
		return wait_for(child);
	}
	if (posix_spawn(&child, "./other", 0, 0, arguments, environ))
		return 1;
	return wait_for(child);
}
int main(int argc, char **argv)
{
	const char *const how = argv[argc - 1];
	int status = 0;
	if (is(how, "close") || is(how, "drop") || is(how, "leave"))
		for (int i = 3; i < 1024; i++)
			close(i);
	if (is(how, "drop") && setuid(65534))
		return 1;
	if (is(how, "use up"))
		while (open("/dev/null", O_RDONLY) >= 0)
			;
	if (is(how, "number"))
		return open("/dev/null", O_RDONLY);
	if (is(how, "block")) {
		sigset_t all;
		sigfillset(&all);
		sigprocmask(SIG_SETMASK, &all, 0);
	}
	if (is(how, "alarm")) {
		const struct itimerval often = {{0, 1000}, {0, 1000}};
		signal(SIGPROF, count_alarm);
		setitimer(ITIMER_PROF, &often, 0);
		while (alarms < 20)
			repeat(1);
	}
	if (is(how, "daemon") && daemon(1, 0))
		return 1;
	if (is(how, "vfork") || is(how, "spawn"))
		status = start(how, argv);
	if (is(how, "children"))
		status = children(200);
	if (is(how, "libraries"))
		status = libraries();
	if (is(how, "chroot") || is(how, "leave"))
		status = chroot("empty") || chdir("/");
	repeat(1000);
	if (is(how, "daemon"))
		close(creat("ended", 0666));
	return status != 0;
}
C
echo 'int library(int n) { return n + 1; }' >lib.c
$CC -O1 -fPIC -shared lib.c -o lib.so
$CC -O1 program.c -o program -ldl
cp program other
calls() { query "$1" "profile.calls('$PWD/program.c', 'work')[0]"; }
# run NAME CALLS: it ends well, without a word, with these calls.
run() {
	rm -f ./*.lprof
	status=0
	./program "$1" >out 2>err || status=$?
	same "status of $1" 0 "$status"
	same "stderr of $1" "" "$(cat err)"
	[ "$2" = - ] || same "calls of $1" "$2" "$(calls program.lprof)"
}
for engine in auto timer; do
	export LINEPROF_ENGINE=$engine
	for how in none close "use up" block; do run "$how" 1000; done
	run alarm -
	[ "$(calls program.lprof)" -gt 1000 ] || fail "alarm: too few calls"
done
unset LINEPROF_ENGINE
# The number of the first file that a program opens where it may have few.
first_number() {
	(ulimit -n 50 && { ./program number || echo $?; })
}
same "the first descriptor of few" "$(LINEPROF=off first_number)" "$(first_number)"
for how in vfork spawn; do
	run $how 1000
	same "calls of what $how started" 1000 "$(calls other.lprof)"
done
run children 1000
same "files of 200 children" 201 "$(ls | grep -c '^program.*\.lprof$')"
$LPVIEW --json ./program*.lprof >sum.json || fail "the sum of 201 profiles"
same "calls of all" 3000 "$("$PYTHON" -c 'import json
print(sum(f["ncalls"] for f in json.load(open("sum.json"))["functions"] if f["name"] == "work"))')"
run libraries 1000
same "calls of a library that is gone" 100 "$(query program.lprof "profile.calls('$PWD/lib.c', 'library')[0]")"

# The parent of a daemon leaves by _exit(); the daemon has a file of its own.
rm -f ./*.lprof
./program daemon || fail "daemon"
for i in $(seq 100); do [ -e ended ] && break; sleep 0.1; done
[ -e ended ] || fail "the daemon has not ended"
sleep 0.2
same "files of a daemon" 2 "$(ls | grep -c '^program.*\.lprof$')"
same "calls of a daemon" 1000 "$(calls "$(ls program.*.lprof)")"

[ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || exit 0
mkdir empty
run chroot 1000
# Without a descriptor nobody there can tell that the file is in its place.
run leave 1000
# A thread whose stack nobody can be asked for, as there is no /proc.
cat >rooted.c <<'C'
#include <pthread.h>
#include <string.h>
#include <unistd.h>
char bytes[1 << 20];
static void *fill(void *unused)
{
	for (int i = 0; i < 4000; i++)
		memset(bytes, i, sizeof(bytes)); // line 8
	return unused;
}
int main(void)
{
	pthread_t thread;
	if (chroot("empty") || chdir("/") || pthread_create(&thread, NULL, fill, NULL))
		return 1;
	return pthread_join(thread, NULL);
}
C
$CC -O1 -pthread rooted.c -o rooted
LINEPROF_FILE=rooted.lprof ./rooted
[ "$(query rooted.lprof "int(profile.line_share('$PWD/rooted.c', [8]) > 0.8)")" = 1 ] ||
	fail "a thread without /proc: the library's time is not on the line that calls it"
# As another user, who may not open the file again, or not even look.
run drop 1000
chmod 755 .
run drop 1000
# Set-user-id: it writes no file, neither where it is nor where its caller says.
mkdir home
chmod 755 .
chmod 777 home
cp program setuid
chmod 4755 setuid
as_nobody() { (cd home && setpriv --reuid=65534 --regid=65534 --clear-groups "$@"); }
as_nobody env LINEPROF_FILE="$PWD/home/mine.lprof" ../setuid none >out 2>err || fail "set-user-id: $(cat err)"
same "files of a set-user-id program" "" "$(ls home)"
as_nobody ../program none || fail "as nobody"
same "files as nobody" program.lprof "$(ls home)"

# The flags of floating point are the program's, and so are the signals where they trap.
cat >inexact.c <<'C'
#define _GNU_SOURCE
#include <fenv.h>
#include <stdio.h>
#include <unistd.h>
#include "lineprof.h"
static volatile unsigned long sum;
__attribute__((noinline)) static void work(int n)
{
	for (int i = 0; i < n; i++)
		sum += i;
}
int main(void)
{
	feclearexcept(FE_ALL_EXCEPT);
	feenableexcept(FE_ALL_EXCEPT);
	for (int i = 0; i < 3000; i++) {
		lineprof_region_begin("turn");
		work(3000);
		if (i % 10 == 0)
			usleep(1);
		lineprof_region_end();
	}
	lineprof_flush();
	lineprof_stop();
	lineprof_start();
	puts(fetestexcept(FE_ALL_EXCEPT) ? "inexact" : "exact");
	return 0;
}
C
$CC -O2 -I"$SOURCE/runtime" inexact.c -o inexact -lm
for engine in perf timer none; do
	same "floating point, by $engine" exact "$(LINEPROF_ENGINE=$engine ./inexact)"
done
