/* live.c: follows the profile of a running program. */
#include "viewer/model/live.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "viewer/model/steps.h"

/* How often a profile that is just changing its shape is tried again, and one of a program that is
 * just starting. */
enum { TRIES = 4, TRY_MS = 5, START_TRIES = 50, START_MS = 100 };

static double seconds_of(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void sleep_ms(int ms)
{
	const struct timespec time = {ms / 1000, ms % 1000 * 1000000L};

	nanosleep(&time, NULL);
}

/* ---- the program ---- */

/* Field 22 of /proc/PID/stat: when it began; 0: it has ended. */
static uint64_t start_of(uint32_t pid)
{
	unsigned long long start = 0;
	char state = 'Z';
	char text[1024];
	char path[64];
	FILE *file;
	const char *end;
	size_t size;

	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	size = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[size] = '\0';
	/* Its name is in brackets, and may have anything in it. */
	end = strrchr(text, ')');
	/* The state is field 3, then 18 more. */
	if (!end ||
	    sscanf(end + 1,
		   " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
		   "%llu",
		   &state, &start) != 2)
		return 0;
	return state == 'Z' || state == 'X' ? 0 : start;
}

static bool is_alive(const struct lp_file_header *header)
{
	const uint64_t start = start_of(header->pid);

	return start > 0 && start == header->pid_start;
}

/* Whether process `pid` has the file at `path` mapped, as a program does that counts in it; also if
 * nobody can tell. */
static bool has_mapped(uint32_t pid, const char *path)
{
	char name[64];
	char *line = NULL;
	size_t capacity = 0;
	struct stat about;
	bool is_known = false;
	bool is_mapped = false;
	FILE *maps;

	if (stat(path, &about) != 0)
		return true;
	snprintf(name, sizeof(name), "/proc/%u/maps", pid);
	maps = fopen(name, "re");
	while (maps && !is_mapped && getline(&line, &capacity, maps) > 0) {
		unsigned long long inode = 0;

		/* The device is not always the one that stat() says. */
		is_known |= sscanf(line, "%*s %*s %*s %*s %llu", &inode) == 1;
		is_mapped = inode == about.st_ino;
	}
	free(line);
	if (maps)
		fclose(maps);
	return is_mapped || !is_known;
}

static bool is_same_run(const struct lp_profile *before, const struct lp_profile *after)
{
	const struct lp_file_header *const a = before->reader.header;
	const struct lp_file_header *const b = after->reader.header;

	return a->pid == b->pid && a->pid_start == b->pid_start &&
	       a->start_unix_ns == b->start_unix_ns;
}

static uint64_t hits_of(const struct lp_profile *profile)
{
	uint64_t hits = 0;

	for (size_t i = 0; i < profile->line_count; i++)
		hits += profile->lines[i].hits;
	return hits;
}

/* Numbers of processes mean nothing in another container: one that still counts lives. */
static bool has_moved(const struct lp_profile *before, const struct lp_profile *after)
{
	return before->call_count != after->call_count ||
	       before->info.cpu_ns != after->info.cpu_ns || hits_of(before) != hits_of(after);
}

/* `before` is NULL the first time. */
static enum lp_live_state state_of(struct lp_live *live, const struct lp_profile *before,
				   const struct lp_profile *after)
{
	const struct lp_file_header *const header = after->reader.header;

	if (header->state == LP_FILE_FINISHED)
		return LP_LIVE_ENDED;
	if (!before)
		live->was_mapped = has_mapped(header->pid, live->path);
	/* Before what has moved is asked: that may be its last. */
	else if (live->had_left)
		return LP_LIVE_LEFT;
	if (!before || has_moved(before, after))
		return LP_LIVE_RUNNING;
	return is_alive(header) ? LP_LIVE_RUNNING : LP_LIVE_KILLED;
}

/* Whether the process of the last reading lives and has the file no more, which it had. */
static bool has_left(const struct lp_live *live)
{
	return live->was_mapped && is_alive(live->profile->reader.header) &&
	       !has_mapped(live->profile->reader.header->pid, live->path);
}

bool lp_live_has_news(const struct lp_live *live)
{
	const struct lp_file_header *const known = live->profile->reader.header;
	struct lp_file_header header;
	FILE *file;
	bool is_read;

	if (live->state == LP_LIVE_RUNNING)
		return true;
	file = fopen(live->path, "rbe");
	is_read = file && fread(&header, sizeof(header), 1, file) == 1;
	if (file)
		fclose(file);
	return is_read && (header.start_unix_ns != known->start_unix_ns ||
			   header.pid != known->pid || header.state != known->state);
}

/* ---- readings ---- */

/* Seconds since the program of `profile` began, which is read or to be read by `live`. */
static double age_of(const struct lp_live *live, const struct lp_profile *profile)
{
	const double ticks = (double)(profile->info.end_ticks - profile->info.start_ticks);
	double age =
	    profile->info.ticks_per_second > 0 ? ticks / (double)profile->info.ticks_per_second : 0;

	/* One that is not known here was killed, or is in another container: what it wrote last
	 * tells. */
	if (live->state == LP_LIVE_RUNNING && (is_alive(profile->reader.header) || age <= 0))
		age = seconds_of(CLOCK_REALTIME) -
		      (double)profile->reader.header->start_unix_ns / 1e9;
	return age > 0 ? age : 0;
}

/* What may be another thing in a moment, as the program is at work on it. */
static bool is_passing(enum lp_status status)
{
	return status == LP_CORRUPT || status == LP_TRUNCATED || status == LP_EMPTY;
}

enum lp_status lp_live_read(struct lp_live *live, struct lp_profile *next, struct lp_error *error)
{
	enum lp_status status = LP_OK;
	int error_number;

	for (int i = 0; i < TRIES; i++) {
		const double begin = seconds_of(CLOCK_MONOTONIC);

		/* Before: what is read then has all that it wrote. */
		live->had_left = has_left(live);
		live->reading_at = seconds_of(CLOCK_MONOTONIC);
		status = lp_profile_open_known(next, live->path, &live->symbols, error);
		error_number = errno;
		live->cost = seconds_of(CLOCK_MONOTONIC) - begin;
		if (status == LP_OK)
			return LP_OK;
		errno = error_number;
		if (!is_passing(status))
			return status;
		sleep_ms(TRY_MS);
		errno = error_number;
	}
	return status;
}

enum lp_status lp_live_open(struct lp_live *live, struct lp_profile *profile, const char *path,
			    struct lp_error *error)
{
	enum lp_status status;

	*live = (struct lp_live){.path = path, .profile = profile};
	for (int i = 0; i < START_TRIES; i++) {
		status = lp_live_read(live, profile, error);
		if (status != LP_EMPTY)
			break;
		sleep_ms(START_MS);
	}
	if (status == LP_OK) {
		live->taken_at = live->reading_at;
		live->state = state_of(live, NULL, profile);
		status = lp_rates_find(&live->rates, NULL, profile, lp_live_age(live));
		if (status != LP_OK)
			lp_profile_free(profile);
	}
	if (status != LP_OK) {
		const int error_number = errno;

		lp_live_free(live);
		errno = error_number;
	}
	return status;
}

enum lp_status lp_live_take(struct lp_live *live, struct lp_profile *next)
{
	enum lp_status status;

	live->is_new_run = !is_same_run(live->profile, next);
	live->state = state_of(live, live->is_new_run ? NULL : live->profile, next);
	if (live->is_new_run) {
		/* Its addresses are others; what they are is asked anew from the next reading on.
		 */
		lp_symbol_cache_free(&live->symbols);
		status = lp_rates_find(&live->rates, NULL, next, age_of(live, next));
	} else {
		status = lp_rates_find(&live->rates, live->profile, next,
				       live->reading_at - live->taken_at);
	}
	live->taken_at = live->reading_at;
	lp_profile_free(live->profile);
	*live->profile = *next;
	return status;
}

double lp_live_pause(const struct lp_live *live, double wished)
{
	return wished > 4 * live->cost ? wished : 4 * live->cost;
}

double lp_live_age(const struct lp_live *live)
{
	return age_of(live, live->profile);
}

void lp_live_describe_end(const struct lp_live *live, char *out, size_t size)
{
	const int status = live->profile->info.exit_status;
	char what[64] = "was killed, or ended without a word,";

	if (live->state == LP_LIVE_LEFT)
		snprintf(what, sizeof(what), "writes here no more (exec?),");
	else if (live->state == LP_LIVE_ENDED && status >= 0)
		snprintf(what, sizeof(what), "ended with status %d", status);
	/* quick_exit() tells nobody with which. */
	else if (live->state == LP_LIVE_ENDED)
		snprintf(what, sizeof(what), "ended");
	snprintf(out, size, "%s after %.1f s", what, lp_live_age(live));
}

void lp_live_free(struct lp_live *live)
{
	lp_rates_free(&live->rates);
	lp_symbol_cache_free(&live->symbols);
}
