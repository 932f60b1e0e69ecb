/* terminal_signals.c: handlers that only note the signal and wake the loop, and one for crashes. */
#include "viewer/screen/terminal_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const int noted[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

#define NOTED (sizeof(noted) / sizeof(noted[0]))
#define FATAL (sizeof(fatal) / sizeof(fatal[0]))

/* There is one terminal and one set of handlers. */
static struct {
	struct sigaction noted_before[NOTED];
	struct sigaction fatal_before[FATAL];
	struct termios settings;
	bool has_settings;
	char restore[512];
	size_t restore_size;
	int pipe[2];
	volatile sig_atomic_t has[NOTED];
	volatile sig_atomic_t end_signal;
	char stack[16384]; /* a crash may be that of the stack itself */
} state;

static void note(int signal_number)
{
	const int error = errno;

	for (size_t i = 0; i < NOTED; i++)
		if (noted[i] == signal_number)
			state.has[i] = 1;
	/* A full pipe wakes the loop as well. */
	if (write(state.pipe[1], "", 1) < 0)
		errno = error;
	errno = error;
}

static void crash(int signal_number)
{
	ssize_t wrote = 0;

	for (size_t at = 0; at < state.restore_size && wrote >= 0; at += (size_t)wrote)
		wrote = write(STDOUT_FILENO, state.restore + at, state.restore_size - at);
	if (state.has_settings)
		tcsetattr(STDIN_FILENO, TCSANOW, &state.settings);
	/* Once more, without us. */
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static bool open_pipe(void)
{
	if (pipe(state.pipe) != 0)
		return false;
	for (int i = 0; i < 2; i++) {
		fcntl(state.pipe[i], F_SETFD, FD_CLOEXEC);
		fcntl(state.pipe[i], F_SETFL, O_NONBLOCK);
	}
	return true;
}

bool lp_terminal_signals_begin(void)
{
	struct sigaction action = {.sa_handler = note};
	struct sigaction on_crash = {.sa_handler = crash,
				     .sa_flags = (int)(SA_ONSTACK | SA_RESETHAND | SA_NODEFER)};
	const stack_t stack = {.ss_sp = state.stack, .ss_size = sizeof(state.stack)};

	if (!open_pipe())
		return false;
	state.has_settings = tcgetattr(STDIN_FILENO, &state.settings) == 0;
	state.end_signal = 0;
	for (size_t i = 0; i < NOTED; i++)
		state.has[i] = 0;
	sigemptyset(&action.sa_mask);
	sigemptyset(&on_crash.sa_mask);
	for (size_t i = 0; i < NOTED; i++)
		sigaction(noted[i], &action, &state.noted_before[i]);
	/* Who looks for the crash, as a sanitizer, does it without us. */
	if (sigaltstack(&stack, NULL) == 0)
		for (size_t i = 0; i < FATAL; i++) {
			sigaction(fatal[i], NULL, &state.fatal_before[i]);
			if (state.fatal_before[i].sa_handler == SIG_DFL)
				sigaction(fatal[i], &on_crash, NULL);
		}
	return true;
}

void lp_terminal_signals_on_crash(const char *restore, size_t size)
{
	state.restore_size = size < sizeof(state.restore) ? size : 0;
	memcpy(state.restore, restore, state.restore_size);
}

void lp_terminal_signals_end(void)
{
	const stack_t none = {.ss_flags = SS_DISABLE};

	for (size_t i = 0; i < NOTED; i++)
		sigaction(noted[i], &state.noted_before[i], NULL);
	for (size_t i = 0; i < FATAL; i++)
		sigaction(fatal[i], &state.fatal_before[i], NULL);
	sigaltstack(&none, NULL);
	close(state.pipe[0]);
	close(state.pipe[1]);
}

/* Whether one of the signals came, which is forgotten then. */
static bool take(int signal_number)
{
	for (size_t i = 0; i < NOTED; i++)
		if (noted[i] == signal_number && state.has[i]) {
			state.has[i] = 0;
			return true;
		}
	return false;
}

static bool take_event(enum lp_terminal_event *event)
{
	static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (take(ends[i])) {
			state.end_signal = ends[i];
			*event = LP_TERMINAL_ENDED;
			return true;
		}
	*event = take(SIGTSTP)    ? LP_TERMINAL_STOPPED
		 : take(SIGCONT)  ? LP_TERMINAL_CONTINUED
		 : take(SIGWINCH) ? LP_TERMINAL_RESIZED
				  : LP_TERMINAL_TIMEOUT;
	return *event != LP_TERMINAL_TIMEOUT;
}

/* Ready, and then nothing to read: nobody will type any more. */
static bool is_gone(const struct pollfd *input)
{
	int bytes = 0;

	if (input->revents & (POLLHUP | POLLERR | POLLNVAL))
		return true;
	return input->revents & POLLIN && ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes == 0;
}

enum lp_terminal_event lp_terminal_wait(int timeout_ms)
{
	struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN},
				 {.fd = state.pipe[0], .events = POLLIN}};
	enum lp_terminal_event event;
	char bytes[64];
	int count = 0;
	int error = EINTR;

	while (!take_event(&event)) {
		count = poll(files, 2, timeout_ms);
		error = errno;
		while (read(state.pipe[0], bytes, sizeof(bytes)) > 0)
			;
		if (count >= 0 && !(files[1].revents & POLLIN))
			break;
		if (count < 0 && error != EINTR)
			return LP_TERMINAL_ENDED;
	}
	if (event != LP_TERMINAL_TIMEOUT)
		return event;
	/* The signal that says so may be on its way. */
	if (count > 0 && is_gone(&files[0])) {
		state.end_signal = SIGHUP;
		return LP_TERMINAL_ENDED;
	}
	return count > 0 ? LP_TERMINAL_INPUT : LP_TERMINAL_TIMEOUT;
}

void lp_terminal_stop(void)
{
	struct sigaction normal = {.sa_handler = SIG_DFL};
	struct sigaction ours;

	sigaction(SIGTSTP, &normal, &ours);
	raise(SIGTSTP);
	sigaction(SIGTSTP, &ours, NULL);
	take(SIGCONT);
}

int lp_terminal_end_signal(void)
{
	return state.end_signal;
}
