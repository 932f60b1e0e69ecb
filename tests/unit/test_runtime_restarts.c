/* test_runtime_restarts.c: a sample's signal that comes just before one of the program's, while a
 * system call waits: whether that is made again is what the program's handler says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above before it. */
#include <cmocka.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/sample_signal.h"

static int ends[2]; /* of a pipe */
static int sample;  /* the signal */
static pthread_t waiting;
static bool raises;
static volatile sig_atomic_t handled;

/* In the sampler's place: the program's signal is pending by then, as all are blocked. */
static void take_sample(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	(void)context;
	if (raises)
		pthread_kill(waiting, SIGUSR1);
}

static void handle(int number)
{
	(void)number;
	handled = 1;
}

/* Nobody comes between this thread and what it waits for but the sample, and late what it waits
 * for. */
static void *disturb(void *child)
{
	usleep(100000);
	pthread_kill(waiting, sample);
	usleep(400000);
	if (child)
		kill(*(pid_t *)child, SIGKILL);
	else if (write(ends[1], "x", 1) != 1)
		abort();
	return NULL;
}

static void set_up(bool raises_signal, int flags)
{
	struct sigaction action = {.sa_handler = handle, .sa_flags = flags};

	handled = 0;
	raises = raises_signal;
	waiting = pthread_self();
	sample = lp_sample_signal_take(take_sample);
	assert_true(sample > 0);
	assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
	assert_int_equal(pipe(ends), 0);
}

static void tear_down(void)
{
	lp_sample_signal_release(sample);
	signal(SIGUSR1, SIG_DFL);
	close(ends[0]);
	close(ends[1]);
}

/* What read() returns, with what it sets errno to if that is -1. */
static ssize_t read_disturbed(bool raises_signal, int flags, int *error)
{
	pthread_t other;
	ssize_t size;
	char byte;

	set_up(raises_signal, flags);
	assert_int_equal(pthread_create(&other, NULL, disturb, NULL), 0);
	errno = 0;
	size = read(ends[0], &byte, 1);
	*error = errno;
	assert_int_equal(pthread_join(other, NULL), 0);
	assert_int_equal(handled, raises_signal);
	tear_down();
	return size;
}

/* It hands signals on when a call has returned, with contexts of its own. */
static void skip_with_thread_sanitizer(void)
{
#ifdef __SANITIZE_THREAD__
	skip();
#endif
}

static void test_interrupted(void **state)
{
	int error;

	(void)state;
	skip_with_thread_sanitizer();
	assert_int_equal(read_disturbed(true, 0, &error), -1);
	assert_int_equal(error, EINTR);
}

static void test_restarted(void **state)
{
	int error;

	(void)state;
	assert_int_equal(read_disturbed(true, SA_RESTART, &error), 1);
	assert_int_equal(read_disturbed(false, 0, &error), 1);
}

/* By another call. */
static void test_child(void **state)
{
	pthread_t other;
	pid_t child, waited;
	int error;

	(void)state;
	skip_with_thread_sanitizer();
	child = fork();
	if (child == 0)
		for (;;)
			pause();
	set_up(true, 0);
	assert_int_equal(pthread_create(&other, NULL, disturb, &child), 0);
	waited = waitpid(child, NULL, 0);
	error = errno;
	assert_int_equal(waited, -1);
	assert_int_equal(error, EINTR);
	assert_int_equal(pthread_join(other, NULL), 0);
	assert_int_equal(waitpid(child, NULL, 0), child);
	tear_down();
}

/* What the thread has blocked ends nothing. */
static void test_blocked(void **state)
{
	sigset_t set;
	int error;

	(void)state;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	signal(SIGUSR2, handle);
	assert_int_equal(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
	assert_int_equal(raise(SIGUSR2), 0);
	assert_int_equal(read_disturbed(false, 0, &error), 1);
	handled = 0;
	assert_int_equal(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
	assert_int_equal(handled, 1);
	signal(SIGUSR2, SIG_DFL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_interrupted),
	    cmocka_unit_test(test_restarted),
	    cmocka_unit_test(test_child),
	    cmocka_unit_test(test_blocked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
