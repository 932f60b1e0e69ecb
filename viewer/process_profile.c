/* process_profile.c: finds the profile that a process writes, by what /proc shows of it. */
#include "viewer/process_profile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "format/layout.h"
#include "viewer/report/text.h"

bool lp_is_process(const char *text)
{
	return *text && strlen(text) <= 10 && text[strspn(text, "0123456789")] == '\0' &&
	       access(text, F_OK) != 0;
}

/* The head of a profile; false if `path` is none. */
static bool read_header(const char *path, struct lp_file_header *header)
{
	struct stat about;
	bool is_profile = false;
	int fd;

	/* Reading a FIFO would wait, and opening a device can do anything. */
	if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return false;
	is_profile = read(fd, header, sizeof(*header)) == (ssize_t)sizeof(*header) &&
		     memcmp(header->magic, LP_FILE_MAGIC, sizeof(header->magic)) == 0;
	close(fd);
	return is_profile;
}

/* `path`, if it is the profile of `pid`; or of a process that is another number there. */
static bool is_profile_of(const char *path, const char *pid, bool is_sure)
{
	struct lp_file_header header;

	return read_header(path, &header) && (is_sure || header.pid == strtoul(pid, NULL, 10)) &&
	       header.state == LP_FILE_RUNNING;
}

/* The file that is mapped on this line of /proc/PID/maps, to be counted into; or NULL. */
static char *mapped_file(char *line)
{
	char *const path = strchr(line, '/');

	line[strcspn(line, "\n")] = '\0';
	if (!path || !strstr(line, " rw-s "))
		return NULL;
	return path;
}

/* The profile on this line of /proc/PID/maps; or NULL. One whose name is gone, or of another
 * container, is read through the mapping, which root may. */
static char *profile_on(char *line, const char *pid)
{
	const char *const path = mapped_file(line);
	char *mapping = NULL;

	if (!path)
		return NULL;
	if (is_profile_of(path, pid, true))
		return strdup(path);
	if (asprintf(&mapping, "/proc/%s/map_files/%.*s", pid, (int)strcspn(line, " "), line) < 0)
		return NULL;
	if (is_profile_of(mapping, pid, true))
		return mapping;
	free(mapping);
	return NULL;
}

/* What was removed of a process whose profile it may have been. */
static char *removed_on(char *line, const char *pid)
{
	static const char mark[] = ".lprof (deleted)";
	const char *const path = mapped_file(line);
	const size_t size = path ? strlen(path) : 0;

	(void)pid;
	if (size < sizeof(mark) || strcmp(path + size - (sizeof(mark) - 1), mark) != 0)
		return NULL;
	return strndup(path, size - strlen(" (deleted)"));
}

/* The first that `pick` finds on a line of /proc/PID/maps. */
static char *find_mapped(const char *pid, char *(*pick)(char *line, const char *pid))
{
	char name[64];
	char *line = NULL;
	char *found = NULL;
	size_t capacity = 0;
	FILE *maps;

	snprintf(name, sizeof(name), "/proc/%s/maps", pid);
	maps = fopen(name, "re");
	while (maps && !found && getline(&line, &capacity, maps) > 0)
		found = pick(line, pid);
	free(line);
	if (maps)
		fclose(maps);
	return found;
}

/* By its descriptors: root's programs have one of it, and who is root in a container may see that,
 * but not their mappings. */
static char *find_open(const char *pid)
{
	char name[64];
	char *found = NULL;
	DIR *folder;
	const struct dirent *entry;

	snprintf(name, sizeof(name), "/proc/%s/fd", pid);
	folder = opendir(name);
	while (folder && !found && (entry = readdir(folder))) {
		char *path = NULL;

		if (*entry->d_name == '.' || asprintf(&path, "%s/%s", name, entry->d_name) < 0)
			continue;
		if (is_profile_of(path, pid, true))
			found = path;
		else
			free(path);
	}
	if (folder)
		closedir(folder);
	return found;
}

/* By the number in it, in this directory. */
static char *find_here(const char *pid)
{
	char *found = NULL;
	glob_t files;

	if (glob("*.lprof", 0, NULL, &files) != 0)
		return NULL;
	for (size_t i = 0; i < files.gl_pathc && !found; i++)
		if (is_profile_of(files.gl_pathv[i], pid, false))
			found = strdup(files.gl_pathv[i]);
	globfree(&files);
	return found;
}

/* What the process is called, to be said; "" if nobody knows. */
static void read_name(const char *pid, char *name, size_t size)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%s/comm", pid);
	*name = '\0';
	file = fopen(path, "re");
	if (file && !fgets(name, (int)size, file))
		*name = '\0';
	if (file)
		fclose(file);
	name[strcspn(name, "\n")] = '\0';
}

static void complain(const char *pid, bool is_hidden)
{
	char *removed;
	char name[64];

	read_name(pid, name, sizeof(name));
	fprintf(stderr, "lpview: process %s", pid);
	if (!*name) {
		fputs(": there is none\n"
		      "lpview: hint: the profile of one that ended is NAME.lprof where it ran\n",
		      stderr);
		return;
	}
	fputs(" (", stderr);
	lp_text_put_string(stderr, name);
	removed = find_mapped(pid, removed_on);
	if (removed) {
		fputs("): its profile has been removed: ", stderr);
		lp_text_put_string(stderr, removed);
		fputs("\nlpview: hint: root of this machine can still look at it\n", stderr);
	} else if (is_hidden)
		fputs("): its files cannot be seen: it is somebody else's\n"
		      "lpview: hint: name its profile: lpview --live FILE\n",
		      stderr);
	else
		fputs("): writes no profile\n"
		      "lpview: hint: was it compiled with -fplugin=liblineprof.so, and is LINEPROF "
		      "not off?\n",
		      stderr);
	free(removed);
}

char *lp_process_profile(const char *pid)
{
	char path[64];
	bool is_hidden;
	char *found = find_mapped(pid, profile_on);
	DIR *folder;

	if (!found)
		found = find_open(pid);
	if (!found)
		found = find_here(pid);
	if (found)
		return found;
	snprintf(path, sizeof(path), "/proc/%s/fd", pid);
	folder = opendir(path);
	is_hidden = !folder && (errno == EACCES || errno == EPERM);
	if (folder)
		closedir(folder);
	complain(pid, is_hidden);
	return NULL;
}
