/* run_text.c: what the profile says of the run in words. */
#include "runtime/run_text.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>

#include "runtime/place.h"
#include "runtime/profile_file.h"
#include "runtime/profile_name.h"
#include "runtime/system_calls.h"

enum { ARGUMENTS_BYTES_MAX = 64 << 10 };

/* The program's arguments as the kernel keeps them: each ends with a zero. */
static size_t read_arguments(char *out, size_t size)
{
	const int fd = lp_sys_open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);
	size_t done = 0;
	ssize_t part;

	if (fd < 0)
		return 0;
	while (done < size && (part = lp_sys_read(fd, out + done, size - done)) > 0)
		done += (size_t)part;
	lp_sys_close(fd);
	if (done)
		out[done - 1] = '\0';
	return done;
}

static char *add_string(char *to, const char *from)
{
	const size_t bytes = strlen(from) + 1;

	memcpy(to, from, bytes);
	return to + bytes;
}

bool lp_run_text_append(const char *engine_note)
{
	static char arguments[ARGUMENTS_BYTES_MAX];
	const size_t arguments_bytes = read_arguments(arguments, sizeof arguments);
	const size_t bytes = strlen(lp_program.path) + strlen(lp_program.directory) +
			     strlen(lp_program.host) + strlen(engine_note) + 4 + arguments_bytes;
	char *text = lp_file_append(LP_SECT_TEXT, 0, bytes);

	if (!text)
		return false;
	text = add_string(text, lp_program.path);
	text = add_string(text, lp_program.directory);
	text = add_string(text, lp_program.host);
	text = add_string(text, engine_note);
	memcpy(text, arguments, arguments_bytes);
	return true;
}
