/* test_runtime_owner.c: who has the profile's name: what of a file that is there is replaced, and
 * what is left alone. */
#include "refused_call.h"
#include "runtime_fixture.h"

#include <errno.h>

#include "format/layout.h"
#include "runtime/profile_name.h"

/* Whose number it has. */
enum who { NOBODY, GONE, PARENT, ITSELF };

static const struct owned {
	enum who who;
	uint64_t start_later; /* than the process of that number has begun */
	enum lp_file_state state;
	bool is_elsewhere;
	bool has_locks; /* the file system */
	size_t bytes;   /* of the file */
	char magic;     /* the first one of it, if not as it should be */
	bool is_left;
} all[] = {
    /* This process, which was another program: nobody writes it, and it is kept. */
    {ITSELF, 0, LP_FILE_RUNNING, false, true, 512, 0, true},
    {ITSELF, 0, LP_FILE_FINISHED, false, true, 512, 0, true},
    {ITSELF, 1, LP_FILE_RUNNING, false, true, 512, 0, false},
    /* Another one that is there: its own, until it has ended. */
    {PARENT, 0, LP_FILE_RUNNING, false, true, 512, 0, true},
    {PARENT, 0, LP_FILE_FINISHED, false, true, 512, 0, false},
    {PARENT, 1, LP_FILE_RUNNING, false, true, 512, 0, false},
    {NOBODY, 0, LP_FILE_RUNNING, false, true, 512, 0, false},
    {GONE, 0, LP_FILE_RUNNING, false, true, 512, 0, false},
    /* Of another container: there it would hold the lock, if there are locks. */
    {GONE, 0, LP_FILE_RUNNING, true, true, 512, 0, false},
    {GONE, 0, LP_FILE_RUNNING, false, false, 512, 0, false},
    {GONE, 0, LP_FILE_RUNNING, true, false, 512, 0, true},
    /* Other files. */
    {GONE, 0, LP_FILE_RUNNING, false, true, 512, 'X', true},
    {GONE, 0, LP_FILE_RUNNING, false, true, sizeof(struct lp_file_header), 0, false},
    {GONE, 0, LP_FILE_RUNNING, false, true, sizeof(struct lp_file_header) - 1, 0, true},
    {GONE, 0, LP_FILE_RUNNING, false, true, 0, 0, false},
};

static pid_t gone(void)
{
	const pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	waitpid(pid, NULL, 0);
	return pid;
}

static void write_file(const struct owned *owned)
{
	const pid_t pids[] = {
	    [NOBODY] = 0, [GONE] = gone(), [PARENT] = getppid(), [ITSELF] = getpid()};
	const pid_t pid = pids[owned->who];
	unsigned char bytes[512] = {0};
	const struct lp_file_header header = {
	    .magic = LP_FILE_MAGIC,
	    .state = owned->state,
	    .pid = (uint32_t)pid,
	    .pid_start = lp_process_start(pid) + owned->start_later,
	    .place = owned->is_elsewhere ? 1 : 0,
	};
	const int fd = open("owned.lprof", O_WRONLY | O_CREAT | O_EXCL, 0666);

	memcpy(bytes, &header, sizeof header);
	if (owned->magic)
		bytes[0] = (unsigned char)owned->magic;
	if (fd < 0 || write(fd, bytes, owned->bytes) != (ssize_t)owned->bytes)
		_exit(100);
	close(fd);
}

static bool is_ours(const char *path)
{
	struct lp_file_header header = {.pid = 0};
	const int fd = open(path, O_RDONLY);
	const bool is_read = fd >= 0 && read(fd, &header, sizeof header) == sizeof header;

	close(fd);
	return is_read && header.pid == (uint32_t)getpid() && header.committed_bytes > 0;
}

/* Its status: whether it left the file that was there alone; 2: it has no profile; 77: there is no
 * way to take locks away. */
static int run_owned(void)
{
	const struct owned *const owned = &all[atoi(getenv("CASE"))];
	char beside[64];

	write_file(owned);
	/* As on file systems that have none. */
	if (!owned->has_locks && !refuse_call(SYS_flock, ENOSYS))
		return 77;
	__lineprof_register(&subject_module);
	count(7);
	snprintf(beside, sizeof beside, "owned.%d.lprof", (int)getpid());
	return is_ours(beside) ? 1 : is_ours("owned.lprof") ? 0 : 2;
}

static const struct subject subjects[] = {{"owned", run_owned}};

static void test_owners(void **state)
{
	(void)state;
	setenv("LINEPROF_FILE", "owned.lprof", 1);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		char number[8];
		int status;

		snprintf(number, sizeof number, "%zu", i);
		setenv("CASE", number, 1);
		status = run_subject("owned");
		if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
			print_message("case %zu: SKIPPED: seccomp is refused\n", i);
		else if (!WIFEXITED(status) || WEXITSTATUS(status) != all[i].is_left)
			fail_msg("case %zu: status %#x", i, status);
		assert_int_equal(unlink("owned.lprof"), 0);
	}
	unsetenv("LINEPROF_FILE");
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_owners),
};

RUNTIME_TEST_MAIN(subjects, tests)
