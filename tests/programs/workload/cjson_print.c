/*
 * cjson_print.c: reads the files that are named, as JSON or, with -p, as lists of patches,
 * and shows what cJSON makes of them.
 */
#include "cJSON.h"
#include "cJSON_Utils.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);

	if (!file || !text)
		exit(1);
	text[fread(text, 1, (1 << 20) - 1, file)] = '\0';
	fclose(file);
	return text;
}

static void show(const char *what, char *printed)
{
	printf("%s: %s\n", what, printed ? printed : "nothing");
	free(printed);
}

static void change(cJSON *json)
{
	cJSON *extra = cJSON_CreateObject();
	const double numbers[] = {1, -2.5, 1e300, 0.1};

	cJSON_AddStringToObject(extra, "text", "tab\t quote\" \\ \x01 \xc3\xa4");
	cJSON_AddNumberToObject(extra, "number", -12.25);
	cJSON_AddTrueToObject(extra, "yes");
	cJSON_AddNullToObject(extra, "nothing");
	cJSON_AddItemToObject(extra, "list", cJSON_CreateDoubleArray(numbers, 4));
	cJSON_InsertItemInArray(cJSON_GetObjectItem(extra, "list"), 1, cJSON_CreateString("in"));
	cJSON_ReplaceItemInObject(extra, "yes", cJSON_CreateFalse());
	cJSON_DeleteItemFromObject(extra, "nothing");
	if (cJSON_IsArray(json))
		cJSON_AddItemToArray(json, extra);
	else if (cJSON_IsObject(json))
		cJSON_AddItemToObject(json, "extra", extra);
	else
		cJSON_Delete(extra);
}

static void show_file(const char *text)
{
	cJSON *json = cJSON_Parse(text);
	cJSON *copy;
	char *small = strdup(text);
	char buffer[200];

	if (!json) {
		printf("error: %.20s\n", cJSON_GetErrorPtr());
		free(small);
		return;
	}
	cJSON_Minify(small);
	printf("minified: %s\n", small);
	show("as it is", cJSON_Print(json));
	copy = cJSON_Duplicate(json, 1);
	change(copy);
	show("changed", cJSON_PrintUnformatted(copy));
	printf("equal: %d\n", cJSON_Compare(json, copy, 1));
	show("patch", cJSON_Print(cJSONUtils_GeneratePatches(json, copy)));
	show("merge", cJSON_PrintBuffered(cJSONUtils_GenerateMergePatch(json, copy), 10, 0));
	cJSONUtils_SortObject(copy);
	printf("fits: %d\n", cJSON_PrintPreallocated(copy, buffer, sizeof(buffer), 1));
	cJSON_Delete(json);
	cJSON_Delete(copy);
	free(small);
}

static void apply_patches(const char *text)
{
	cJSON *tests = cJSON_Parse(text);
	cJSON *test;

	cJSON_ArrayForEach(test, tests)
	{
		cJSON *doc = cJSON_GetObjectItem(test, "doc");
		cJSON *patch = cJSON_GetObjectItem(test, "patch");

		if (!doc || !patch)
			continue;
		printf("status %d ", cJSONUtils_ApplyPatchesCaseSensitive(doc, patch));
		show("patched", cJSON_PrintUnformatted(doc));
	}
	cJSON_Delete(tests);
}

int main(int argc, char **argv)
{
	const int is_patches = argc > 1 && !strcmp(argv[1], "-p");

	for (int i = 1 + is_patches; i < argc; i++) {
		char *text = read_file(argv[i]);

		if (is_patches)
			apply_patches(text);
		else
			show_file(text);
		free(text);
	}
	return 0;
}
