# abrupt.sh: whatever ends the program or keeps its file from being written: its status is what it
# would have been, and its counts are in the file, or one line on stderr says why they are not.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.cpp <<'C'
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>
static volatile int total;
__attribute__((noinline)) static void work(int n) { total = total + n; } // line 10
int main(int argc, char **argv)
{
	const char *const how = argv[argc - 1];
	if (!strcmp(how, "limit")) {
		const rlimit limit = {4096, 4096};
		setrlimit(RLIMIT_FSIZE, &limit);
	} else if (!strcmp(how, "vanish")) {
		system("rm -rf ../gone");
	}
	for (int i = 0; i < 1000; i++)
		work(i);
	if (!strcmp(how, "quick_exit"))
		quick_exit(3);
	if (!strcmp(how, "_Exit"))
		_Exit(4);
	if (!strcmp(how, "throw"))
		throw std::runtime_error("nobody catches it");
	if (!strcmp(how, "terminate"))
		std::terminate();
	if (!strcmp(how, "segv"))
		raise(SIGSEGV);
	if (!strcmp(how, "overflow")) {
		volatile int *const nowhere = nullptr;
		*nowhere = 1;
	}
	if (!strcmp(how, "exec"))
		execl(argv[1], argv[1], nullptr);
	return 0;
}
C
cat >next.c <<'C'
static volatile int total;
__attribute__((noinline)) static void work(int n) { total += n; }
int main(void)
{
	for (int i = 0; i < 7; i++)
		work(i);
	return 9;
}
C
$CXX -O1 program.cpp -o program
$CLANGXX -O1 program.cpp -o plain
$CC -O1 next.c -o next
ulimit -c 0
# Of the instrumented program and of the plain one.
status_of() {
	status=0
	"$@" >out 2>err || status=$?
	echo "$status"
}
calls_of() { query "$1" "profile.calls('$PWD/program.cpp', 'work')[0]"; }
for how in return quick_exit _Exit throw terminate segv overflow; do
	rm -f ./*.lprof
	want=$(status_of ./plain "$how" 2>/dev/null)
	cp err err.plain
	same "status after $how" "$want" "$(status_of ./program "$how" 2>/dev/null)"
	same "stderr of $how" "$(cat err.plain)" "$(cat err)"
	same "calls after $how" 1000 "$(calls_of program.lprof)"
done

# exec of another instrumented program: a file each. That of the first is complete.
rm -f ./*.lprof
same "status of exec" 9 "$(status_of ./program ./next exec)"
same "calls before exec" 1000 "$(calls_of program.lprof)"
same "calls behind exec" 7 "$(query next.lprof "profile.calls('$PWD/next.c', 'work')[0]")"
has "what is said of it" "left by _exit or exec" <<END
$("$LPVIEW" --functions program.lprof)
END
# And of itself, under one name: none of the two is lost.
rm -f ./*.lprof
same "status of exec of itself" 0 "$(status_of env LINEPROF_FILE=p.lprof ./program ./program exec)"
same "files" 2 "$(ls | grep -c '^p.*\.lprof$')"

# What the program does, it does as without lineprof; and one line says why there is no file.
lines_about() { grep -c '^lineprof: ' err || true; }
rm -f ./*.lprof
same "status with a file limit at start" 0 "$(ulimit -f 1; status_of ./program return)"
same "lines about the limit" 1 "$(lines_about)"
same "status with a limit set later" 0 "$(status_of ./program limit)"
# Nor does the line end it, where stderr takes none: a file that cannot grow, a pipe that nobody reads.
same "status with a file limit of nothing" 0 "$(ulimit -f 0; status_of ./program return)"
mkfifo pipe
same "status with a broken pipe" 0 "$(
	exec 5<>pipe 6>pipe 5<&-
	status=0
	LINEPROF_FILE=/nowhere/p.lprof ./program return >out 2>&6 || status=$?
	echo $status
)"
rm pipe
mkdir gone
same "status without its directory" 0 "$(cd gone && status=0; ../program vanish >../out 2>../err || status=$?; echo $status)"
same "lines about it" 1 "$(lines_about)"
has "what is said" "program.lprof: cannot write the profile: No such file or directory" <err
for file in /proc/x.lprof /dev/full /dev/stdout /dev/stderr /dev/fd/1 . "$PWD" /etc/passwd/x program; do
	same "status with LINEPROF_FILE=$file" 0 "$(LINEPROF_FILE=$file status_of ./program return)"
	[ "$(lines_about)" -ge 1 ] || fail "LINEPROF_FILE=$file: not a word"
done
for file in /dev/stdout /dev/stderr /proc/self/fd/1 /dev/full //dev/stderr /dev/shm/../stderr; do
	same "status with LINEPROF_FILE=$file" 0 "$(LINEPROF_FILE=$file status_of ./program return)"
	same "what is said" "lineprof: LINEPROF_FILE: is no place for a file, using the default instead of: $file" "$(cat err)"
	"$LPVIEW" --check program.lprof >check.out || fail "LINEPROF_FILE=$file: $(cat check.out)"
	rm program.lprof
done
LINEPROF_FILE=program.cpp ./program return >out 2>err || fail "LINEPROF_FILE=program.cpp: $?"
for name in program.cpp.*; do
	same "what is said" "lineprof: $PWD/program.cpp: not a profile of lineprof, left alone; this run writes: $PWD/$name" "$(cat err)"
	"$LPVIEW" --check "$name" >check.out || fail "LINEPROF_FILE=program.cpp: $(cat check.out)"
	rm "$name"
done
same "status with LINEPROF_FILE=/dev/null" 0 "$(LINEPROF_FILE=/dev/null status_of ./program return)"
same "words about /dev/null" 0 "$(lines_about)"
[ -z "$(find /dev -maxdepth 1 -name 'full.*' -o -name 'null.*' -o -name 'std*.*')" ] || fail "a profile in /dev"
./program return || fail "LINEPROF_FILE=program has taken the program itself"

# A file that can grow no more, by a limit, while threads begin: what comes then is in memory.
cat >grow.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
enum { THREADS = 20 };
static volatile int total;
__attribute__((noinline)) static void work(int n) { total += n; }
static void *run(void *unused)
{
	work(1);
	return unused;
}
static void set_limit(rlim_t bytes)
{
	struct rlimit limit;
	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = bytes;
	setrlimit(RLIMIT_FSIZE, &limit);
}
int main(int argc, char **argv)
{
	const char *const how = argv[argc - 1];
	pthread_t threads[THREADS];
	set_limit(200 << 10);
	for (int i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], 0, run, 0);
		pthread_join(threads[i], 0);
	}
	if (!strcmp(how, "kill"))
		raise(SIGKILL);
	if ((!strcmp(how, "fork") || !strcmp(how, "full-fork")) && fork()) {
		wait(0);
		_exit(5);
	}
	if (!strstr(how, "full"))
		set_limit(RLIM_INFINITY);
	return 5;
}
C
$CC -O1 grow.c -o grow -pthread
warning="Warning:  the file could not grow: threads, libraries and samples that came later are missing"
# grown HOW STATUS: it ends so, and one line has told what it means; another one, where a child has to tell it, too.
grown() {
	rm -f ./*.lprof
	same "status of grow $1" "$2" "$(status_of ./grow "$1" 2>/dev/null)"
	has "what grow $1 is told" "grow.lprof: cannot grow, new threads and samples will be missing unless they can be written at the end: File too large" <err
	case $1 in *fork) lines=2 ;; *) lines=1 ;; esac
	same "lines about grow $1" $lines "$(lines_about)"
}
# lacks FILE: lpview says so, and does not call the counts exact.
lacks() {
	$LPVIEW "$1" >out || fail "$1: not read"
	has "what lpview says of $1" "$warning" <out
	$LPVIEW --export html "$1" >out.html || fail "$1: no page"
	! grep "exact" out out.html || fail "$1 is said to be exact"
	$LPVIEW --check "$1" >out || fail "$1: contradicts itself: $(cat out)"
	has "what --check says of $1" "untold  samples taken are kept or counted as lost: the file could not grow" <out
	has "the warnings of $1" "the file could not grow" <<-END
		$(query "$1" "profile.json['warnings']")
	END
	calls=$(query "$1" "profile.calls('$PWD/grow.c', 'work')[0]")
	[ "$calls" -lt 20 ] || fail "$1: $calls calls, none is missing"
}
for how in full kill; do
	grown $how "$([ $how = kill ] && echo 137 || echo 5)"
	lacks grow.lprof
done
# Where there is room at the end, it is all there; and so it is in a child, whose file is its own.
grown room 5
same "calls with room at the end" 20 "$(query grow.lprof "profile.calls('$PWD/grow.c', 'work')[0]")"
! $LPVIEW grow.lprof | grep "could not grow" || fail "all is there, and said to be missing"
grown fork 5
lacks grow.lprof
grep -q "grow\.[0-9]*\.lprof: cannot be counted into, there will be no profile unless it can be written at the end" err ||
	fail "the child says nothing of its file: $(cat err)"
$LPVIEW grow.*.lprof >out || fail "the child's profile: not read"
! grep "could not grow" out || fail "the child's file is said to lack something"
# A child whose file finds no room at its end either has said so: its parent's line is not its own.
grown full-fork 5
grep -q "grow\.[0-9]*\.lprof: cannot be counted into, there will be no profile" err ||
	fail "a child's profile is lost without a word: $(cat err)"

# Inside the file, too, the kernel refuses what is beyond the limit, and sends a signal that would end the program: a
# library's tables, which find room, do not go there.
"$PYTHON" - <<'C' >many.c
print("static volatile int total;")
for i in range(80):
    print(f"void f{i}(int n);\nvoid f{i}(int n)\n{{\n\tfor (int i = 0; i < n; i++)\n\t\tif (total & {i})\n\t\t\ttotal++;\n}}")
C
cat >open.c <<'C'
#include <dlfcn.h>
#include <sys/resource.h>
int main(int argc, char **argv)
{
	const struct rlimit limit = {4096, 4096};
	void *library;
	setrlimit(RLIMIT_FSIZE, &limit);
	library = dlopen(argv[argc - 1], RTLD_NOW);
	((void (*)(int))dlsym(library, "f0"))(3);
	return 5;
}
C
$CC -O1 -shared -fPIC many.c -o many.so
$CC -O1 open.c -o open
same "status of a program that lowers its limit" 5 "$(status_of ./open ./many.so)"
same "calls in its library" 1 "$(query open.lprof "profile.calls('$PWD/many.c', 'f0')[0]")"

# Of few addresses, a sixteenth are the profile's: when they are used up, a line and the profile say so.
cat >crowd.c <<'C'
#include <pthread.h>
#include <stdlib.h>
enum { THREADS = 380, COUNTERS = 1 };
static pthread_barrier_t barrier;
static pthread_t threads[THREADS];
void f0(int n);
__attribute__((noinline)) static void work(int n) { f0(n); }
static void *run(void *unused)
{
	for (int i = 0; i < 100; i++)
		work(0);
	pthread_barrier_wait(&barrier);
	return unused;
}
int main(void)
{
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	pthread_barrier_init(&barrier, 0, THREADS);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], &small, run, 0))
			abort();
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], 0);
	return 5;
}
C
for i in 1 2 3 4 5 6 7 8 9 10; do sed "s/\bf\([0-9]\)/g${i}_\1/g" many.c; done >more.c
$CC -O1 crowd.c many.c more.c -o crowd -pthread
same "status with few addresses" 5 "$(ulimit -v 262144; status_of ./crowd)"
same "lines about it" 1 "$(lines_about)"
has "what is said" "crowd.lprof: its reserved addresses are used up, new threads and samples are missing" <err
"$LPVIEW" crowd.lprof >out || fail "crowd.lprof: not read"
has "what lpview says of it" "$warning" <out

# Who truncates it while threads run that have blocked all signals ends it as little as any other; and who sends
# them SIGBUS, for which they wait.
cat >blocked.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static volatile int total;
__attribute__((noinline)) static void work(int n) { total += n; }
static void *run(void *unused)
{
	for (int i = 0; i < 20; i++) {
		work(i);
		usleep(5000);
	}
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	sigset_t all;
	int number = 0;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, 0);
	pthread_create(&thread, 0, run, 0);
	usleep(20000);
	const int sent = strcmp(argv[argc - 1], "truncate") ? SIGBUS : SIGTERM;
	if (sent == SIGTERM)
		truncate("blocked.lprof", 0);
	kill(getpid(), sent);
	while (number != sent)
		sigwait(&all, &number);
	pthread_join(thread, 0);
	return 5;
}
C
$CC -O1 blocked.c -o blocked -pthread
for engine in timer perf none; do
	for how in truncate wait; do
		same "status with all signals blocked, $engine, $how" 5 \
			"$(LINEPROF_ENGINE=$engine status_of timeout -s KILL 60 ./blocked $how)"
	done
done

# The clock of a call that is over is exact, that of one that is open was brought up to date a sixteenth of a second before the end: no
# caller has less than what it called.
cat >late.c <<'C'
#include <stdlib.h>
#include <time.h>
static volatile unsigned long sum;
__attribute__((noinline)) static void burn(void)
{
	while (clock() < CLOCKS_PER_SEC * 11 / 40)
		for (int i = 0; i < 100000; i++)
			sum += i;
}
int main(void)
{
	burn();
	abort();
}
C
$CC -O1 late.c -o late
status=0
./late 2>err || status=$?
same "status of late" 134 "$status"
same "main has what it calls" True "$(query late.lprof \
	"(lambda time: time['main'] >= time['burn'] > 0)({at.name: at.cumtime_s for at in profile.functions()})")"

# As a user that may not write here.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	mkdir closed
	chmod 755 . closed
	same "status in a directory that is read-only" 0 "$(cd closed && status=0
		setpriv --reuid=65534 --regid=65534 --clear-groups ../program return >../out 2>../err ||
			status=$?
		echo $status)"
	same "lines about it" 1 "$(lines_about)"
	same "files in it" 0 "$(ls closed | wc -l)"
fi
