/* merge_command.c: `lpview merge`: the processes of a program in one profile. */
#include "viewer/merge_command.h"

#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/command_line.h"
#include "viewer/complaints.h"
#include "viewer/model/merge_files.h"
#include "viewer/put_output.h"
#include "viewer/report/text.h"
#include "viewer/unbegun.h"

struct request {
	const char *out;
	const char *const *paths;
	size_t count;
	bool may_replace;
	bool wants_help;
};

static int wrong(const char *which, const char *what)
{
	fputs("lpview: merge: ", stderr);
	if (which) {
		lp_text_put_string(stderr, which);
		fputs(": ", stderr);
	}
	fprintf(stderr, "%s\nlpview: hint: lpview merge --help shows its use\n", what);
	return 2;
}

const struct option lp_merge_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, 'f'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int read_request(struct request *request, int count, char **arguments)
{
	char room[3];
	int code;

	opterr = 0;
	optind = 1;
	while ((code = getopt_long(count, arguments, ":o:fh", lp_merge_options, NULL)) != -1) {
		if (code == 'o')
			request->out = optarg;
		else if (code == 'f')
			request->may_replace = true;
		else if (code == 'h')
			request->wants_help = true;
		else
			return wrong(lp_refused_option(arguments, code, "ofh", room),
				     code == ':' ? "needs a value" : "unknown option");
	}
	if (request->wants_help)
		return 0;
	if (!request->out || !*request->out)
		return wrong(NULL, "-o names the profile to write");
	request->paths = (const char *const *)arguments + optind;
	request->count = lp_leave_out_unbegun(arguments + optind, (size_t)(count - optind));
	return request->count > 0 ? 0 : wrong(NULL, "the profiles to merge are missing");
}

static int put_help(void)
{
	return lp_put_text(
	    "Usage: lpview merge -o OUT [-f] FILE...\n"
	    "Sums the profiles of a program's processes up in OUT, as those of MPI, however many\n"
	    "they are. lpview --ranks OUT shows which lines differ between them.\n\n"
	    "  -o, --output=OUT         where to; -: standard output\n"
	    "  -f, --force              replace OUT if there is one\n"
	    "  -h, --help               show this help\n");
}

static int say(const char *path, const char *what)
{
	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, path);
	fprintf(stderr, ": %s\n", what);
	return 1;
}

static int merge(const struct request *request)
{
	struct lp_open_failure failure;
	struct lp_image image = {0};
	enum lp_status status;
	int code = 1;

	if (lp_refuse_terminal("merge", request->out))
		return 1;
	for (size_t i = 0; i < request->count; i++)
		if (lp_is_same_file(request->out, request->paths[i]))
			return say(request->out, "is one of the profiles itself");
	status = lp_merge_files(&image, request->paths, request->count, &failure);
	if (status == LP_OK)
		code = lp_put_image(request->out, &image, request->may_replace);
	else
		lp_complain(request->paths, status, errno, &failure);
	free(image.data);
	return code;
}

int lp_command_merge(int count, char **arguments)
{
	struct request request = {.out = NULL};
	const int code = read_request(&request, count, arguments);

	if (code != 0)
		return code;
	return request.wants_help ? put_help() : merge(&request);
}
