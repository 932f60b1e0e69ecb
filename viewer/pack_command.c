/* pack_command.c: `lpview pack`: a profile that can be read anywhere. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/command_line.h"
#include "viewer/complaints.h"
#include "viewer/model/pack.h"
#include "viewer/pack_command.h"
#include "viewer/put_output.h"
#include "viewer/report/text.h"

struct request {
	struct lp_options options; /* only where sources are */
	const char *in;
	char *out; /* owned */
	bool may_replace;
	bool wants_help;
};

static int wrong(const char *which, const char *what)
{
	fputs("lpview: pack: ", stderr);
	if (which) {
		lp_text_put_string(stderr, which);
		fputs(": ", stderr);
	}
	fprintf(stderr, "%s\nlpview: hint: lpview pack --help shows its use\n", what);
	return 2;
}

/* `x.lprof` is packed to `x.packed.lprof`. NULL when out of memory. */
static char *usual_name(const char *path)
{
	static const char suffix[] = ".lprof";
	const size_t size = strlen(path);
	const size_t kept =
	    size >= strlen(suffix) && strcmp(path + size - strlen(suffix), suffix) == 0
		? size - strlen(suffix)
		: size;
	char *name = NULL;

	return asprintf(&name, "%.*s.packed%s", (int)kept, path, suffix) < 0 ? NULL : name;
}

const struct option lp_pack_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, 'f'},
    {"help", no_argument, NULL, 'h'},
    {"source-path", required_argument, NULL, 's'},
    {"substitute-path", required_argument, NULL, 'S'},
    {NULL, 0, NULL, 0},
};

static int read_request(struct request *request, int count, char **arguments)
{
	const char *out = NULL;
	const char *trouble = NULL;
	char room[3];
	int code;

	opterr = 0;
	optind = 1;
	while ((code = getopt_long(count, arguments, ":o:fh", lp_pack_options, NULL)) != -1) {
		if (code == 'o')
			out = optarg;
		else if (code == 'f')
			request->may_replace = true;
		else if (code == 'h')
			request->wants_help = true;
		else if (code == 's')
			trouble = lp_options_set(&request->options, "source-path", optarg);
		else if (code == 'S')
			trouble = lp_options_set(&request->options, "substitute-path", optarg);
		else
			return wrong(lp_refused_option(arguments, code, "ofh", room),
				     code == ':' ? "needs a value" : "unknown option");
		if (trouble)
			return wrong(optarg, trouble);
	}
	if (request->wants_help)
		return 0;
	if (count - optind != 1)
		return wrong(NULL, "one profile is needed");
	request->in = arguments[optind];
	if (out && !*out)
		return wrong(NULL, "-o names the profile to write");
	if (!out && strcmp(request->in, "-") == 0)
		return wrong(NULL, "standard input has no name: -o names the profile to write");
	request->out = out ? strdup(out) : usual_name(request->in);
	return 0;
}

static int put_help(void)
{
	return lp_put_text(
	    "Usage: lpview pack [-o OUT] [-f] FILE\n"
	    "Writes a copy of FILE that needs neither the binary nor the sources: symbols and\n"
	    "lines of the samples, and the sources, are in it.\n\n"
	    "  -o, --output=OUT         where to (-: standard output), else FILE.packed.lprof\n"
	    "  -f, --force              replace OUT if there is one\n"
	    "      --source-path=DIR    find sources and binaries by ends of paths in DIR; may be "
	    "repeated\n"
	    "      --substitute-path=A=B\n"
	    "                           what was below A is below B\n"
	    "  -h, --help               show this help\n");
}

/* One line about `path` on stderr. */
static void say(const char *path, const char *what, const char *why)
{
	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, path);
	fprintf(stderr, ": %s%s", what, why ? ": " : "\n");
	if (why) {
		lp_text_put_string(stderr, why);
		fputc('\n', stderr);
	}
}

/* That `count` of all sources are not in `out`; nothing if none is. */
static void say_lacking(const char *out, size_t count, size_t all, const char *why)
{
	char text[80];

	if (count == 0)
		return;
	snprintf(text, sizeof(text), "%zu of %zu sources %s", count, all, why);
	say(out, "packed without all sources", text);
}

static void say_what_is_missing(const char *out, const struct lp_pack_result *result)
{
	const size_t all = result->source_count + result->missing_count + result->unreadable_count +
			   result->large_count + result->changed_count;

	if (result->trouble)
		say(result->trouble_in, "packed without all its symbols", result->trouble);
	say_lacking(out, result->missing_count, all, "not found");
	say_lacking(out, result->unreadable_count, all, "cannot be read");
	if (result->unreadable)
		say(result->unreadable, "not packed", result->unreadable_why);
	say_lacking(out, result->large_count, all, "too large for a profile");
	say_lacking(out, result->changed_count, all, "changed since they were compiled");
}

static int pack(const struct request *request)
{
	struct lp_image image = {0};
	struct lp_pack_result result;
	struct lp_open_failure failure;
	struct lp_profile profile;
	enum lp_status status = lp_profile_open_all(&profile, &request->in, 1,
						    &request->options.source_paths, &failure);
	int code = 1;

	if (status != LP_OK) {
		lp_complain(&request->in, status, errno, &failure);
		return 1;
	}
	status = lp_pack(&profile, &request->options.source_paths, &image, &result);
	if (status != LP_OK)
		say(request->in, lp_status_text(status), NULL);
	else
		code = lp_put_image(request->out, &image, request->may_replace);
	if (code == 0)
		say_what_is_missing(request->out, &result);
	free(image.data);
	lp_profile_free(&profile);
	return code;
}

int lp_command_pack(int count, char **arguments)
{
	struct request request = {.in = NULL};
	int code = read_request(&request, count, arguments);

	if (code == 0 && request.wants_help) {
		code = put_help();
	} else if (code == 0 && !request.out) {
		say("pack", lp_status_text(LP_MEMORY), NULL);
		code = 1;
	} else if (code == 0 && lp_is_same_file(request.in, request.out)) {
		say(request.out, "is the profile itself", NULL);
		code = 1;
	} else if (code == 0 && lp_refuse_terminal("pack", request.out)) {
		code = 1;
	} else if (code == 0) {
		code = pack(&request);
	}
	free(request.out);
	return code;
}
