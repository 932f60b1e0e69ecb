/* unbegun.c: profiles of programs that were killed before there was anything in them. */
#include "viewer/unbegun.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "format/reader.h"
#include "viewer/report/text.h"

/* Before code registers there are a few. */
enum { SECTIONS_MOST = 1000 };

/* Whether it is the section of code, or one that the reader has something to say of. */
static bool is_telling(const char tag[4])
{
	const enum lp_section kind = lp_section_of_tag(tag);

	return kind == LP_SECT_MODULE || kind == LP_SECT_COUNT;
}

/* Whether code has registered in the file behind `header`; also if that cannot be told: then the
 * reader says what is wrong. */
static bool has_code(FILE *file, off_t size, const struct lp_file_header *header)
{
	uint64_t at = header->header_bytes;
	struct lp_section_header section;

	/* So what follows stays within 64 bits. */
	if (header->committed_bytes > (uint64_t)size)
		return true;
	for (int i = 0; at < header->committed_bytes; i++) {
		if (i == SECTIONS_MOST || fseeko(file, (off_t)at, SEEK_SET) != 0 ||
		    fread(&section, sizeof(section), 1, file) != 1 ||
		    section.payload_bytes > header->committed_bytes - at || is_telling(section.tag))
			return true;
		at += sizeof(section) + ((section.payload_bytes + 7) & ~UINT64_C(7));
	}
	return false;
}

static bool has_begun(FILE *file, off_t size)
{
	struct lp_file_header header;

	if (fread(&header, sizeof(header), 1, file) != 1)
		return ftello(file) != 0;
	return memcmp(header.magic, LP_FILE_MAGIC, sizeof(header.magic)) != 0 ||
	       header.version != LP_FILE_VERSION || header.state != LP_FILE_RUNNING ||
	       has_code(file, size, &header);
}

/* Pipes can be read only once. */
static bool is_unbegun(const char *path)
{
	struct stat about;
	FILE *file;
	bool result;

	if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
		return false;
	file = fopen(path, "rb");
	if (!file)
		return false;
	result = !has_begun(file, about.st_size);
	fclose(file);
	return result;
}

static void say_left_out(const char *first, size_t count)
{
	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, first);
	if (count > 1)
		fprintf(stderr, " and %zu more", count - 1);
	fputs(": left out, nothing is in it: the program is just starting, was killed while it "
	      "did, or its file had no room\n",
	      stderr);
}

size_t lp_leave_out_unbegun(char **paths, size_t count)
{
	char *first_out = NULL;
	size_t kept = 0;

	if (count < 2)
		return count;
	for (size_t i = 0; i < count; i++)
		if (!is_unbegun(paths[i]))
			paths[kept++] = paths[i];
		else if (!first_out)
			first_out = paths[i];
	if (first_out && kept > 0)
		say_left_out(first_out, count - kept);
	/* Of one alone the reader says what it is. */
	return kept > 0 ? kept : 1;
}
