/* pager.c: the pager is a child that reads what we write. */
#include "viewer/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child: becomes the pager, or tells by `told` why it cannot. */
static void become_pager(const char *command, int input, int told)
{
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	/* d: no questions on a terminal that is not known. */
	setenv("LESS", "FRXd", 0);
	if (dup2(input, STDIN_FILENO) >= 0) {
		if (command)
			execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		else
			execlp("less", "less", (char *)NULL);
	}
	/* Any byte will do. */
	_exit(write(told, "", 1) == 1 ? 127 : 126);
}

/* Whether the child became the pager: then `told` closes without a word. */
static bool has_started(int told)
{
	ssize_t got;
	char byte;

	do
		got = read(told, &byte, 1);
	while (got < 0 && errno == EINTR);
	return got == 0;
}

/* Starts it with `pipes` for its input and `news` for what goes wrong. */
static pid_t start(const char *command, const int *pipes, const int *news)
{
	const pid_t child = fork();

	if (child == 0)
		become_pager(command, pipes[0], news[1]);
	close(pipes[0]);
	close(news[1]);
	if (child > 0 && !has_started(news[0])) {
		waitpid(child, NULL, 0);
		close(pipes[1]);
		close(news[0]);
		return 0;
	}
	close(news[0]);
	if (child > 0) {
		dup2(pipes[1], STDOUT_FILENO);
		/* ^C is for the pager: whoever left before it would leave it the terminal. */
		signal(SIGINT, SIG_IGN);
		signal(SIGQUIT, SIG_IGN);
	}
	close(pipes[1]);
	return child > 0 ? child : 0;
}

pid_t lp_pager_start(void)
{
	const char *command = getenv("PAGER");
	int pipes[2];
	int news[2];

	if (command && (!*command || strcmp(command, "cat") == 0))
		return 0;
	if (pipe2(pipes, O_CLOEXEC) != 0)
		return 0;
	if (pipe2(news, O_CLOEXEC) != 0) {
		close(pipes[0]);
		close(pipes[1]);
		return 0;
	}
	return start(command, pipes, news);
}

bool lp_pager_wait(pid_t pager)
{
	int status = 0;

	if (pager <= 0)
		return true;
	close(STDOUT_FILENO);
	while (waitpid(pager, &status, 0) < 0 && errno == EINTR)
		;
	/* What shells say of a command that is not there, or cannot be run. */
	return !WIFEXITED(status) || (WEXITSTATUS(status) != 127 && WEXITSTATUS(status) != 126);
}
