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

int main(int argc, char **argv)
{
	struct lp_memory_screen memory;
	struct lp_profile profile;
	struct lp_options options;
	struct lp_open_failure failure;
	enum lp_status status;
	char *keys;

	setlocale(LC_CTYPE, "");
	if (argc < 3 || lp_options_read(&options, argc - 1, argv + 1, stderr) != 0)
		return 2;
	keys = read_all(argv[1]);
	status = lp_profile_open_all(&profile, (const char *const *)options.files,
				     options.file_count, &failure);
	if (status == LP_OK) {
		lp_memory_screen_make(&memory, keys, stdout);
		memory.screen.is_ascii = getenv("LPSCREEN_ASCII") != NULL;
		status = lp_browse_on(&memory.screen, &options, &profile, options.files[0], NULL);
		lp_profile_free(&profile);
	}
	if (status != LP_OK)
		fprintf(stderr, "lpscreen: %s\n", lp_status_text(status));
	lp_options_free(&options);
	free(keys);
	return status == LP_OK ? 0 : 1;
}
