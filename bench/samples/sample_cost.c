/*
 * sample_cost.c: what one perf sample costs, by who takes it out of the kernel.
 * Behind docs/decisions/0030.
 *
 *     cc -O2 -pthread bench/samples/sample_cost.c -o sample_cost && ./sample_cost
 *
 * A fixed piece of work runs at 20 kHz in each way, and without samples in between;
 * the difference of the smallest CPU times, by the samples, is the cost of one. At
 * 20 kHz it is far above the noise, also on a busy machine.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PERIOD_NS = 50000, ROUNDS = 7, RING_PAGES = 16, CPUS_MOST = 256, BATCH = 64 };

static long page;
static volatile uint64_t samples;
static volatile uint64_t sink;
static struct perf_event_mmap_page *rings[CPUS_MOST];
static int fds[CPUS_MOST + 1];
static int ring_count;
static volatile bool is_done;
static pthread_t helper;

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static __attribute__((noinline)) void work(void)
{
	uint64_t x = 1;

	for (int i = 0; i < 200000000; i++)
		x = x * 6364136223846793005u + 1;
	sink = x;
}

static int open_event(struct perf_event_attr attr, int cpu)
{
	attr.type = PERF_TYPE_SOFTWARE;
	attr.size = sizeof attr;
	attr.config = PERF_COUNT_SW_TASK_CLOCK;
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.disabled = 1;
	if (!attr.sample_period)
		attr.sample_period = PERIOD_NS;
	return (int)syscall(SYS_perf_event_open, &attr, 0, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Registers and 256 bytes of stack. */
static struct perf_event_attr full_record(void)
{
	return (struct perf_event_attr){
	    .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			   PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
	    .sample_regs_user = 1u << 8 | 1u << 7 | 1u << 6,
	    .sample_stack_user = 256,
	};
}

static bool map_ring(int fd, int pages)
{
	void *const ring = mmap(NULL, (size_t)(pages + 1) * (size_t)page, PROT_READ | PROT_WRITE,
				MAP_SHARED, fd, 0);

	if (ring == MAP_FAILED)
		return false;
	rings[ring_count++] = ring;
	return true;
}

static void drain(struct perf_event_mmap_page *ring, int pages)
{
	const uint64_t head = __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE);
	const char *const data = (const char *)ring + page;
	const uint64_t mask = (uint64_t)(pages * page) - 1;
	uint64_t tail = ring->data_tail;

	while (tail != head) {
		const struct perf_event_header *const record =
		    (const void *)(data + (tail & mask));

		samples += record->type == PERF_RECORD_SAMPLE;
		sink += record->size;
		tail += record->size;
	}
	__atomic_store_n(&ring->data_tail, tail, __ATOMIC_RELEASE);
}

static int drained_pages;

static void handle_drain(int number, siginfo_t *info, void *context)
{
	(void)number, (void)info, (void)context;
	for (int i = 0; i < ring_count; i++)
		drain(rings[i], drained_pages);
}

static void handle_count(int number, siginfo_t *info, void *context)
{
	(void)number, (void)info, (void)context;
	samples++;
}

static void signal_me(int fd, void (*handler)(int, siginfo_t *, void *))
{
	const struct f_owner_ex owner = {F_OWNER_TID, (pid_t)syscall(SYS_gettid)};
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};

	action.sa_sigaction = handler;
	sigfillset(&action.sa_mask);
	sigaction(SIGURG, &action, NULL);
	fcntl(fd, F_SETOWN_EX, &owner);
	fcntl(fd, F_SETSIG, SIGURG);
	fcntl(fd, F_SETFL, O_ASYNC);
}

/* A signal for each sample, nothing else. */
static bool start_signal(void)
{
	fds[0] = open_event((struct perf_event_attr){.sample_type = PERF_SAMPLE_IP}, -1);
	if (fds[0] < 0)
		return false;
	signal_me(fds[0], handle_count);
	return true;
}

/* A signal for each sample, and a small ring of addresses that its handler empties. */
static bool start_signal_and_ring(void)
{
	fds[0] = open_event((struct perf_event_attr){.sample_type = PERF_SAMPLE_IP}, -1);
	drained_pages = 1;
	if (fds[0] < 0 || !map_ring(fds[0], 1))
		return false;
	signal_me(fds[0], handle_drain);
	return true;
}

/* A ring with stacks; a second clock's signal empties it, one in BATCH samples. */
static bool start_batches(void)
{
	fds[0] = open_event(full_record(), -1);
	fds[1] = open_event((struct perf_event_attr){.sample_period = PERIOD_NS * BATCH}, -1);
	drained_pages = RING_PAGES;
	if (fds[0] < 0 || fds[1] < 0 || !map_ring(fds[0], RING_PAGES))
		return false;
	signal_me(fds[1], handle_drain);
	return true;
}

static void *help(void *unused)
{
	const struct timespec nap = {0, PERIOD_NS * BATCH};

	(void)unused;
	while (!is_done) {
		nanosleep(&nap, NULL);
		for (int i = 0; i < ring_count; i++)
			drain(rings[i], drained_pages);
	}
	return NULL;
}

/* A ring for each CPU, inherited by threads; a helper thread empties them. */
static bool start_helper(void)
{
	const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct perf_event_attr attr = full_record();

	attr.inherit = 1;
	attr.inherit_thread = 1;
	drained_pages = RING_PAGES;
	is_done = false;
	/* First the thread, so that it is not sampled itself. */
	if (pthread_create(&helper, NULL, help, NULL))
		return false;
	for (int cpu = 0; cpu < cpus && cpu < CPUS_MOST; cpu++) {
		fds[cpu] = open_event(attr, cpu);
		if (fds[cpu] < 0 || !map_ring(fds[cpu], RING_PAGES))
			return false;
	}
	return true;
}

static bool start_timer(void)
{
	static timer_t timer;
	const struct itimerspec period = {{0, 4000000}, {0, 4000000}};
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGURG};
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};

	action.sa_sigaction = handle_count;
	sigaction(SIGURG, &action, NULL);
	event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
	return !timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) &&
	       !timer_settime(timer, 0, &period, NULL);
}

static void stop(void)
{
	const int count = ring_count;

	if (helper) {
		is_done = true;
		pthread_join(helper, NULL);
		helper = 0;
	}
	ring_count = 0;
	for (int i = 0; i < count; i++) {
		drain(rings[i], drained_pages);
		munmap(rings[i], (size_t)(drained_pages + 1) * (size_t)page);
	}
	for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
		if (fds[i] > 0)
			close(fds[i]);
		fds[i] = 0;
	}
}

static const struct way {
	const char *name;
	bool (*start)(void);
} ways[] = {
    {"a signal for each sample", start_signal},
    {"the same, and a ring of addresses", start_signal_and_ring},
    {"ring of stacks, emptied by a signal for 64", start_batches},
    {"ring of stacks for each CPU, helper thread", start_helper},
    {"timer at the tick (not perf)", start_timer},
};

static double run(const struct way *way, uint64_t *taken)
{
	double begin, seconds;

	samples = 0;
	if (way && !way->start()) {
		printf("%s: %s\n", way->name, strerror(errno));
		exit(77);
	}
	begin = cpu_seconds();
	for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
		if (fds[i] > 0)
			ioctl(fds[i], PERF_EVENT_IOC_ENABLE, 0);
	work();
	for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
		if (fds[i] > 0)
			ioctl(fds[i], PERF_EVENT_IOC_DISABLE, 0);
	seconds = cpu_seconds() - begin;
	stop();
	*taken = samples;
	return seconds;
}

int main(void)
{
	enum { WAYS = sizeof ways / sizeof *ways };
	double plain = 1e9, least[WAYS];
	uint64_t taken[WAYS];

	page = sysconf(_SC_PAGESIZE);
	for (int way = 0; way < WAYS; way++)
		least[way] = 1e9;
	for (int round = 0; round < ROUNDS; round++) {
		uint64_t unused;
		const double now = run(NULL, &unused);

		if (now < plain)
			plain = now;
		for (int way = 0; way < WAYS; way++) {
			uint64_t count;
			const double seconds = run(&ways[way], &count);

			if (seconds < least[way]) {
				least[way] = seconds;
				taken[way] = count;
			}
			signal(SIGURG, SIG_IGN);
		}
	}
	printf("without samples: %.3f s\n", plain);
	for (int way = 0; way < WAYS; way++)
		printf("%-44s %.3f s, %7llu samples, %6.2f us each\n", ways[way].name, least[way],
		       (unsigned long long)taken[way],
		       taken[way] ? (least[way] - plain) * 1e6 / (double)taken[way] : 0.0);
	return 0;
}
