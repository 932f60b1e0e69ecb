/*
 * newest.c: the file's time is that of the last page which the program came to write, and of a
 * profile that is mapped that may be long before its end: a child's is often later than that of the
 * program around it. So the profiles themselves are asked, too.
 */
#include "viewer/newest.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "format/layout.h"

static uint64_t ns_of(const struct timespec *time)
{
	return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
}

/* How long the run took, in nanoseconds; 0 if that makes no sense. */
static uint64_t length_ns(const struct lp_info *info)
{
	const double ns = info->ticks_per_second > 0 && info->end_ticks > info->start_ticks
			      ? (double)(info->end_ticks - info->start_ticks) * 1e9 /
				    (double)info->ticks_per_second
			      : 0;

	return ns < 0x1p62 ? (uint64_t)ns : 0;
}

/* When the profile was brought up to date last, since 1970; 0 if it does not tell, and not later
 * than now, whatever it says. */
static uint64_t told_end_ns(const char *path)
{
	struct {
		struct lp_file_header file;
		struct lp_section_header section;
		unsigned char info[LP_INFO_BYTES_LEAST];
	} head;
	struct lp_info info = {0};
	struct timespec now;
	FILE *const file = fopen(path, "rb");
	const bool is_read = file && fread(&head, sizeof(head), 1, file) == 1;
	uint64_t end;

	if (file)
		fclose(file);
	if (!is_read || memcmp(head.file.magic, LP_FILE_MAGIC, sizeof(head.file.magic)) != 0 ||
	    head.file.version != LP_FILE_VERSION || head.file.header_bytes != sizeof(head.file) ||
	    memcmp(head.section.tag, "info", sizeof(head.section.tag)) != 0 ||
	    head.section.payload_bytes < sizeof(head.info))
		return 0;
	memcpy(&info, head.info, sizeof(head.info));
	end = head.file.start_unix_ns + length_ns(&info);
	clock_gettime(CLOCK_REALTIME, &now);
	return end < ns_of(&now) ? end : ns_of(&now);
}

static int is_profile(const struct dirent *entry)
{
	return fnmatch("*.lprof", entry->d_name, FNM_PERIOD) == 0;
}

static char *path_in(const char *folder, const char *name)
{
	const size_t size = folder ? strlen(folder) : 0;
	const char *const between = size > 0 && folder[size - 1] != '/' ? "/" : "";
	char *path;

	return asprintf(&path, "%s%s%s", folder ? folder : "", between, name) < 0 ? NULL : path;
}

/* When the program of the profile was there last. False: it is none. */
static bool find_end(const char *path, uint64_t *end_ns)
{
	struct stat about;
	uint64_t told_ns;

	if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
		return false;
	told_ns = told_end_ns(path);
	*end_ns = told_ns > ns_of(&about.st_mtim) ? told_ns : ns_of(&about.st_mtim);
	return true;
}

char *lp_newest_profile(const char *folder, size_t *count)
{
	struct dirent **found = NULL;
	const int names = scandir(folder ? folder : ".", &found, is_profile, alphasort);
	uint64_t newest_ns = 0, end_ns = 0;
	char *newest = NULL;

	*count = 0;
	if (names < 0)
		return NULL;
	for (int i = 0; i < names; i++) {
		char *const path = path_in(folder, found[i]->d_name);
		const bool is_there = path && find_end(path, &end_ns);

		*count += is_there;
		free(found[i]);
		if (!is_there || (newest && end_ns <= newest_ns)) {
			free(path);
			continue;
		}
		free(newest);
		newest = path;
		newest_ns = end_ns;
	}
	free(found);
	errno = 0;
	return newest;
}
