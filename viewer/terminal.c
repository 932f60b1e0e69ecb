/* terminal.c: asks the terminal and the environment. */
#include "viewer/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool lp_terminal_is_able(void)
{
	const char *const kind = getenv("TERM");

	return isatty(STDOUT_FILENO) && kind && *kind && strcmp(kind, "dumb") != 0;
}

bool lp_terminal_has_color(void)
{
	const char *const no_color = getenv("NO_COLOR");

	return lp_terminal_is_able() && !(no_color && *no_color);
}

int lp_terminal_width(void)
{
	const char *const columns = getenv("COLUMNS");
	const int wished = columns ? atoi(columns) : 0;
	struct winsize size;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (wished > 0 && wished < 10000)
		return wished;
	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
