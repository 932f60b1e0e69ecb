# sandbox.sh: a program that shuts itself into a sandbox (seccomp) lives on in it as without lineprof, however little that lets
# pass: hits are exact, samples and clocks go on; in strict mode, and where the counter was taken away, hits do. An attempt that
# fails changes nothing.
# One clang is enough: what calls these functions is the same to all (tests/plugin/sandbox.c).
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'C'
#include <errno.h>
#include "runtime/lineprof.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#define PASSES(call)                                                                               \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
static volatile unsigned total;
__attribute__((noinline)) static void outside(void)
{
	for (unsigned i = 0; i < 10000000; i++)
		total += i; //= 10000000
}
__attribute__((noinline)) static void inside(void)
{
	for (unsigned i = 0; i < 60000; i++)
		total += i; //= 60000000
}
static void *in_thread(void *unused)
{
	for (int i = 0; i < 10; i++)
		total += i; //= THREAD
	return unused;
}
static const struct sock_filter little[] = {
    NUMBER, PASSES(read), PASSES(write), PASSES(fstat), PASSES(newfstatat), PASSES(brk), PASSES(exit_group), PASSES(rt_sigreturn), KILL,
};
/* What the C library makes threads and children with. */
static const struct sock_filter some[] = {
    NUMBER, PASSES(read), PASSES(write), PASSES(fstat), PASSES(newfstatat), PASSES(brk), PASSES(exit_group), PASSES(rt_sigreturn),
    PASSES(clone), PASSES(clone3), PASSES(mmap), PASSES(mprotect), PASSES(munmap), PASSES(madvise), PASSES(rt_sigprocmask),
    PASSES(rt_sigaction), PASSES(set_robust_list), PASSES(rseq), PASSES(futex), PASSES(wait4), PASSES(exit), KILL,
};
/* No handler of a signal returns. */
static const struct sock_filter least[] = {
    NUMBER, PASSES(prctl), PASSES(seccomp), PASSES(write), PASSES(fstat), PASSES(newfstatat), PASSES(brk), PASSES(exit_group), KILL,
};
static const struct sock_filter children[] = {
    NUMBER, PASSES(read), PASSES(write), PASSES(fstat), PASSES(newfstatat), PASSES(brk), PASSES(exit_group), PASSES(rt_sigreturn),
    PASSES(clone), PASSES(set_robust_list), PASSES(wait4), KILL,
};
static struct sock_fprog program_of(const struct sock_filter *code, size_t count)
{
	return (struct sock_fprog){(unsigned short)count, (struct sock_filter *)code};
}
/* As in seccomp(2): what it is asked for, its caller says. */
__attribute__((noinline)) static int seccomp(unsigned operation, unsigned flags, void *arguments)
{
	return (int)syscall(SYS_seccomp, operation, flags, arguments);
}
extern int seccomp_load(void *context);
/* As libraries have it: only who calls these knows what they are asked for. */
__attribute__((noinline)) static int control(int option, unsigned long value, void *filter)
{
	return prctl(option, value, filter, 0, 0);
}
__attribute__((noinline)) static long call_system(long number, long first, long second, void *third)
{
	return syscall(number, first, second, third, 0, 0);
}
static int shut_in(const char *how)
{
	struct sock_fprog filter = program_of(little, COUNT(little));
	unsigned unknown = 1;
	if (!strcmp(how, "strict"))
		return prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	if (!strcmp(how, "strictly"))
		return seccomp(SECCOMP_SET_MODE_STRICT, 0, NULL);
	if (!strcmp(how, "counter"))
		return prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
	if (!strcmp(how, "thread"))
		filter = program_of(some, COUNT(some));
	if (!strcmp(how, "child"))
		filter = program_of(children, COUNT(children));
	if (!strcmp(how, "least") || !strcmp(how, "again"))
		filter = program_of(least, COUNT(least));
	if (!strcmp(how, "load") || !strcmp(how, "old"))
		return seccomp_load(&filter);
	if (!strcmp(how, "option"))
		return control(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
	if (!strcmp(how, "number"))
		return (int)syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
	if (!strcmp(how, "any_number"))
		return (int)call_system(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
	if (!strcmp(how, "any_seccomp"))
		return (int)call_system(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
	if (!strcmp(how, "any_counter"))
		return (int)call_system(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV, NULL);
	if (!strcmp(how, "any_failed"))
		return !call_system(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) || errno != EFAULT;
	/* Strict mode has no flags: it is refused. */
	if (!strcmp(how, "mode_failed"))
		return !seccomp(SECCOMP_SET_MODE_STRICT, 1, NULL) || errno != EINVAL;
	if (!strcmp(how, "seccomp"))
		return seccomp(SECCOMP_SET_MODE_FILTER, 0, &filter);
	/* What was done before stays done. */
	if (!strcmp(how, "again"))
		return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) || seccomp(SECCOMP_GET_ACTION_AVAIL, 0, &unknown) != -1 ||
		       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != -1 || (errno = ENOMSG, 0);
	if (!strcmp(how, "counter_again"))
		return prctl(PR_SET_TSC, PR_TSC_SIGSEGV) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != -1 || (errno = ENOMSG, 0);
	if (!strcmp(how, "stopped"))
		return lineprof_stop() || lineprof_start() || prctl(PR_SET_TSC, PR_TSC_SIGSEGV) || lineprof_stop() || lineprof_start();
	if (!strcmp(how, "failed"))
		return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) || errno != EFAULT;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
static int use(const char *how)
{
	pthread_t thread;
	if (!strcmp(how, "thread")) {
		if (pthread_create(&thread, NULL, in_thread, NULL) || pthread_join(thread, NULL))
			return 4;
	} else if (!strcmp(how, "child")) {
		const pid_t child = fork();
		int status = 0;
		if (child == 0) {
			in_thread(NULL);
			_exit(5);
		}
		if (waitpid(child, &status, 0) != child || status != 5 << 8)
			return 6;
	}
	return 3;
}
int main(int argc, char **argv)
{
	(void)argc;
	control(PR_SET_NO_NEW_PRIVS, 1, NULL);
	outside();
	errno = ENOMSG;
	if (shut_in(argv[1]))
		return 77;
	if (!strstr(argv[1], "failed") && errno != ENOMSG)
		return 7;
	for (int i = 0; i < 1000; i++)
		inside();
	if (!strncmp(argv[1], "strict", 6)) {
		write(STDOUT_FILENO, "done\n", 5);
		syscall(SYS_exit, 3);
	}
	puts("done");
	return use(argv[1]);
}
C
# libseccomp's: not instrumented. Of the other one, an older version's, nobody knows the filter.
cat >load.c <<'C'
#include <linux/seccomp.h>
#include <sys/prctl.h>
int seccomp_load(void *context)
{
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, context);
}
C
cat >export.c <<'C'
#include <linux/filter.h>
#include <unistd.h>
int seccomp_export_bpf(const void *context, int fd)
{
	const struct sock_fprog *filter = context;
	const size_t size = filter->len * sizeof *filter->filter;
	return write(fd, filter->filter, size) == (ssize_t)size ? 0 : -1;
}
C
$CLANG -fPIC -shared load.c -o libold.so
$CLANG -fPIC -shared load.c export.c -o libload.so
cat >read.py <<'END_OF_CHECK'
import json, sys
how, mode = sys.argv[1:]
profile = json.load(open("run.json"))
hits, self_ns = {}, {}
for line in profile["lines"]:
    hits[line["line"]] = line["hits"]
    self_ns[line["line"]] = line.get("self_ns") or 0
for number, text in enumerate(open("program.c"), 1):
    if "//= " not in text:
        continue
    want = text.split("//= ")[1].strip().replace("THREAD", "10" if how == "thread" else "0")
    assert hits[number] == int(want), (number, hits[number], want)
    if want == "60000000":
        inside = self_ns[number]
    elif want == "10000000":
        outside = self_ns[number]
warnings = " ".join(warning["text"] for warning in profile["warnings"])
has_no_clock = how in ("strict", "strictly", "counter", "counter_again", "any_counter", "stopped")
is_halted = how in ("least", "again", "old")
if mode.startswith("LINEPROF_ENGINE"):
    assert ("took the clock away" in warnings) == has_no_clock, warnings
    assert ("sandbox" in warnings) == ("failed" not in how and not has_no_clock), warnings
    assert ("samples ended" in warnings) == is_halted, warnings
    # Samples have gone on: it is six times as much.
    assert (inside > 2 * outside) == (not has_no_clock and not is_halted), (outside, inside)
END_OF_CHECK
# run NAME=VALUE: one variable of lineprof's.
run() {
	status=0
	env LINEPROF_FILE=run.lprof "$1" ./program "$how" >out 2>err || status=$?
	if [ $status = 77 ]; then
		leave_out "a sandbox entered by '$how': it is refused here"
		return
	fi
	same "$how, $1: status" 3 $status
	same "$how, $1: output" "done" "$(cat out)"
	same "$how, $1: messages" "" "$(cat err)"
	"$LPVIEW" --json run.lprof >run.json
	"$LPVIEW" --check run.lprof >check.txt || fail "$how, $1: $(cat check.txt)"
	"$PYTHON" read.py $how "$1" || fail "$how, $1"
}
for level in -O2 -O0; do
	cp libload.so libseccomp.so
	$CC $level -I"$SOURCE" -pthread program.c -o program -L. -lseccomp -Wl,-rpath,"$PWD"
	for how in filter seccomp load failed least again strict strictly counter counter_again stopped thread child old; do
		[ $how != old ] || cp libold.so libseccomp.so
		run LINEPROF_ENGINE=timer
		[ $level = -O2 ] || continue
		run LINEPROF_ENGINE=perf
		run LINEPROF_MODE=counts
		run LINEPROF_MODE=deterministic
	done
	for how in option number any_number any_seccomp any_counter any_failed mode_failed; do
		run LINEPROF_ENGINE=timer
	done
done

# In C++ a call that may throw is one of two ways out.
cat >inside.cpp <<'C'
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <cstddef>
#include <sys/syscall.h>
#include <unistd.h>
#include <sys/prctl.h>
extern "C" int seccomp_load(void *context);
struct Held { int *n; ~Held() { ++*n; } };
static int shut_in(void *filter, int *n)
{
	Held held = {n};
	return seccomp_load(filter);
}
int main()
{
	sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
	sock_fprog filter = {sizeof code / sizeof *code, code};
	int n = 2;
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (shut_in(&filter, &n))
		return 77;
	return n;
}
C
cp libload.so libseccomp.so
$CXX -O2 inside.cpp -o inside -L. -lseccomp -Wl,-rpath,"$PWD"
status=0
LINEPROF_FILE=run.lprof ./inside || status=$?
[ $status = 77 ] || same "status of a program in C++" 3 $status
