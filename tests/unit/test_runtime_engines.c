/* test_runtime_engines.c: the choice of the engine, and what perf does to a program. */
#include "refused_call.h"
#include "runtime_fixture.h"

#include <dirent.h>
#include <errno.h>
#include <linux/audit.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

static _Thread_local volatile unsigned sink;

static double thread_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

__attribute__((noinline)) static void burn(double seconds)
{
	const double end = thread_seconds() + seconds;

	while (thread_seconds() < end)
		for (int i = 0; i < 100000; i++)
			sink++;
}

static void *burn_in_thread(void *unused)
{
	count(1);
	burn(0.3);
	burn_until_sample(&sink);
	return unused;
}

static int run_burning(void)
{
	__lineprof_register(&subject_module);
	burn(0.3);
	return 0;
}

static void hear_nothing(int number)
{
	(void)number;
}

/* As a program that has taken a signal of ours for itself before we came. */
static int run_urgent(void)
{
	signal(SIGURG, hear_nothing);
	return run_burning();
}

static int run_refused(void)
{
	refuse_call(SYS_perf_event_open, EACCES);
	return run_burning();
}

/* One that it was in from the start, as a service of systemd's. */
static int run_confined(void)
{
	refuse_call(SYS_perf_event_open, 0);
	return run_burning();
}

/* Asking in the sandbox would be the end. */
static int run_sandboxed(void)
{
	pthread_t thread;

	__lineprof_register(&subject_module);
	refuse_call(SYS_perf_event_open, 0);
	pthread_create(&thread, NULL, burn_in_thread, NULL);
	pthread_join(thread, NULL);
	return 0;
}

/* No descriptor of ours is open, so none can be closed and taken over. */
static int run_closing(void)
{
	const int before = dup(STDERR_FILENO);

	close(before);
	__lineprof_register(&subject_module);
	for (int fd = 3; fd < 1000; fd++)
		close(fd);
	burn(0.2);
	if (dup(STDERR_FILENO) != 3)
		return 1;
	burn(0.2);
	/* A thread that ends leaves it alone. */
	run_sandboxed();
	return fcntl(3, F_GETFD) == 0 ? before < 3 : 2;
}

static void *sleep_and_burn(void *failures)
{
	const struct timespec nap = {0, 5000000};

	count(1);
	for (int i = 0; i < 20; i++) {
		burn(0.005);
		if (usleep(5000) || nanosleep(&nap, NULL) || poll(NULL, 0, 5) < 0 ||
		    syscall(SYS_select, 0, NULL, NULL, NULL, &(struct timeval){0, 5000}) < 0)
			++*(int *)failures;
	}
	return NULL;
}

/* Sleeps and waits are not interrupted, whichever thread is in them. */
static int run_sleeping(void)
{
	int failures[2] = {0, 0};
	pthread_t thread;

	__lineprof_register(&subject_module);
	pthread_create(&thread, NULL, sleep_and_burn, &failures[1]);
	sleep_and_burn(&failures[0]);
	pthread_join(thread, NULL);
	return failures[0] + failures[1];
}

/* Threads that begin with all signals blocked, as in many a server. */
static int run_blocked_threads(void)
{
	sigset_t all;
	pthread_t thread;

	__lineprof_register(&subject_module);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	pthread_create(&thread, NULL, burn_in_thread, NULL);
	pthread_join(thread, NULL);
	return 0;
}

static void *burn_behind_pending(void *unused)
{
	sigset_t all, before;

	count(1);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	raise(SIGURG);
	burn(0.001);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	burn(0.03);
	return unused;
}

/* A thread's first sample comes while its signal is pending already, in one of four. */
static int run_pending(void)
{
	pthread_t thread;

	__lineprof_register(&subject_module);
	for (int i = 0; i < 24; i++) {
		pthread_create(&thread, NULL, burn_behind_pending, NULL);
		pthread_join(thread, NULL);
	}
	return 0;
}

/* The child has events of its own, and the parent keeps its. */
static int run_forked(void)
{
	int status;

	__lineprof_register(&subject_module);
	burn(0.1);
	if (!fork()) {
		burn(0.3);
		exit(0);
	}
	wait(&status);
	burn(0.2);
	return status;
}

/* A child without fork handlers, in our memory and out of it. */
static int run_bare_children(void)
{
	const pid_t parent = getpid();
	int status = 0;
	pid_t child;

	__lineprof_register(&subject_module);
	child = vfork();
	if (!child) {
		execl("/bin/true", "true", (char *)NULL);
		_exit(126);
	}
	waitpid(child, &status, 0);
	burn(0.1);
	if (!syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)) {
		raise(SIGURG);
		burn(0.1);
		syscall(SYS_exit_group, 0);
	}
	wait(&status);
	burn(0.1);
	return status || getpid() != parent;
}

/* Two thirds of the time, at least, are page faults. */
__attribute__((noinline)) static void touch(char *memory, size_t bytes)
{
	for (size_t at = 0; at < bytes; at += 4096)
		memory[at] = 1;
}

static int run_touching(void)
{
	const size_t bytes = 32 << 20;

	__lineprof_register(&subject_module);
	for (int i = 0; i < 10; i++) {
		char *const memory =
		    mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		madvise(memory, bytes, MADV_NOHUGEPAGE);
		touch(memory, bytes);
		munmap(memory, bytes);
	}
	return 0;
}

/* Nearly all of the time is in one system call. */
static int run_reading(void)
{
	static char buffer[1 << 16];
	const int fd = open("/dev/zero", O_RDONLY);
	const double end = thread_seconds() + 0.5;

	__lineprof_register(&subject_module);
	while (thread_seconds() < end)
		if (read(fd, buffer, sizeof buffer) < 0)
			return 1;
	return 0;
}

/* Only begins. */
static int run_idle(void)
{
	return __lineprof_register(&subject_module);
}

static const struct subject subjects[] = {
    {"idle", run_idle},
    {"burning", run_burning},
    {"urgent", run_urgent},
    {"refused", run_refused},
    {"sandboxed", run_sandboxed},
    {"confined", run_confined},
    {"closing", run_closing},
    {"sleeping", run_sleeping},
    {"pending", run_pending},
    {"forked", run_forked},
    {"blocked_threads", run_blocked_threads},
    {"touching", run_touching},
    {"bare_children", run_bare_children},
    {"reading", run_reading},
};

/* Runs a subject; returns its engine, and the note in `note`. */
static enum lp_engine engine_of(const char *subject, char note[256])
{
	struct lp_section_at at = {0};
	struct profile profile;
	enum lp_engine engine;

	assert_int_equal(run_subject(subject), 0);
	profile = open_own_profile("");
	engine = (enum lp_engine)profile.reader.info->engine;
	while (lp_reader_next(&profile.reader, &at))
		if (at.kind == LP_SECT_TEXT)
			snprintf(note, 256, "%s", lp_section_text(&at, LP_TEXT_ENGINE_NOTE));
	close_profile(&profile);
	return engine;
}

static void test_choice(void **state)
{
	static const struct {
		const char *variable, *value;
		enum lp_engine engine;
		const char *note;
	} cases[] = {
	    {"LINEPROF_ENGINE", "timer", LP_ENGINE_TIMER, "LINEPROF_ENGINE=timer"},
	    {"LINEPROF_ENGINE", "none", LP_ENGINE_NONE, "LINEPROF_ENGINE=none"},
	    {"LINEPROF_MODE", "counts", LP_ENGINE_NONE, "LINEPROF_MODE=counts"},
	    {"LINEPROF_MODE", "deterministic", LP_ENGINE_NONE, "LINEPROF_MODE=deterministic"},
	};
	char note[256];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		setenv(cases[i].variable, cases[i].value, 1);
		assert_int_equal(engine_of("burning", note), cases[i].engine);
		unsetenv(cases[i].variable);
		assert_string_equal(note, cases[i].note);
	}
	assert_true(stderr_is_empty());
}

static void test_wrong_choice(void **state)
{
	char note[256];

	(void)state;
	use_engine("clock");
	engine_of("burning", note);
	assert_true(
	    stderr_has("lineprof: LINEPROF_ENGINE: 'clock': unknown value, using the default: "
		       "expected \"auto\", \"perf\", \"timer\" or \"none\"\n"));
}

/* Silent by default, and in the profile; said when perf was asked for. */
static void test_refused(void **state)
{
	char note[256];

	(void)state;
	assert_int_equal(engine_of("refused", note), LP_ENGINE_TIMER);
	assert_string_equal(
	    note, "perf not asked for: this sandbox (seccomp) may end the program for it");
	assert_true(stderr_is_empty());
	assert_int_equal(engine_of("confined", note), LP_ENGINE_TIMER);
	use_engine("perf");
	assert_int_equal(engine_of("refused", note), LP_ENGINE_TIMER);
	assert_true(stderr_has("lineprof: LINEPROF_ENGINE=perf: perf refused: Permission denied"));
}

static void test_signal_taken(void **state)
{
	char note[256];

	(void)state;
	assert_int_equal(engine_of("urgent", note), LP_ENGINE_TIMER);
	assert_string_equal(note, "perf refused: SIGURG is the program's, or that of "
				  "lineprof in another namespace (dlmopen)");
}

/* Samples of thread `row`, or of all at row 0, against its CPU time. */
static void assert_profile_sampled(const struct profile *profile, uint32_t row, unsigned least_pct)
{
	struct lp_section_at at = {0};
	uint64_t samples = 0, cpu_ns = 0;

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_THREAD && lp_section_thread(&at)->thread >= row) {
			samples += lp_section_thread(&at)->samples;
			cpu_ns += lp_section_thread(&at)->cpu_ns;
		}
	assert_in_range(samples * profile->reader.info->sample_period_ns, cpu_ns / 100 * least_pct,
			cpu_ns + cpu_ns / 10);
}

static void assert_sampled(uint32_t row, unsigned least_pct)
{
	struct profile profile = open_own_profile("");

	assert_profile_sampled(&profile, row, least_pct);
	close_profile(&profile);
}

static void test_sandboxed(void **state)
{
	(void)state;
	need_perf("idle");
	assert_int_equal(run_subject("sandboxed"), 0);
	assert_sampled(2, 80);
}

static void test_closing(void **state)
{
	(void)state;
	need_perf("idle");
	assert_int_equal(run_subject("closing"), 0);
	assert_sampled(1, 80);
}

static void test_sleeping(void **state)
{
	static const char *const engines[] = {"timer", "auto"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		use_engine(engines[i]);
		assert_int_equal(run_subject("sleeping"), 0);
	}
}

static void test_blocked_threads(void **state)
{
	static const char *const engines[] = {"timer", "auto"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		use_engine(engines[i]);
		assert_int_equal(run_subject("blocked_threads"), 0);
		assert_sampled(2, 80);
	}
}

static void test_pending(void **state)
{
	(void)state;
	need_perf("idle");
	assert_int_equal(run_subject("pending"), 0);
	assert_sampled(2, 80);
}

static void test_forked(void **state)
{
	struct profile child;
	struct dirent *entry;
	DIR *directory;
	unsigned children = 0;

	(void)state;
	need_perf("idle");
	assert_int_equal(run_subject("forked"), 0);
	skip_without_perf();
	assert_sampled(1, 80);
	directory = opendir(".");
	while ((entry = readdir(directory))) {
		const struct lp_info *info;

		if (!strstr(entry->d_name, ".lprof"))
			continue;
		child = open_profile(entry->d_name);
		info = child.reader.info;
		if (info->flags & LP_INFO_FORKED) {
			children++;
			assert_int_equal(info->engine, LP_ENGINE_PERF);
			assert_true(info->samples_taken * info->sample_period_ns > 240000000);
			/* A machine that was held up meanwhile is in its CPU time, too. */
			assert_profile_sampled(&child, 1, 80);
		}
		close_profile(&child);
	}
	closedir(directory);
	assert_int_equal(children, 1);
}

static void test_bare_children(void **state)
{
	(void)state;
	need_perf("idle");
	assert_int_equal(run_subject("bare_children"), 0);
	assert_sampled(1, 80);
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* What a subject took, as the kernel says. */
struct taken {
	double in_kernel; /* the part of its CPU time: how much of a page fault it is differs by
			     machine */
	bool is_alone;    /* it had a processor all the time; else ticks may have met it or not */
};

static struct taken run_and_take(const char *subject)
{
	const uint64_t begin_ns = lp_clock_ns(CLOCK_MONOTONIC);
	struct rusage before, after;
	double in_kernel, in_user, on_the_wall;

	getrusage(RUSAGE_CHILDREN, &before);
	assert_int_equal(run_subject(subject), 0);
	getrusage(RUSAGE_CHILDREN, &after);
	on_the_wall = 1e-9 * (double)(lp_clock_ns(CLOCK_MONOTONIC) - begin_ns);
	in_kernel = seconds(after.ru_stime) - seconds(before.ru_stime);
	in_user = seconds(after.ru_utime) - seconds(before.ru_utime);
	return (struct taken){.in_kernel = in_kernel / (in_kernel + in_user),
			      .is_alone = in_kernel + in_user > 0.8 * on_the_wall};
}

/* At least `part` of what the kernel says it took is known to be there; with 0, hardly more. */
static bool is_kernel_time_known(const struct lp_info *info, double in_kernel, double part)
{
	const double samples = (double)info->samples_taken;
	const double in_kernel_too = (double)info->kernel_samples;

	return in_kernel_too <= samples &&
	       (part > 0 ? in_kernel_too >= samples * in_kernel * part
			 : in_kernel_too <= samples * (in_kernel + 0.1));
}

/* On a busy machine, in one of several runs. */
static void assert_kernel_time(const char *subject, double part)
{
	for (int tries = 0; tries < 5; tries++) {
		const struct taken taken = run_and_take(subject);
		struct profile profile = open_own_profile("");
		const struct lp_info info = *profile.reader.info;

		close_profile(&profile);
		if (strcmp(subject, "touching") == 0)
			assert_in_range(info.page_faults, 10 * 8192, 100 * 8192);
		if (is_kernel_time_known(&info, taken.in_kernel, part))
			return;
		if (taken.is_alone)
			fail_msg("%s: %llu of %llu samples in the kernel, which says %.2f", subject,
				 (unsigned long long)info.kernel_samples,
				 (unsigned long long)info.samples_taken, taken.in_kernel);
	}
	print_message("skipped: others have this processor, too\n");
	skip();
}

/* What happens in the kernel is charged, too, and known to be there. */
static void test_kernel_time(void **state)
{
	(void)state;
#ifdef __SANITIZE_THREAD__
	skip(); /* ThreadSanitizer holds signals back until the code returns to it */
#endif
	need_perf("idle");
	/* The rest is the kernel's, too: munmap(). */
	assert_kernel_time("touching", 0.6);
	assert_sampled(1, 60);
	assert_kernel_time("reading", 0.5);
	assert_sampled(1, 60);
}

/* The timer knows it from the thread's time in the kernel, and that of nothing else. */
static void test_kernel_time_by_timer(void **state)
{
	(void)state;
#ifdef __SANITIZE_THREAD__
	skip();
#endif
	use_engine("timer");
	assert_kernel_time("touching", 0.8);
	assert_kernel_time("reading", 0.8);
	assert_kernel_time("burning", 0);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_choice),        RUNTIME_TEST(test_wrong_choice),
    RUNTIME_TEST(test_refused),       RUNTIME_TEST(test_signal_taken),
    RUNTIME_TEST(test_sandboxed),     RUNTIME_TEST(test_closing),
    RUNTIME_TEST(test_sleeping),      RUNTIME_TEST(test_blocked_threads),
    RUNTIME_TEST(test_pending),       RUNTIME_TEST(test_forked),
    RUNTIME_TEST(test_bare_children), RUNTIME_TEST(test_kernel_time),
    RUNTIME_TEST(test_kernel_time_by_timer),
};

RUNTIME_TEST_MAIN(subjects, tests)
