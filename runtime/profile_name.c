/* profile_name.c: what the profile is called, and who may write it. */
#include "runtime/profile_name.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "format/abi.h"
#include "format/layout.h"
#include "runtime/log.h"
#include "runtime/mapping.h"
#include "runtime/settings.h"
#include "runtime/system_calls.h"

#define SUFFIX ".lprof"

struct lp_program lp_program;

/* Text that grows at its end and remembers what was wrong with it last. */
struct text {
	char *at;
	char *end;
	const char *wrong; /* NULL: nothing */
};

static void put(struct text *text, const char *from, size_t size)
{
	if ((size_t)(text->end - text->at) <= size) {
		text->wrong = "is too long";
		return;
	}
	memcpy(text->at, from, size);
	text->at += size;
	*text->at = '\0';
}

static void put_string(struct text *text, const char *from)
{
	put(text, from, strlen(from));
}

static void put_number(struct text *text, uint64_t number)
{
	char digits[20];
	size_t count = 0;

	do
		digits[sizeof digits - ++count] = (char)('0' + number % 10);
	while (number /= 10);
	put(text, digits + sizeof digits - count, count);
}

/* Values of variables become one component of the path, whatever they hold. */
static void put_value(struct text *text, const char *value)
{
	for (const char *c = value; *c; c++)
		if (*c == '/' || iscntrl((unsigned char)*c))
			text->wrong = "has a value with a slash or control character";
	put_string(text, value);
}

/* The rank as the launchers of MPI programs tell it, or NULL. */
static const char *find_rank(void)
{
	static const char *const variables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
						"SLURM_PROCID"};

	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *const value = getenv(variables[i]);

		if (value && *value)
			return value;
	}
	return NULL;
}

static void put_rank(struct text *text)
{
	const char *const rank = find_rank();

	put_value(text, rank ? rank : "0");
}

/* Puts the variable of "{NAME}" at `name`; returns what follows it. */
static const char *put_variable(struct text *text, const char *name)
{
	char variable[256] = "";
	const char *const end = *name == '{' ? strchr(name, '}') : NULL;
	const char *value;

	if (!end || (size_t)(end - name) > sizeof variable) {
		text->wrong = "has a %q that is not %q{VAR}";
		return name;
	}
	memcpy(variable, name + 1, (size_t)(end - name - 1));
	value = getenv(variable);
	if (value)
		put_value(text, value);
	else
		text->wrong = "has a %q{VAR} of a VAR that is not set";
	return end + 1;
}

/* Expands the pattern; `*has_pid` tells whether %p was in it. */
static void put_pattern(struct text *text, const char *pattern, bool *has_pid)
{
	while (*pattern) {
		if (*pattern != '%') {
			put(text, pattern++, 1);
			continue;
		}
		pattern += 2;
		switch (pattern[-1]) {
		case '%':
			put_string(text, "%");
			break;
		case 'p':
			put_number(text, (uint64_t)lp_sys_getpid());
			*has_pid = true;
			break;
		case 'h':
			put_value(text, lp_program.host);
			break;
		case 'r':
			put_rank(text);
			break;
		case 'q':
			pattern = put_variable(text, pattern);
			break;
		default:
			text->wrong = "has another % than %p, %h, %r, %q{VAR} and %%";
			return;
		}
	}
}

/* Of the name that begins at `start`. */
static void put_before_suffix(struct text *text, char *start, uint64_t number)
{
	const size_t suffix_bytes = sizeof SUFFIX - 1;
	const bool has_suffix =
	    (size_t)(text->at - start) > suffix_bytes && !strcmp(text->at - suffix_bytes, SUFFIX);

	if (has_suffix)
		text->at -= suffix_bytes;
	put_string(text, ".");
	put_number(text, number);
	if (has_suffix)
		put_string(text, SUFFIX);
}

static bool is_below(const char *folder, const char *path)
{
	return !strncmp(path, folder, strlen(folder));
}

/* Whether it is a name in /dev, however that is written. */
static bool is_in_dev(const char *path)
{
	char folder[PATH_MAX];
	struct stat here, dev;

	strcpy(folder, path);
	strrchr(folder, '/')[1] = '\0';
	return !lp_sys_stat(folder, &here) && !lp_sys_stat("/dev", &dev) &&
	       here.st_dev == dev.st_dev && here.st_ino == dev.st_ino;
}

/* A device, a pipe, a socket, or what leads to one or to an open file, as /dev/stdout: it cannot be
 * a profile, nor is one to lie beside it. */
static bool is_special(const char *path)
{
	struct stat info;

	if (is_below("/proc/", path) || is_in_dev(path) ||
	    (is_below("/dev/", path) && !is_below("/dev/shm/", path)))
		return true;
	return !lp_sys_stat(path, &info) && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

/* What is wrong with it; NULL: nothing. */
static const char *name_from_pattern(char out[PATH_MAX], bool with_pid)
{
	char name[PATH_MAX] = "";
	struct text text = {name, name + sizeof name, NULL};
	bool has_pid = false;

	put_pattern(&text, lp_settings.file, &has_pid);
	if (with_pid && !has_pid)
		put_before_suffix(&text, name, (uint64_t)lp_sys_getpid());
	if (text.wrong)
		return text.wrong;
	if (!*name)
		return "is empty";
	if (!lp_program_absolute(out, name))
		return "is too long";
	return is_special(out) ? "is no place for a file" : NULL;
}

bool lp_program_absolute(char out[PATH_MAX], const char *name)
{
	struct text text = {out, out + PATH_MAX, NULL};

	if (*name != '/') {
		put_string(&text, lp_program.directory);
		put_string(&text, "/");
	}
	put_string(&text, name);
	return !text.wrong;
}

void lp_profile_name(char out[PATH_MAX], bool with_pid)
{
	const char *const slash = strrchr(lp_program.path, '/');
	char name[PATH_MAX] = "";
	struct text text = {name, name + sizeof name, NULL};

	if (lp_settings.file) {
		const char *const wrong = name_from_pattern(out, with_pid);
		char what[128] = "";
		struct text reason = {what, what + sizeof what, NULL};

		if (!wrong)
			return;
		put_string(&reason, wrong);
		put_string(&reason, ", using the default instead of");
		lp_log("LINEPROF_FILE", what, lp_settings.file);
		lp_settings.file = NULL;
	}
	put_string(&text, slash ? slash + 1 : lp_program.path);
	put_string(&text, SUFFIX);
	if (with_pid)
		put_before_suffix(&text, name, (uint64_t)lp_sys_getpid());
	if (text.wrong || !lp_program_absolute(out, name))
		lp_program_absolute(out, "program" SUFFIX);
}

/* + 1; 0 if it is no number of a process. */
static uint64_t number_of_rank(const char *rank)
{
	uint64_t number = 0;

	if (!rank || !*rank)
		return 0;
	for (; *rank >= '0' && *rank <= '9' && number < UINT32_MAX; rank++)
		number = 10 * number + (uint64_t)(*rank - '0');
	return *rank ? 0 : number + 1;
}

/* Started as an argument of the dynamic linker, the kernel takes that for the program: then no
 * other linker is mapped beside it, and the entry is where it tells. */
static bool find_path(void)
{
	const size_t room = sizeof lp_program.path;

	return (!getauxval(AT_BASE) &&
		lp_mapping_path(getauxval(AT_ENTRY), lp_program.path, room)) ||
	       readlink("/proc/self/exe", lp_program.path, room - 1) > 0;
}

void lp_program_find(void)
{
	const char *const command = (const char *)getauxval(AT_EXECFN);

	if (find_path())
		lp_mapping_cut_deleted(lp_program.path);
	else if (command)
		strncpy(lp_program.path, command, sizeof lp_program.path - 1);
	if (!getcwd(lp_program.directory, sizeof lp_program.directory))
		strcpy(lp_program.directory, ".");
	if (gethostname(lp_program.host, sizeof lp_program.host - 1))
		lp_program.host[0] = '\0';
	lp_program.rank = number_of_rank(find_rank());
}

/* Of /proc/PID/stat, numbered as in proc_pid_stat(5). */
enum { STATE = 3, THREAD_COUNT = 20, START_TIME = 22, FIELDS_END };

/* `pid`: SELF is the calling one, whatever number it has where /proc is of. */
enum { SELF = 0 };

/* What follows the second field, the name, which may hold anything; NULL: there is none. */
static const char *read_stat(int pid, char *stat, size_t room)
{
	char name[64] = "";
	struct text text = {name, name + sizeof name, NULL};
	ssize_t size;
	int fd;

	put_string(&text, "/proc/");
	if (pid == SELF)
		put_string(&text, "self");
	else
		put_number(&text, (uint64_t)pid);
	put_string(&text, "/stat");
	fd = lp_sys_open(name, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return NULL;
	size = lp_sys_read(fd, stat, room - 1);
	lp_sys_close(fd);
	if (size <= 0)
		return NULL;
	stat[size] = '\0';
	return strrchr(stat, ')');
}

/* False: there is no such process. */
static bool find_fields(const char *fields[FIELDS_END], int pid, char *stat, size_t room)
{
	const char *at = read_stat(pid, stat, room);

	for (int field = STATE; at && field < FIELDS_END; field++) {
		at = strchr(at, ' ');
		fields[field] = at ? ++at : NULL;
	}
	return at;
}

static bool is_dead(const char *state)
{
	return *state == 'Z' || *state == 'X';
}

uint64_t lp_process_start(int pid)
{
	const char *fields[FIELDS_END];
	char stat[1024];

	/* Its first thread may have ended before others. */
	if (!find_fields(fields, pid, stat, sizeof stat) ||
	    (is_dead(fields[STATE]) && strtol(fields[THREAD_COUNT], NULL, 10) <= 1))
		return 0;
	return strtoull(fields[START_TIME], NULL, 10);
}

bool lp_process_has_one_thread(void)
{
	const char *fields[FIELDS_END];
	char stat[1024];

	return find_fields(fields, SELF, stat, sizeof stat) &&
	       strtol(fields[THREAD_COUNT], NULL, 10) == 1 + is_dead(fields[STATE]);
}

uint64_t lp_process_place(void)
{
	char namespace[64] = "";
	const uint64_t host = lp_hash(lp_program.host, strlen(lp_program.host));

	if (lp_system_call(SYS_readlinkat, AT_FDCWD, "/proc/self/ns/pid", namespace,
			   sizeof namespace) < 0)
		return 0;
	return lp_hash_more(host, namespace, sizeof namespace);
}

enum owner { OWNER_NONE, OWNER_GONE, OWNER_LIVE, OWNER_FOREIGN };

/* Of the program that this process was before exec(): nobody writes it, and it is kept. Where
 * nobody knows when a process began, one that has ended may have had this number. */
static bool is_of_this_process(const struct lp_file_header *header)
{
	return (int)header->pid == lp_sys_getpid() && header->pid_start &&
	       header->pid_start == lp_process_start(lp_sys_getpid());
}

/* Nobody here can tell whether that process is still there. */
static bool is_elsewhere(const struct lp_file_header *header)
{
	const uint64_t here = lp_process_place();

	return header->place && here && header->place != here;
}

/* Whose the file is, which nobody else has locked, as far as its file system has locks. */
static enum owner owner_of(int fd, bool is_locked)
{
	struct lp_file_header header = {0};
	const ssize_t size = lp_sys_pread(fd, &header, sizeof header, 0);

	if (!size)
		return OWNER_NONE;
	if (size != sizeof header || memcmp(header.magic, LP_FILE_MAGIC, sizeof header.magic))
		return OWNER_FOREIGN;
	if (is_of_this_process(&header))
		return OWNER_LIVE;
	if (header.state != LP_FILE_RUNNING || (int)header.pid <= 0)
		return OWNER_GONE;
	if (!is_locked && is_elsewhere(&header))
		return OWNER_LIVE;
	if (lp_system_call(SYS_kill, header.pid, 0) && errno != EPERM)
		return OWNER_GONE;
	return lp_process_start((int)header.pid) == header.pid_start ? OWNER_LIVE : OWNER_GONE;
}

static bool is_same_file(int fd, const char *path)
{
	struct stat by_fd, by_path;

	return !lp_sys_fstat(fd, &by_fd) && !lp_sys_stat(path, &by_path) &&
	       by_fd.st_dev == by_path.st_dev && by_fd.st_ino == by_path.st_ino;
}

/* 0, or why the descriptor is not ours alone. Some file systems have no locks. */
static int lock_file(int fd, bool *is_locked)
{
	*is_locked = !lp_system_call(SYS_flock, fd, LOCK_EX | LOCK_NB);
	return !*is_locked && errno == EWOULDBLOCK ? EBUSY : 0;
}

/* 0 for a file that may be written, now or, if OWNER_GONE, when it is out of the way; else why not.
 */
static int find_owner(int fd, const char *path, enum owner *owner)
{
	bool is_locked = false;
	struct stat info;
	int error;

	if (lp_sys_fstat(fd, &info))
		return errno;
	error = S_ISREG(info.st_mode) ? lock_file(fd, &is_locked) : EINVAL;
	if (error)
		return error;
	if (!is_same_file(fd, path))
		return EAGAIN;
	*owner = owner_of(fd, is_locked);
	if (*owner == OWNER_LIVE)
		return EBUSY;
	return *owner == OWNER_FOREIGN ? EEXIST : 0;
}

enum {
	/* A file's name is no link, and what is no file is not waited for. */
	OPEN_FLAGS = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
};

/*
 * One try to get `path`. The lock makes finding out and replacing one step: who
 * holds it for a file that still has the name decides about the name.
 * Returns a descriptor, or -1 with errno: EBUSY, EEXIST (foreign), EAGAIN (the
 * file changed under us) or another.
 */
static int try_create(const char *path)
{
	/* Daemons set umask(0); nobody else is to write to a file that they have mapped. */
	const int fd = lp_sys_open(path, OPEN_FLAGS | O_CREAT, 0644);
	enum owner owner = OWNER_NONE;
	int error;

	if (fd < 0) {
		if (errno == ELOOP)
			errno = EEXIST;
		return -1;
	}
	error = find_owner(fd, path, &owner);
	if (!error && owner == OWNER_NONE)
		return fd;
	if (!error)
		error = lp_system_call(SYS_unlinkat, AT_FDCWD, path, 0) ? errno : EAGAIN;
	lp_sys_close(fd);
	errno = error;
	return -1;
}

static int create(const char *path)
{
	enum { TRIES = 16 };

	for (int i = 0; i < TRIES; i++) {
		const int fd = try_create(path);

		if (fd >= 0 || errno != EAGAIN)
			return fd;
	}
	return -1;
}

/* The path with the pid; from the second on, with the number too. False if it is too long. */
static bool name_numbered(char path[PATH_MAX], uint64_t number)
{
	struct text text = {path, path + PATH_MAX, NULL};

	lp_profile_name(path, true);
	text.at += strlen(path);
	if (number > 1)
		put_before_suffix(&text, path, number);
	if (text.wrong)
		errno = ENAMETOOLONG;
	return !text.wrong;
}

/* Whether another program of ours has the name with `number`, or somebody else's file. What cannot
 * be found out is none that is taken: to create it tells why. */
static bool is_taken(char path[PATH_MAX], uint64_t number)
{
	enum owner owner;
	int fd, error;

	if (!name_numbered(path, number))
		return false;
	fd = lp_sys_open(path, OPEN_FLAGS, 0);
	if (fd < 0)
		return errno == EACCES || errno == EISDIR || errno == ELOOP || errno == ETXTBSY;
	error = find_owner(fd, path, &owner);
	lp_sys_close(fd);
	return error == EBUSY || error == EEXIST;
}

/* A number that is not taken, behind one that is. A process that was many programs has taken all
 * up to the last one. */
static uint64_t find_number(char path[PATH_MAX], uint64_t taken)
{
	const uint64_t most = UINT64_C(1) << 32;
	uint64_t step = 1;

	while (step < most && is_taken(path, taken + step)) {
		taken += step;
		step *= 2;
	}
	while (step > 1) {
		step /= 2;
		if (is_taken(path, taken + step))
			taken += step;
	}
	return taken + 1;
}

/* Containers that share a folder have processes of the same number; and one process is several
 * programs, by exec(). */
static int create_with_pid(char path[PATH_MAX])
{
	enum { RACES = 1000 }; /* in which others have been quicker */
	uint64_t number = 1;

	for (int i = 0; i < RACES && name_numbered(path, number); i++) {
		const int fd = create(path);

		if (fd >= 0 || (errno != EBUSY && errno != EEXIST))
			return fd;
		number = find_number(path, number);
	}
	return -1;
}

/* The name is taken by a file of somebody else. */
static int create_beside(char path[PATH_MAX])
{
	char plain[PATH_MAX];
	int fd;

	strcpy(plain, path);
	fd = create_with_pid(path);
	if (fd >= 0)
		lp_log(plain, "not a profile of lineprof, left alone; this run writes", path);
	return fd;
}

int lp_profile_create(char path[PATH_MAX], bool with_pid)
{
	int fd;

	if (with_pid)
		return create_with_pid(path);
	lp_profile_name(path, false);
	fd = create(path);
	if (fd >= 0)
		return fd;
	if (errno == EEXIST)
		return create_beside(path);
	return errno == EBUSY ? create_with_pid(path) : -1;
}
