/* profile_handle.c: the way to the profile's file: its name, and its descriptor while one is
 * needed. */
#include "runtime/profile_handle.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "runtime/mapping.h"
#include "runtime/profile_name.h"
#include "runtime/system_calls.h"

enum {
	/* A number that nobody names: shells have theirs from 10 and 255 on, and scripts name round
	 * ones. Tables of descriptors, which a fork copies, do not grow by it beyond 1024. */
	NUMBER = 1009,
	/* With a lower limit than that, each descriptor counts. */
	LOW_LIMIT = 256,
};

static struct {
	int fd;       /* -1: none */
	bool is_kept; /* as long as the program lets it */
	dev_t device;
	ino_t inode; /* 0: no file */
	const char *base;
	char path[PATH_MAX];
} handle = {.fd = -1};

static bool is_ours(const struct stat *info)
{
	return info->st_dev == handle.device && info->st_ino == handle.inode;
}

/* Programs close descriptors that are not theirs, and use the numbers again. */
static bool is_open(void)
{
	struct stat info;

	return handle.fd >= 0 && !lp_sys_fstat(handle.fd, &info) && is_ours(&info);
}

static uint64_t descriptor_limit(void)
{
	return lp_sys_limit(RLIMIT_NOFILE, NUMBER + 1);
}

/* Who can become another user, or change its root, may not open the file again then. */
static bool can_lose_its_way(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct has[_LINUX_CAPABILITY_U32S_3] = {{0}};

	return !lp_system_call(SYS_capget, &header, has) &&
	       has[0].permitted & (1U << CAP_SETUID | 1U << CAP_SYS_CHROOT);
}

/* The program's files are to have the numbers that they have without us. Returns the descriptor's
 * new number, or the old one: -1 stays -1. */
static int move_up(int fd)
{
	const uint64_t limit = descriptor_limit();
	const int wanted = limit > NUMBER ? NUMBER : (int)limit - 1;
	const int high = fd < 0 ? -1 : lp_sys_fcntl(fd, F_DUPFD_CLOEXEC, wanted);

	if (high < 0)
		return fd;
	lp_sys_close(fd);
	return high;
}

static void close_ours(void)
{
	if (is_open())
		lp_sys_close(handle.fd);
	handle.fd = -1;
}

int lp_handle_create(bool with_pid, const char *base)
{
	struct stat info;

	handle.fd = move_up(lp_profile_create(handle.path, with_pid));
	if (handle.fd < 0)
		return -1;
	if (!lp_sys_fstat(handle.fd, &info)) {
		handle.device = info.st_dev;
		handle.inode = info.st_ino;
	}
	handle.base = base;
	handle.is_kept = descriptor_limit() >= LOW_LIMIT && can_lose_its_way();
	return handle.fd;
}

bool lp_handle_has_file(void)
{
	return handle.inode != 0;
}

static bool open_again(void)
{
	handle.fd =
	    move_up(lp_sys_open(handle.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0));
	if (handle.fd < 0)
		return false;
	if (is_open())
		return true;
	lp_sys_close(handle.fd);
	handle.fd = -1;
	errno = ENOENT;
	return false;
}

static bool is_nowhere(int error)
{
	return error == ENOENT || error == ENOTDIR;
}

/* The kernel knows what a mapped file has been renamed to. */
static bool follow_name(void)
{
	static char path[PATH_MAX];
	struct stat info;

	if (!lp_mapping_path((uintptr_t)handle.base, path, sizeof path) ||
	    lp_sys_stat(path, &info) || !is_ours(&info)) {
		errno = ENOENT;
		return false;
	}
	strcpy(handle.path, path);
	return true;
}

int lp_handle_get(void)
{
	if (!is_open() && !open_again() && is_nowhere(errno) && follow_name())
		open_again();
	return handle.fd;
}

void lp_handle_release(void)
{
	if (handle.fd >= 0 && !handle.is_kept)
		close_ours();
}

void lp_handle_forget(void)
{
	close_ours();
	handle.inode = 0;
}

/* Who has another root, or no /proc, may find it nowhere, and it is there all the same. */
static bool is_removed(void)
{
	static char path[PATH_MAX];

	const bool is_gone = lp_mapping_path((uintptr_t)handle.base, path, sizeof path) &&
			     lp_mapping_cut_deleted(path);

	errno = ENOENT;
	return is_gone;
}

/* A program that became another user may not look. */
static bool is_named(void)
{
	struct stat info;

	if (lp_sys_stat(handle.path, &info))
		return !is_nowhere(errno);
	return is_ours(&info);
}

/* One with another root sees the descriptor only. */
bool lp_handle_is_in_place(void)
{
	struct stat info;

	if (!is_open() || lp_sys_fstat(handle.fd, &info))
		return is_named() || follow_name() || !is_removed();
	errno = ENOENT;
	return info.st_nlink > 0;
}

const char *lp_handle_path(void)
{
	return handle.path;
}
