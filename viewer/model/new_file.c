/* new_file.c: a file that gets its name when it is whole. */
#include "viewer/model/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As many as Linux follows. */
enum { MOST_LINKS = 40 };

static bool is_open_as(int fd, const struct stat *info)
{
	struct stat other;

	return fstat(fd, &other) == 0 && other.st_dev == info->st_dev &&
	       other.st_ino == info->st_ino;
}

bool lp_is_no_place(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 &&
	       (!S_ISREG(info.st_mode) || is_open_as(STDOUT_FILENO, &info) ||
		is_open_as(STDERR_FILENO, &info));
}

/* What a link at `path` says, seen from where `path` is seen from. NULL when out of memory. */
static char *link_target(const char *path, const char *said)
{
	const char *const slash = *said == '/' ? NULL : strrchr(path, '/');
	char *target = NULL;

	return asprintf(&target, "%.*s%s", slash ? (int)(slash - path + 1) : 0, path, said) < 0
		   ? NULL
		   : target;
}

/* Where the path leads, whether something is there or not. NULL with errno set. */
static char *follow_links(const char *path)
{
	char *at = strdup(path);

	for (int links = 0; at; links++) {
		char said[PATH_MAX];
		const ssize_t size = readlink(at, said, sizeof(said) - 1);
		char *next;

		if (size < 0)
			return at;
		said[size] = '\0';
		next = links < MOST_LINKS ? link_target(at, said) : NULL;
		errno = links < MOST_LINKS ? errno : ELOOP;
		free(at);
		at = next;
	}
	return NULL;
}

static void forget(struct lp_new_file *file)
{
	const int saved = errno;

	free(file->temporary);
	free(file->target);
	errno = saved;
}

bool lp_new_file_begin(struct lp_new_file *file, const char *path)
{
	*file = (struct lp_new_file){.fd = -1, .target = follow_links(path)};
	if (file->target && asprintf(&file->temporary, "%s.XXXXXX", file->target) < 0)
		file->temporary = NULL;
	if (file->temporary)
		file->fd = mkostemp(file->temporary, O_CLOEXEC);
	if (file->fd < 0)
		forget(file);
	return file->fd >= 0;
}

/* Who may read it, and whose it is: as the one had it that was there, or as open() makes it. Only
 * root may give files away: for others it is theirs. */
static bool give_mode(const struct lp_new_file *file)
{
	struct stat old;
	mode_t mask;

	if (stat(file->target, &old) == 0)
		return (fchown(file->fd, old.st_uid, old.st_gid) == 0 || errno == EPERM) &&
		       fchmod(file->fd, old.st_mode & 0777) == 0;
	mask = umask(0);
	umask(mask);
	return fchmod(file->fd, 0666 & ~mask) == 0;
}

/* Some file systems tell only now that there is no room. */
static bool end(struct lp_new_file *file)
{
	const bool is_written = give_mode(file) && fsync(file->fd) == 0;
	const int saved = errno;
	const bool is_closed = close(file->fd) == 0;

	file->fd = -1;
	if (!is_written)
		errno = saved;
	return is_written && is_closed;
}

static bool give_name(const struct lp_new_file *file, bool may_replace)
{
	if (may_replace)
		return rename(file->temporary, file->target) == 0;
	if (link(file->temporary, file->target) == 0)
		return unlink(file->temporary) == 0;
	/* File systems without links: the check and the change are two steps. */
	if (errno == EEXIST || access(file->target, F_OK) == 0) {
		errno = EEXIST;
		return false;
	}
	return rename(file->temporary, file->target) == 0;
}

bool lp_new_file_publish(struct lp_new_file *file, bool may_replace)
{
	if (!end(file) || !give_name(file, may_replace)) {
		lp_new_file_drop(file);
		return false;
	}
	forget(file);
	return true;
}

void lp_new_file_drop(struct lp_new_file *file)
{
	const int saved = errno;

	if (file->fd >= 0)
		close(file->fd);
	unlink(file->temporary);
	errno = saved;
	forget(file);
}
