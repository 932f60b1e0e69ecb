/*
 * reader.h: checks a profile in memory, then hands out its sections as records.
 *
 * lp_reader_open() looks at every size once; after it the other functions cannot
 * fail, and whatever they return lies within the data. What it does not check is
 * the meaning: numbers of modules, threads, nodes and files are as written, and
 * function tables are decoded by lp_table_decode().
 *
 *     struct lp_section_at at = {0};
 *     while (lp_reader_next(&reader, &at))
 *             if (at.kind == LP_SECT_THREAD)
 *                     use(lp_section_thread(&at));
 */
#ifndef LINEPROF_FORMAT_READER_H
#define LINEPROF_FORMAT_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/layout.h"
#include "format/status.h"

struct lp_reader {
	const unsigned char *data; /* borrowed */
	size_t size_bytes;         /* up to the end of the last section */
	const struct lp_file_header *header;
	/* NULL if the file has no section yet; the first LP_INFO_BYTES_LEAST bytes of it: see
	 * lp_reader_info(). */
	const struct lp_info *info;
	size_t info_bytes;
};

/* A place in the chain of sections; all zeros is before the first one. */
struct lp_section_at {
	enum lp_section kind; /* LP_SECT_COUNT: unknown, and may be skipped */
	size_t offset_bytes;  /* of the section's header in the file */
	const unsigned char *payload;
	size_t payload_bytes;
};

/* A file of a "file" section; all zeros is before the first one. */
struct lp_file_at {
	const struct lp_file_entry *entry;
	const char *path; /* entry->path_bytes, not terminated by zero */
	size_t index;
	size_t next_bytes;
};

/*
 * Checks the profile in `data`, section by section.
 *
 * data   borrowed: stays unchanged until the reader is forgotten; aligned to 8
 * error  on failure: byte offset, and what was expected there; may be NULL
 *
 * Returns LP_OK, else LP_NOT_PROFILE, LP_TOO_NEW, LP_TOO_OLD, LP_TRUNCATED,
 * LP_CORRUPT or LP_UNKNOWN_SECTION with `*reader` untouched.
 * Allocates nothing. Any thread.
 */
enum lp_status lp_reader_open(struct lp_reader *reader, const void *data, size_t size,
			      struct lp_error *error);

/* The format version that `data` says it has; 0 if it says none. */
uint32_t lp_reader_version(const void *data, size_t size);

/* The whole of reader->info, which must not be NULL, as today's lineprof would have written it: of
 * an earlier one's samples it is not known what they counted for, and each is taken for a period. */
struct lp_info lp_reader_info(const struct lp_reader *reader);

/* The kind of section that a tag names; LP_SECT_COUNT: it is unknown. */
enum lp_section lp_section_of_tag(const char tag[4]);

/* Moves to the next section; false at the end. */
bool lp_reader_next(const struct lp_reader *reader, struct lp_section_at *at);

/* The records of a section of that kind. */
const struct lp_module *lp_section_module(const struct lp_section_at *at);
const char *lp_section_module_path(const struct lp_section_at *at); /* path_bytes long */
const struct lp_files *lp_section_files(const struct lp_section_at *at);
const struct lp_funcs *lp_section_funcs(const struct lp_section_at *at);
const struct lp_func_entry *lp_section_func_entries(const struct lp_section_at *at);
const unsigned char *lp_section_func_table(const struct lp_section_at *at,
					   const struct lp_func_entry *entry);
const struct lp_selection *lp_section_selection(const struct lp_section_at *at);
/* The pattern of a "Slct" section behind `before`, which is one of it, or the first for NULL; NULL
 * if there is none. */
const char *lp_section_next_pattern(const struct lp_section_at *at, const char *before);
const struct lp_remarks_head *lp_section_remarks(const struct lp_section_at *at);
const void *lp_section_remark_bytes(const struct lp_section_at *at);
const struct lp_thread *lp_section_thread(const struct lp_section_at *at);
const struct lp_counters *lp_section_counters(const struct lp_section_at *at);
const uint64_t *lp_section_counter_values(const struct lp_section_at *at);
const struct lp_links *lp_section_links(const struct lp_section_at *at);
const struct lp_link *lp_section_link_values(const struct lp_section_at *at);
const struct lp_clocks *lp_section_clocks(const struct lp_section_at *at);
const struct lp_clock *lp_section_clock_values(const struct lp_section_at *at);
/* As many; NULL if they are not known. */
const uint64_t *lp_section_clock_array(const struct lp_section_at *at, enum lp_clock_array which);
/* The arrays of an "excl" section, each lp_section_counters()->count long. */
const uint64_t *lp_section_outside(const struct lp_section_at *at);
const uint64_t *lp_section_kept(const struct lp_section_at *at);
const struct lp_region_names *lp_section_region_names(const struct lp_section_at *at);
const struct lp_region_name *lp_section_region_name_values(const struct lp_section_at *at);
const struct lp_regions *lp_section_regions(const struct lp_section_at *at);
const struct lp_region *lp_section_region_values(const struct lp_section_at *at);
const struct lp_steps *lp_section_steps(const struct lp_section_at *at);
const struct lp_step *lp_section_step_values(const struct lp_section_at *at);
const struct lp_ranks *lp_section_ranks(const struct lp_section_at *at);
const struct lp_rank *lp_section_rank_values(const struct lp_section_at *at);
const char *lp_section_rank_strings(const struct lp_section_at *at);
const struct lp_rank_spreads *lp_section_rank_spreads(const struct lp_section_at *at);
const struct lp_rank_spread *lp_section_rank_spread_values(const struct lp_section_at *at);
const struct lp_stacks *lp_section_stacks(const struct lp_section_at *at);
const struct lp_stack_node *lp_section_stack_nodes(const struct lp_section_at *at);
const struct lp_symbols *lp_section_symbols(const struct lp_section_at *at);
const struct lp_symbol_address *lp_section_symbol_addresses(const struct lp_section_at *at);
const struct lp_symbol_frame *lp_section_symbol_frames(const struct lp_section_at *at);
const char *lp_section_symbol_strings(const struct lp_section_at *at);
const struct lp_source_head *lp_section_source(const struct lp_section_at *at);

/* String number `index` of "text" (LP_TEXT_*, the arguments from LP_TEXT_ARGV) or "Prog";
 * NULL if there are not so many. */
const char *lp_section_text(const struct lp_section_at *at, size_t index);

/* Moves to the next file of a "file" section; false at the end. */
bool lp_section_next_file(const struct lp_section_at *at, struct lp_file_at *file);

#endif
