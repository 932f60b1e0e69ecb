/* put_output.c: what commands write; if that fails it is told. */
#include "viewer/put_output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "viewer/model/steps.h"
#include "viewer/report/text.h"

int lp_complain_of_output(const char *path, int error)
{
	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, path ? path : "standard output");
	fprintf(stderr, ": cannot be written: %s\n", strerror(error));
	return 1;
}

int lp_output_finish(struct lp_output *output, enum lp_status status)
{
	const int error = status == LP_OK ? lp_output_close(output) : lp_output_give_up(output);

	if (status != LP_OK)
		fprintf(stderr, "lpview: %s\n", lp_status_text(status));
	else if (error && error != EPIPE)
		lp_complain_of_output(output->path, error);
	return status != LP_OK || (error && error != EPIPE) ? 1 : 0;
}

int lp_put_text(const char *text)
{
	struct lp_output output;

	if (lp_output_open(&output, NULL) != 0)
		return lp_complain_of_output(NULL, errno);
	fputs(text, output.stream);
	return lp_output_finish(&output, LP_OK);
}

bool lp_refuse_terminal(const char *command, const char *out)
{
	if (strcmp(out, "-") != 0 || !isatty(STDOUT_FILENO))
		return false;
	fprintf(stderr, "lpview: %s: is not for terminals\nlpview: hint: -o names a file\n",
		command);
	return true;
}

int lp_put_image(const char *out, const struct lp_image *image, bool may_replace)
{
	const enum lp_status status = lp_file_write(out, image->data, image->size, may_replace);

	if (status == LP_OK || (status == LP_IO && errno == EPIPE))
		return 0;
	if (status == LP_MEMORY)
		return lp_complain_of_output(out, ENOMEM);
	if (errno != EEXIST)
		return lp_complain_of_output(strcmp(out, "-") == 0 ? NULL : out, errno);
	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, out);
	fputs(": exists already\nlpview: hint: -f replaces it, -o names another file\n", stderr);
	return 1;
}
