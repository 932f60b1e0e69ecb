/* complaints.c: why profiles could not be opened, in words. */
#include "viewer/complaints.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "viewer/foreign_files.h"
#include "viewer/report/text.h"
#include "viewer/suggestions.h"

/* The head of the file `path`, as far as there is one; the rest is zeros. */
static struct lp_file_header header_of(const char *path)
{
	struct lp_file_header header = {.version = 0};
	FILE *const file = fopen(path, "rb");

	if (file) {
		const size_t size = fread(&header, 1, sizeof(header), file);

		memset((char *)&header + size, 0, sizeof(header) - size);
		fclose(file);
	}
	return header;
}

/* Why there is nothing in a profile, and what can be done. */
static void explain_empty(const char *path)
{
	const struct lp_file_header header = header_of(path);

	if (header.state == LP_FILE_RUNNING)
		fputs("lpview: hint: the program is just starting, was killed while it did, or its "
		      "file had no room\n",
		      stderr);
	else
		fputs("lpview: hint: was the program compiled with -fplugin=liblineprof.so?\n",
		      stderr);
}

/* Users name the program, or leave the suffix out: is the profile beside it? */
static bool suggest_profile(const char *path)
{
	char name[PATH_MAX];

	if (snprintf(name, sizeof(name), "%s.lprof", path) >= (int)sizeof(name) ||
	    access(name, R_OK) != 0)
		return false;
	fputs("lpview: hint: its profile is ", stderr);
	lp_text_put_string(stderr, name);
	fputc('\n', stderr);
	return true;
}

/* Of several, a folder could mean one or all of its profiles. */
static void suggest_profiles_in(const char *folder)
{
	fputs("lpview: hint: its profiles are ", stderr);
	lp_text_put_string(stderr, folder);
	fputs(folder[strlen(folder) - 1] == '/' ? "*.lprof\n" : "/*.lprof\n", stderr);
}

/* `lpview functions app.lprof`, as other tools have it; `lpview dif A B`. */
static bool suggest_usage(const char *path, enum lp_status status, int error_number)
{
	/* merged.lprof is a file. */
	if (status != LP_IO || error_number != ENOENT || strpbrk(path, "/."))
		return false;
	return lp_suggest(stderr, path, strlen(path));
}

/* `lpview app.lprof main`: perf and gdb take a function there. */
static bool suggest_filter(const char *path, bool is_first)
{
	if (is_first || access(path, F_OK) == 0 || strpbrk(path, "/."))
		return false;
	fputs("lpview: hint: a function is named by --function, a file by --file\n", stderr);
	return true;
}

/* What can be done, if that is known. Names behind the first may be meant otherwise. */
static void put_hints(const char *path, bool is_first, enum lp_status status, int error_number,
		      const struct lp_foreign_file *foreign)
{
	if (status == LP_TOO_NEW)
		fputs("lpview: hint: record again with this version, or update lpview\n", stderr);
	if (status == LP_TOO_OLD)
		fputs("lpview: hint: record again with this version\n", stderr);
	if (status == LP_SEVERAL)
		fputs("lpview: hint: name the files that it was made of; `lpview merge -o "
		      "SUM.lprof FILE...` makes one of several\n",
		      stderr);
	if (status == LP_EMPTY)
		explain_empty(path);
	if (status == LP_IO && error_number == EISDIR && strcmp(path, "-") != 0)
		suggest_profiles_in(path);
	if ((status == LP_NOT_PROFILE || status == LP_IO) && !suggest_profile(path) &&
	    !suggest_usage(path, status, error_number) && !suggest_filter(path, is_first) &&
	    foreign)
		fprintf(stderr, "lpview: hint: %s\n", foreign->hint);
}

/* Why a profile could not be opened, in one line, and a hint if there is one. */
static void complain(const char *path, bool is_first, enum lp_status status, int error_number,
		     const struct lp_error *error)
{
	const struct lp_foreign_file *const foreign =
	    status == LP_NOT_PROFILE ? lp_foreign_file(error->head, error->head_bytes) : NULL;

	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, *path ? path : "''");
	fprintf(stderr, ": %s", status == LP_IO ? "cannot be read" : lp_status_text(status));
	if (status == LP_IO)
		fprintf(stderr, ": %s", strerror(error_number));
	else if (status == LP_TOO_NEW || status == LP_TOO_OLD)
		fprintf(stderr, " (format %u, newest known %u)",
			(unsigned)lp_reader_version(error->head, error->head_bytes),
			(unsigned)LP_FILE_VERSION);
	else if (foreign)
		fprintf(stderr, ": it is %s", foreign->what);
	else if (status == LP_NOT_PROFILE)
		fprintf(stderr, ": expected %s", error->expected);
	else if (error->expected)
		fprintf(stderr, ": expected %s at byte %zu", error->expected, error->offset_bytes);
	fputc('\n', stderr);
	put_hints(path, is_first, status, error_number, foreign);
}

void lp_complain(const char *const *paths, enum lp_status status, int error_number,
		 const struct lp_open_failure *failure)
{
	if (status != LP_DIFFERENT) {
		complain(paths[failure->which], failure->which == 0, status, error_number,
			 &failure->error);
		return;
	}
	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, paths[failure->which]);
	fputs(": cannot be summed up with ", stderr);
	lp_text_put_string(stderr, paths[failure->other]);
	fputs(": ", stderr);
	lp_text_put_string(stderr, failure->difference.what);
	fprintf(stderr, " %s\n", failure->difference.why);
}
