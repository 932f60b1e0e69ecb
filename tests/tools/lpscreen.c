/*
 * lpscreen.c: lpview's screens in memory: lpscreen KEYS [OPTION]... FILE takes keys from the file
 * KEYS and writes what is to be shown (viewer/screen/memory_screen.h says how).
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/browse.h"
#include "viewer/screen/memory_screen.h"

static char *read_all(const char *path)
{
	FILE *const file = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	if (!file || (getdelim(&text, &size, '\0', file) < 0 && ferror(file))) {
		perror(path);
		exit(1);
	}
	fclose(file);
	return text;
}

/* What is to be shown: a profile, or with `diff BEFORE AFTER` a comparison. */
struct shown {
	struct lp_profile profile;
	struct lp_side sides[2];
	struct lp_comparison comparison;
	struct lp_browsed browsed;
};

static enum lp_status open_diff(struct shown *shown, const char *const *paths)
{
	static const struct lp_source_paths where_they_were;
	struct lp_open_failure failure;
	enum lp_status status = LP_OK;

	for (int i = 0; i < 2 && status == LP_OK; i++) {
		status = lp_side_open(&shown->sides[i], &paths[i], 1, &where_they_were, &failure);
		if (status == LP_OK)
			status = lp_view_shorten_paths(&shown->sides[i].sum);
	}
	if (status == LP_OK)
		status = lp_compare(&shown->comparison, &shown->sides[0], &shown->sides[1]);
	shown->browsed = (struct lp_browsed){.profile = &shown->sides[1].sum,
					     .name = "before -> after",
					     .comparison = &shown->comparison};
	return status;
}

static enum lp_status open_shown(struct shown *shown, const struct lp_options *options)
{
	struct lp_open_failure failure;

	if (strcmp(options->files[0], "diff") == 0)
		return open_diff(shown, (const char *const *)options->files + 1);
	shown->browsed = (struct lp_browsed){.profile = &shown->profile, .name = options->files[0]};
	return lp_profile_open_all(&shown->profile, (const char *const *)options->files,
				   options->file_count, &options->source_paths, &failure);
}

static void close_shown(struct shown *shown)
{
	if (!shown->browsed.comparison) {
		lp_profile_free(&shown->profile);
		return;
	}
	lp_comparison_free(&shown->comparison);
	lp_side_close(&shown->sides[0]);
	lp_side_close(&shown->sides[1]);
}

int main(int argc, char **argv)
{
	static struct shown shown;
	struct lp_memory_screen memory;
	struct lp_options options;
	enum lp_status status;
	char *keys;

	setlocale(LC_CTYPE, "");
	if (argc < 3 || lp_options_read(&options, argc - 1, argv + 1, stderr) != 0)
		return 2;
	keys = read_all(argv[1]);
	status = open_shown(&shown, &options);
	if (status == LP_OK) {
		lp_memory_screen_make(&memory, keys, stdout);
		memory.screen.is_ascii = getenv("LPSCREEN_ASCII") != NULL;
		status = lp_browse_on(&memory.screen, &options, &shown.browsed);
		close_shown(&shown);
	}
	if (status != LP_OK)
		fprintf(stderr, "lpscreen: %s\n", lp_status_text(status));
	lp_options_free(&options);
	free(keys);
	return status == LP_OK ? 0 : 1;
}
