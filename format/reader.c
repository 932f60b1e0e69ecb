/* reader.c: checks a profile in memory and hands out its records. */
#include "format/reader.h"

#include <assert.h>
#include <string.h>

#include "format/payload.h"

static const char *const section_tags[] = {
#define LP_SECTION_TAG(name, tag, repeated, what) [LP_SECT_##name] = (tag),
    LP_SECTION_LIST(LP_SECTION_TAG)
#undef LP_SECTION_TAG
};

static enum lp_status fail(struct lp_error *error, size_t offset_bytes, const char *expected,
			   enum lp_status status)
{
	if (error) {
		error->offset_bytes = offset_bytes;
		error->expected = expected;
		error->head_bytes = 0;
	}
	return status;
}

enum lp_section lp_section_of_tag(const char tag[4])
{
	for (int kind = 0; kind < LP_SECT_COUNT; kind++)
		if (memcmp(section_tags[kind], tag, 4) == 0)
			return (enum lp_section)kind;
	return LP_SECT_COUNT;
}

/* ---- the file ---- */

uint32_t lp_reader_version(const void *data, size_t size)
{
	uint32_t version;

	if (size < 12 || memcmp(data, LP_FILE_MAGIC, 8) != 0)
		return 0;
	memcpy(&version, (const char *)data + 8, sizeof(version));
	return version;
}

static enum lp_status check_header(const unsigned char *data, size_t size, struct lp_error *error)
{
	const struct lp_file_header *const header =
	    (const struct lp_file_header *)(const void *)data;

	if (size == 0)
		return fail(error, 0, "a profile, but the file is empty", LP_NOT_PROFILE);
	if (memcmp(data, LP_FILE_MAGIC, size < 8 ? size : 8) != 0)
		return fail(error, 0, "the signature of a profile", LP_NOT_PROFILE);
	if (size < 12)
		return fail(error, size, "the rest of the header", LP_TRUNCATED);
	if (header->version > LP_FILE_VERSION)
		return fail(error, 8, "a format version known here", LP_TOO_NEW);
	if (header->version < LP_FILE_VERSION)
		return fail(error, 8, "a format version still read", LP_TOO_OLD);
	if (size < sizeof(*header))
		return fail(error, size, "the rest of the header", LP_TRUNCATED);
	if (header->header_bytes < sizeof(*header) || header->header_bytes % 8 != 0)
		return fail(error, 12, "a header size of 64 or a larger multiple of 8", LP_CORRUPT);
	if (header->committed_bytes < header->header_bytes || header->committed_bytes % 8 != 0)
		return fail(error, 16, "sections that begin behind the header", LP_CORRUPT);
	if (header->committed_bytes > size)
		return fail(error, size, "more sections", LP_TRUNCATED);
	return LP_OK;
}

/* Checks the section at `at->offset_bytes` and fills in the rest of `at`. */
static enum lp_status check_section(const struct lp_reader *reader, struct lp_section_at *at,
				    struct lp_error *error)
{
	const size_t rest = reader->size_bytes - at->offset_bytes;
	const struct lp_section_header *const header =
	    (const struct lp_section_header *)(const void *)(reader->data + at->offset_bytes);
	const char *expected;

	if (rest < sizeof(*header))
		return fail(error, at->offset_bytes, "a section header", LP_CORRUPT);
	/* As `rest` is a multiple of 8, what fills up the payload to one is in it, too. */
	if (header->payload_bytes > rest - sizeof(*header))
		return fail(error, at->offset_bytes + 8, "a section that ends within the file",
			    LP_CORRUPT);
	at->kind = lp_section_of_tag(header->tag);
	at->payload = (const unsigned char *)(header + 1);
	at->payload_bytes = (size_t)header->payload_bytes;
	if (at->kind == LP_SECT_COUNT && !(header->tag[0] >= 'A' && header->tag[0] <= 'Z'))
		return fail(error, at->offset_bytes, "a known section", LP_UNKNOWN_SECTION);
	if (at->offset_bytes == reader->header->header_bytes && at->kind != LP_SECT_INFO)
		return fail(error, at->offset_bytes, "the \"info\" section first", LP_CORRUPT);
	expected = lp_payload_check(at);
	return expected ? fail(error, at->offset_bytes, expected, LP_CORRUPT) : LP_OK;
}

static void set_info(struct lp_reader *reader, const struct lp_section_at *at)
{
	reader->info = (const struct lp_info *)(const void *)at->payload;
	reader->info_bytes = at->payload_bytes;
}

static void keep_head(const unsigned char *data, size_t size, struct lp_error *error)
{
	if (!error)
		return;
	error->head_bytes = size < LP_ERROR_HEAD_BYTES ? size : LP_ERROR_HEAD_BYTES;
	if (size > 0)
		memcpy(error->head, data, error->head_bytes);
}

enum lp_status lp_reader_open(struct lp_reader *reader, const void *data, size_t size,
			      struct lp_error *error)
{
	struct lp_reader opened = {.data = (const unsigned char *)data};
	struct lp_section_at at = {0};
	enum lp_status status;

	assert((uintptr_t)data % 8 == 0);
	status = check_header(opened.data, size, error);
	if (status != LP_OK) {
		keep_head(opened.data, size, error);
		return status;
	}
	opened.header = (const struct lp_file_header *)data;
	opened.size_bytes = (size_t)opened.header->committed_bytes;
	at.offset_bytes = opened.header->header_bytes;
	while (at.offset_bytes < opened.size_bytes) {
		status = check_section(&opened, &at, error);
		if (status != LP_OK)
			return status;
		if (at.kind == LP_SECT_INFO)
			set_info(&opened, &at);
		at.offset_bytes +=
		    sizeof(struct lp_section_header) + LP_ROUND_UP_8(at.payload_bytes);
	}
	*reader = opened;
	return LP_OK;
}

struct lp_info lp_reader_info(const struct lp_reader *reader)
{
	struct lp_info info = {.sample_squares = reader->info->samples_taken};

	memcpy(&info, reader->info,
	       reader->info_bytes < sizeof(info) ? reader->info_bytes : sizeof(info));
	return info;
}

bool lp_reader_next(const struct lp_reader *reader, struct lp_section_at *at)
{
	const struct lp_section_header *header;

	if (at->offset_bytes == 0)
		at->offset_bytes = reader->header->header_bytes;
	else
		at->offset_bytes +=
		    sizeof(struct lp_section_header) + LP_ROUND_UP_8(at->payload_bytes);
	if (at->offset_bytes >= reader->size_bytes)
		return false;
	header = (const struct lp_section_header *)(const void *)(reader->data + at->offset_bytes);
	at->kind = lp_section_of_tag(header->tag);
	at->payload = (const unsigned char *)(header + 1);
	at->payload_bytes = (size_t)header->payload_bytes;
	return true;
}

/* ---- records ---- */

const struct lp_module *lp_section_module(const struct lp_section_at *at)
{
	return (const struct lp_module *)(const void *)at->payload;
}

const char *lp_section_module_path(const struct lp_section_at *at)
{
	return (const char *)(at->payload + sizeof(struct lp_module));
}

const struct lp_files *lp_section_files(const struct lp_section_at *at)
{
	return (const struct lp_files *)(const void *)at->payload;
}

const struct lp_funcs *lp_section_funcs(const struct lp_section_at *at)
{
	return (const struct lp_funcs *)(const void *)at->payload;
}

const struct lp_func_entry *lp_section_func_entries(const struct lp_section_at *at)
{
	return (const struct lp_func_entry *)(const void *)(at->payload + sizeof(struct lp_funcs));
}

const unsigned char *lp_section_func_table(const struct lp_section_at *at,
					   const struct lp_func_entry *entry)
{
	const struct lp_func_entry *const entries = lp_section_func_entries(at);

	return (const unsigned char *)(entries + lp_section_funcs(at)->count) + entry->table_offset;
}

const struct lp_selection *lp_section_selection(const struct lp_section_at *at)
{
	return (const struct lp_selection *)(const void *)at->payload;
}

const struct lp_remarks_head *lp_section_remarks(const struct lp_section_at *at)
{
	return (const struct lp_remarks_head *)(const void *)at->payload;
}

const void *lp_section_remark_bytes(const struct lp_section_at *at)
{
	return at->payload + sizeof(struct lp_remarks_head);
}

const struct lp_thread *lp_section_thread(const struct lp_section_at *at)
{
	return (const struct lp_thread *)(const void *)at->payload;
}

const struct lp_counters *lp_section_counters(const struct lp_section_at *at)
{
	return (const struct lp_counters *)(const void *)at->payload;
}

const uint64_t *lp_section_counter_values(const struct lp_section_at *at)
{
	return (const uint64_t *)(const void *)(at->payload + sizeof(struct lp_counters));
}

const struct lp_links *lp_section_links(const struct lp_section_at *at)
{
	return (const struct lp_links *)(const void *)at->payload;
}

const struct lp_link *lp_section_link_values(const struct lp_section_at *at)
{
	return (const struct lp_link *)(const void *)(at->payload + sizeof(struct lp_links));
}

const struct lp_clocks *lp_section_clocks(const struct lp_section_at *at)
{
	return (const struct lp_clocks *)(const void *)at->payload;
}

const struct lp_clock *lp_section_clock_values(const struct lp_section_at *at)
{
	return (const struct lp_clock *)(const void *)(at->payload + sizeof(struct lp_clocks));
}

const uint64_t *lp_section_clock_array(const struct lp_section_at *at, enum lp_clock_array which)
{
	const size_t number = (size_t)which;
	const uint64_t count = lp_section_clocks(at)->count;
	const size_t bytes = at->payload_bytes - sizeof(struct lp_clocks);

	if (bytes / (sizeof(struct lp_clock) + (number + 1) * sizeof(uint64_t)) < count)
		return NULL;
	return (const uint64_t *)(const void *)(lp_section_clock_values(at) + count) +
	       number * count;
}

const uint64_t *lp_section_outside(const struct lp_section_at *at)
{
	return lp_section_counter_values(at);
}

const uint64_t *lp_section_kept(const struct lp_section_at *at)
{
	return lp_section_counter_values(at) + lp_section_counters(at)->count;
}

const struct lp_region_names *lp_section_region_names(const struct lp_section_at *at)
{
	return (const struct lp_region_names *)(const void *)at->payload;
}

const struct lp_region_name *lp_section_region_name_values(const struct lp_section_at *at)
{
	const unsigned char *const values = at->payload + sizeof(struct lp_region_names);

	return (const struct lp_region_name *)(const void *)values;
}

const struct lp_regions *lp_section_regions(const struct lp_section_at *at)
{
	return (const struct lp_regions *)(const void *)at->payload;
}

const struct lp_region *lp_section_region_values(const struct lp_section_at *at)
{
	return (const struct lp_region *)(const void *)(at->payload + sizeof(struct lp_regions));
}

const struct lp_steps *lp_section_steps(const struct lp_section_at *at)
{
	return (const struct lp_steps *)(const void *)at->payload;
}

const struct lp_step *lp_section_step_values(const struct lp_section_at *at)
{
	return (const struct lp_step *)(const void *)(at->payload + sizeof(struct lp_steps));
}

const struct lp_stacks *lp_section_stacks(const struct lp_section_at *at)
{
	return (const struct lp_stacks *)(const void *)at->payload;
}

const struct lp_stack_node *lp_section_stack_nodes(const struct lp_section_at *at)
{
	return (const struct lp_stack_node *)(const void *)(at->payload + sizeof(struct lp_stacks));
}

const struct lp_ranks *lp_section_ranks(const struct lp_section_at *at)
{
	return (const struct lp_ranks *)(const void *)at->payload;
}

const struct lp_rank *lp_section_rank_values(const struct lp_section_at *at)
{
	return (const struct lp_rank *)(const void *)(at->payload + sizeof(struct lp_ranks));
}

const char *lp_section_rank_strings(const struct lp_section_at *at)
{
	return (const char *)(lp_section_rank_values(at) + lp_section_ranks(at)->count);
}

const struct lp_rank_spreads *lp_section_rank_spreads(const struct lp_section_at *at)
{
	return (const struct lp_rank_spreads *)(const void *)at->payload;
}

const struct lp_rank_spread *lp_section_rank_spread_values(const struct lp_section_at *at)
{
	return (const struct lp_rank_spread *)(const void *)(at->payload +
							     sizeof(struct lp_rank_spreads));
}

const struct lp_symbols *lp_section_symbols(const struct lp_section_at *at)
{
	return (const struct lp_symbols *)(const void *)at->payload;
}

const struct lp_symbol_address *lp_section_symbol_addresses(const struct lp_section_at *at)
{
	return (const struct lp_symbol_address *)(const void *)(at->payload +
								sizeof(struct lp_symbols));
}

const struct lp_symbol_frame *lp_section_symbol_frames(const struct lp_section_at *at)
{
	return (
	    const struct lp_symbol_frame *)(const void *)(lp_section_symbol_addresses(at) +
							  lp_section_symbols(at)->address_count);
}

const char *lp_section_symbol_strings(const struct lp_section_at *at)
{
	return (const char *)(lp_section_symbol_frames(at) + lp_section_symbols(at)->frame_count);
}

const struct lp_source_head *lp_section_source(const struct lp_section_at *at)
{
	return (const struct lp_source_head *)(const void *)at->payload;
}

/* String number `index` of those in `bytes` from `text`, each with its zero. */
static const char *string_at(const char *text, size_t bytes, size_t index)
{
	const char *const end = text + bytes;

	for (; index > 0 && text < end; index--)
		text += strlen(text) + 1;
	return text < end ? text : NULL;
}

const char *lp_section_text(const struct lp_section_at *at, size_t index)
{
	return string_at((const char *)at->payload, at->payload_bytes, index);
}

const char *lp_section_next_pattern(const struct lp_section_at *at, const char *before)
{
	const struct lp_selection *const selection = lp_section_selection(at);
	const char *const first = (const char *)(selection + 1);
	const char *const text = before ? before + strlen(before) + 1 : first;

	return text < first + selection->patterns_bytes ? text : NULL;
}

bool lp_section_next_file(const struct lp_section_at *at, struct lp_file_at *file)
{
	if (!file->entry)
		file->next_bytes = sizeof(struct lp_files);
	else
		file->index++;
	if (file->index >= lp_section_files(at)->count)
		return false;
	file->entry = (const struct lp_file_entry *)(const void *)(at->payload + file->next_bytes);
	file->path = (const char *)(file->entry + 1);
	file->next_bytes += sizeof(*file->entry) + LP_ROUND_UP_8(file->entry->path_bytes);
	return true;
}
