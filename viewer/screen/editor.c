/* editor.c: a child that becomes the editor. */
#include "viewer/screen/editor.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *editor(void)
{
	const char *const visual = getenv("VISUAL");
	const char *const plain = getenv("EDITOR");

	return visual && *visual ? visual : plain && *plain ? plain : "vi";
}

/* The editor may be a command with arguments, so a shell takes it apart; not the path, which the
 * profile names: it may begin with what an editor takes for an option or a command. */
static void become_editor(const char *path, uint32_t line)
{
	static const int signals[] = {SIGINT,  SIGQUIT, SIGTERM, SIGHUP,
				      SIGTSTP, SIGPIPE, SIGXFSZ, SIGWINCH};
	char command[4096];
	char place[32];
	char file[PATH_MAX + 2];

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		signal(signals[i], SIG_DFL);
	snprintf(command, sizeof(command), "exec %s \"$@\"", editor());
	snprintf(place, sizeof(place), "+%u", line);
	snprintf(file, sizeof(file), "%s%s", *path == '/' ? "" : "./", path);
	execl("/bin/sh", "sh", "-c", command, "lpview", place, file, (char *)NULL);
	_exit(127);
}

const char *lp_editor_run(const char *path, uint32_t line)
{
	struct sigaction ignored = {.sa_handler = SIG_IGN};
	struct sigaction before[2];
	pid_t child;
	int status = 0;

	/* ^C is for the editor. */
	sigaction(SIGINT, &ignored, &before[0]);
	sigaction(SIGQUIT, &ignored, &before[1]);
	child = fork();
	if (child == 0)
		become_editor(path, line);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	sigaction(SIGINT, &before[0], NULL);
	sigaction(SIGQUIT, &before[1], NULL);
	if (child < 0)
		return "no process can be started for the editor";
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return "the editor was not found: $VISUAL or $EDITOR names it";
	return NULL;
}
