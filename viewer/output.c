/* output.c: a stream on standard output; stdio itself forgets the errno of a failure. */
#include "viewer/output.h"

#include <errno.h>
#include <unistd.h>

static ssize_t write_all(void *cookie, const char *data, size_t size)
{
	struct lp_output *const output = (struct lp_output *)cookie;
	size_t done = 0;

	while (done < size && !output->error) {
		const ssize_t wrote = write(STDOUT_FILENO, data + done, size - done);

		if (wrote >= 0)
			done += (size_t)wrote;
		else if (errno != EINTR)
			output->error = errno;
	}
	return output->error ? 0 : (ssize_t)size;
}

int lp_output_open(struct lp_output *output)
{
	const cookie_io_functions_t functions = {.write = write_all};

	output->error = 0;
	output->stream = fopencookie(output, "w", functions);
	if (!output->stream)
		return -1;
	setvbuf(output->stream, NULL, _IOFBF, (size_t)64 * 1024);
	return 0;
}

int lp_output_close(struct lp_output *output)
{
	if (fclose(output->stream) != 0 && !output->error)
		output->error = errno;
	return output->error;
}
