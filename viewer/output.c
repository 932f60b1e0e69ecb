/* output.c: a stream; stdio itself forgets the errno of a failure. */
#include "viewer/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool lp_is_same_file(const char *left, const char *right)
{
	struct stat a;
	struct stat b;

	return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

bool lp_has_content(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

/* Takes what was in the file out. Pipes and devices have nothing of the kind. */
static void begin(struct lp_output *output)
{
	struct stat info;

	if (output->path && !output->is_begun && fstat(output->fd, &info) == 0 &&
	    S_ISREG(info.st_mode) && ftruncate(output->fd, 0) != 0)
		output->error = errno;
	output->is_begun = true;
}

static ssize_t write_all(void *cookie, const char *data, size_t size)
{
	struct lp_output *const output = (struct lp_output *)cookie;
	size_t done = 0;

	if (!output->error)
		begin(output);
	while (done < size && !output->error) {
		const ssize_t wrote = write(output->fd, data + done, size - done);

		if (wrote >= 0)
			done += (size_t)wrote;
		else if (errno != EINTR)
			output->error = errno;
	}
	return output->error ? 0 : (ssize_t)size;
}

static int close_file(struct lp_output *output)
{
	return output->fd != STDOUT_FILENO ? close(output->fd) : 0;
}

int lp_output_open(struct lp_output *output, const char *path)
{
	const cookie_io_functions_t functions = {.write = write_all};

	*output = (struct lp_output){.path = path, .fd = STDOUT_FILENO};
	if (path) {
		output->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		output->is_new = output->fd >= 0;
	}
	if (output->fd < 0 && errno == EEXIST) /* O_CREAT: a link may lead to what is not there */
		output->fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (output->fd < 0)
		return -1;
	output->stream = fopencookie(output, "w", functions);
	if (!output->stream) {
		close_file(output);
		errno = ENOMEM;
		return -1;
	}
	setvbuf(output->stream, NULL, _IOFBF, (size_t)64 * 1024);
	return 0;
}

/* Half of a file is worse than none: it may look like a whole one. */
static void take_back(struct lp_output *output)
{
	struct stat info;

	if (output->is_new)
		unlink(output->path);
	else if (output->path && output->is_begun && fstat(output->fd, &info) == 0 &&
		 S_ISREG(info.st_mode) && ftruncate(output->fd, 0) != 0)
		output->error = errno;
}

static int end(struct lp_output *output, bool is_whole)
{
	if (!is_whole || output->error)
		take_back(output);
	/* Some file systems tell only now that there is no room. */
	if (close_file(output) != 0 && !output->error) {
		output->error = errno;
		if (output->is_new)
			unlink(output->path);
	}
	return output->error;
}

int lp_output_close(struct lp_output *output)
{
	if (fclose(output->stream) != 0 && !output->error)
		output->error = errno;
	begin(output);
	return end(output, true);
}

int lp_output_give_up(struct lp_output *output)
{
	if (output->path && !output->is_begun)
		output->error = ECANCELED; /* what the stream still has is not written */
	fclose(output->stream);
	return end(output, false);
}
