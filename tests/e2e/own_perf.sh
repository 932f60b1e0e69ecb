# own_perf.sh: programs that measure themselves by a perf event with a ring and signals of its own, opened
# before we begin and after: their ring has its samples, their handler its signals, our profile its times.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"

# What a program has of itself: in a library that is not instrumented, whose constructor comes before
# anything of ours.
cat >ring.c <<'C'
#define _GNU_SOURCE
#include "ring.h"
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
enum { PAGES = 16, PERIOD_NS = 1000000 };
static struct perf_event_mmap_page *ring;
static int fd = -1;
static volatile long signals, strangers;
static void count_signal(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	if (info->si_fd == fd)
		signals++;
	else
		strangers++;
}
int ring_open(void)
{
	struct perf_event_attr attr = {.type = PERF_TYPE_SOFTWARE, .size = sizeof attr,
		.config = PERF_COUNT_SW_TASK_CLOCK, .sample_type = PERF_SAMPLE_IP,
		.sample_period = PERIOD_NS, .exclude_kernel = 1, .exclude_hv = 1, .disabled = 1};
	const struct f_owner_ex owner = {F_OWNER_TID, (pid_t)syscall(SYS_gettid)};
	const int number = strcmp(getenv("RING_SIGNAL"), "SIGURG") ? SIGIO : SIGURG;
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};
	fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return 77;
	ring = mmap(0, (1 + PAGES) * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	action.sa_sigaction = count_signal;
	return ring == MAP_FAILED || sigaction(number, &action, 0) ||
	       fcntl(fd, F_SETOWN_EX, &owner) || fcntl(fd, F_SETSIG, number) ||
	       fcntl(fd, F_SETFL, O_ASYNC) || syscall(SYS_ioctl, fd, PERF_EVENT_IOC_ENABLE, 0);
}
__attribute__((constructor)) static void open_early(void)
{
	const char *const when = getenv("RING");
	const int status = when && !strcmp(when, "before") ? ring_open() : 0;
	if (status)
		_exit(status);
}
/* Ends it; records that are no samples of an address, or are lost, count as bad. */
struct ring_end ring_end(void)
{
	struct ring_end end = {.signals = signals, .strangers = strangers};
	uint64_t value, at = 0;
	syscall(SYS_ioctl, fd, PERF_EVENT_IOC_DISABLE, 0);
	if (read(fd, &value, sizeof value) != sizeof value)
		return end;
	end.periods = (long)(value / PERIOD_NS);
	while (at < ring->data_head) {
		const struct perf_event_header *const record =
			(void *)((char *)ring + sysconf(_SC_PAGESIZE) + at);
		if (record->type == PERF_RECORD_SAMPLE && record->size == 16)
			end.samples++;
		else
			end.bad++;
		at += record->size ? record->size : ring->data_head;
	}
	return end;
}
C
cat >ring.h <<'C'
struct ring_end {
	long periods, samples, bad, signals, strangers;
};
int ring_open(void);
struct ring_end ring_end(void);
C
cat >program.c <<'C'
#include "ring.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static volatile long sink;
static double cpu_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec + 1e-9 * now.tv_nsec;
}
__attribute__((noinline)) static void work(void)
{
	for (long i = 0; i < 1000000; i++)
		sink += i;
}
int main(void)
{
	const double begin = cpu_seconds();
	long rounds = 0;
	if (!strcmp(getenv("RING"), "after")) {
		const int status = ring_open();
		if (status)
			return status;
	}
	for (; cpu_seconds() < begin + 0.5; rounds++)
		work();
	const struct ring_end end = strcmp(getenv("RING"), "none") ? ring_end() : (struct ring_end){0};
	printf("%ld %ld %ld %ld %ld %ld\n", rounds, end.periods, end.samples, end.bad, end.signals,
	       end.strangers);
	return 0;
}
C
$CLANG -O1 -fPIC -shared ring.c -o ring.so
$CC -O1 program.c ./ring.so -o program
$CLANG -O1 program.c ./ring.so -o plain

# run PROGRAM RING SIGNAL
run() {
	rm -f program.lprof
	status=0
	RING=$2 RING_SIGNAL=$3 "./$1" >out 2>err || status=$?
	[ $status != 77 ] || skip "perf is refused here"
	same "status of $1 $2 $3" 0 "$status"
	same "stderr of $1 $2 $3" "" "$(cat err)"
	read -r rounds periods samples bad signals strangers <out
}

# Half of what the plain program sees, at least: the machine may be busier now than then. A signal is
# often one for two samples that came while another one was handled.
own_is_whole() {
	[ "$periods" -ge 100 ] || fail "$1: $periods periods"
	same "$1: records that are no samples" 0 "$bad"
	[ $((samples * 100)) -ge $((periods * least_pct)) ] || fail "$1: $samples samples of $periods periods"
	[ $((signals * 2)) -ge "$samples" ] || fail "$1: $signals signals of $samples samples"
}
# Its --check holds: lprof.Profile sees to that.
ours_is_whole() {
	same "$1: calls" "$rounds" "$(query program.lprof "profile.calls('$PWD/program.c', 'work')[0]")"
	same "$1: engine" "$2" "$(query program.lprof "profile.json['run']['engine']")"
	[ "$(query program.lprof "profile.json['run']['samples_taken']")" -ge 10 ] || fail "$1: no samples of ours"
}
run plain before SIGIO
least_pct=$((samples * 50 / periods))
for engine in perf timer; do
	for when in before after; do
		LINEPROF_ENGINE=$engine run program $when SIGIO
		own_is_whole "$when, $engine"
		same "$when, $engine: signals of others" 0 "$strangers"
		ours_is_whole "$when, $engine" "$engine"
	done
done

# With the signal that we would take: we take another one.
run program before SIGURG
own_is_whole "SIGURG before"
same "SIGURG before: signals of others" 0 "$strangers"
ours_is_whole "SIGURG before" timer
has "SIGURG before" "SIGURG is the program's" <<END
$(query program.lprof "profile.json['run']['engine_note']")
END
# Taken from us: its signals are its own and ours, and the counts are right.
run program after SIGURG
[ $((samples * 100)) -ge $((periods * least_pct)) ] || fail "SIGURG after: $samples samples of $periods periods"
same "SIGURG after: calls" "$rounds" "$(query program.lprof "profile.calls('$PWD/program.c', 'work')[0]")"
