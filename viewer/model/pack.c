/* pack.c: a copy of a profile that needs neither the binaries nor the sources. */
#include "viewer/model/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/compress.h"
#include "viewer/model/frames.h"
#include "viewer/model/sites.h"
#include "viewer/model/source.h"

/* The strings of a "Symb" section, each once. */
struct strings {
	struct lp_image bytes; /* only for its growing */
	struct lp_map offsets; /* hash of a text to its offset */
};

struct packing {
	const struct lp_profile *profile;
	struct lp_image *image;
	struct lp_pack_result *result;
	const struct lp_source_paths *paths;
	uint64_t text_bytes; /* of all sources so far */
};

/* ---- symbols ---- */

/* The offset of `text`; texts whose hashes are the same would be taken for the same. */
static uint32_t offset_of(struct strings *strings, const char *text)
{
	const size_t size = strlen(text) + 1;
	uint32_t *const offset = lp_map_at(&strings->offsets, lp_hash(text, size));

	if (!offset) {
		strings->bytes.failed = true;
		return 0;
	}
	if (*offset == LP_MAP_NONE) {
		*offset = (uint32_t)strings->bytes.size;
		lp_image_put(&strings->bytes, text, size);
	}
	return *offset;
}

static void put_addresses(struct lp_image *image, const struct lp_symbol_query *queries,
			  size_t count)
{
	uint32_t frames = 0;

	for (size_t i = 0; i < count; i++) {
		const struct lp_symbol_address address = {
		    .address = queries[i].address,
		    .is_leaf = queries[i].is_leaf,
		    .first_frame = frames,
		    .frame_count = (uint32_t)queries[i].frame_count,
		    .called_count = (uint32_t)queries[i].called_count,
		};

		frames += address.frame_count + address.called_count;
		lp_image_put(image, &address, sizeof(address));
	}
}

static void put_frames(struct lp_image *image, struct strings *strings,
		       const struct lp_symbol_query *queries, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < queries[i].frame_count + queries[i].called_count; k++) {
			const struct lp_frame *const from = &queries[i].frames[k];
			const struct lp_symbol_frame frame = {
			    .linkage_name = offset_of(strings, from->linkage_name),
			    .declared_in = offset_of(strings, from->declared_in),
			    .declared_line = from->declared_line,
			    .file = offset_of(strings, from->file),
			    .line = from->line,
			};

			lp_image_put(image, &frame, sizeof(frame));
		}
}

/* Writes a "Symb" section; its head is completed when the strings are known. */
static void put_symbols(struct lp_image *image, uint32_t module,
			const struct lp_symbol_query *queries, size_t count, const char *trouble)
{
	struct lp_symbols head = {.module = module, .address_count = (uint32_t)count};
	struct strings strings = {.offsets = {0}};
	size_t head_at;

	offset_of(&strings, "");
	head.trouble = offset_of(&strings, trouble ? trouble : "");
	lp_image_open(image, LP_SECT_SYMBOLS);
	head_at = image->size;
	lp_image_put(image, &head, sizeof(head));
	put_addresses(image, queries, count);
	for (size_t i = 0; i < count; i++)
		head.frame_count += (uint32_t)(queries[i].frame_count + queries[i].called_count);
	put_frames(image, &strings, queries, count);
	head.string_bytes = (uint32_t)strings.bytes.size;
	lp_image_put(image, strings.bytes.data, strings.bytes.size);
	image->failed |= strings.bytes.failed;
	if (!image->failed)
		memcpy(image->data + head_at, &head, sizeof(head));
	lp_image_close(image);
	free(strings.bytes.data);
	lp_map_free(&strings.offsets);
}

/* Looks up `count` sites, all of one object, and writes what it finds. */
static enum lp_status pack_object(struct packing *packing, const struct lp_site *sites,
				  size_t count)
{
	const struct lp_object *const object = &packing->profile->objects[sites->object];
	struct lp_symbol_query *const queries =
	    (struct lp_symbol_query *)calloc(count, sizeof(*queries));
	struct lp_arena arena = {0};
	const char *trouble = NULL;
	enum lp_status status;

	if (!queries)
		return LP_MEMORY;
	for (size_t i = 0; i < count; i++)
		queries[i] = lp_site_query(&sites[i], object);
	status = lp_frames_find(packing->profile, object, queries, count, &arena, &trouble);
	if (status == LP_OK)
		put_symbols(packing->image, sites->object, queries, count, trouble);
	if (trouble) {
		packing->result->trouble = trouble;
		packing->result->trouble_in = object->path;
	}
	free(queries);
	lp_arena_free(&arena);
	return status;
}

static enum lp_status pack_symbols(struct packing *packing)
{
	struct lp_sites sites;
	enum lp_status status = lp_sites_collect(&sites, packing->profile);

	for (size_t begin = 0, end; begin < sites.site_count && status == LP_OK; begin = end) {
		for (end = begin; end < sites.site_count; end++)
			if (sites.sites[end].object != sites.sites[begin].object)
				break;
		if (sites.sites[begin].object != LP_NO_INDEX)
			status = pack_object(packing, &sites.sites[begin], end - begin);
	}
	lp_sites_free(&sites);
	return status;
}

/* ---- sources ---- */

static void count_missing(struct lp_pack_result *result, const struct lp_source *source,
			  const struct lp_source_text *text)
{
	const char *const why = lp_source_trouble(text);

	if (!why) {
		result->missing_count++;
		return;
	}
	if (result->unreadable_count++ > 0)
		return;
	result->unreadable = source->path;
	snprintf(result->unreadable_why, sizeof(result->unreadable_why), "%s", why);
}

static enum lp_status pack_source(struct packing *packing, const struct lp_source *source)
{
	struct lp_source_text text;
	enum lp_status status = lp_source_read(&text, source, packing->paths);

	if (status != LP_OK)
		return status;
	if (text.state == LP_SOURCE_MISSING) {
		count_missing(packing->result, source, &text);
	} else if (text.size_bytes > LP_SOURCES_BYTES_MOST - packing->text_bytes) {
		packing->result->large_count++;
	} else if (text.state == LP_SOURCE_CHANGED) {
		/* In the profile it would stand before the right one, wherever that is. */
		packing->result->changed_count++;
	} else {
		lp_compress_source(packing->image, source->path_hash, text.data, text.size_bytes);
		packing->text_bytes += text.size_bytes;
		packing->result->source_count++;
	}
	lp_source_free(&text);
	return LP_OK;
}

/* Those with lines of the program; lines are sorted by source. */
static enum lp_status pack_sources(struct packing *packing)
{
	const struct lp_profile *const profile = packing->profile;
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < profile->line_count && status == LP_OK; i++)
		if (i == 0 || profile->lines[i].source != profile->lines[i - 1].source)
			status = pack_source(packing, &profile->sources[profile->lines[i].source]);
	return status;
}

/* ---- all ---- */

/* What the packed profile says anew, or has no use for. */
static bool is_left_out(enum lp_section kind)
{
	return kind == LP_SECT_SYMBOLS || kind == LP_SECT_SOURCE || kind == LP_SECT_PADDING;
}

static void copy_sections(struct packing *packing)
{
	const struct lp_reader *const reader = &packing->profile->reader;
	struct lp_section_at at = {0};

	while (lp_reader_next(reader, &at))
		/* The bytes of the next section begin at a multiple of 8. */
		if (!is_left_out(at.kind))
			lp_image_put(packing->image, reader->data + at.offset_bytes,
				     sizeof(struct lp_section_header) +
					 ((at.payload_bytes + 7) & ~(size_t)7));
}

enum lp_status lp_pack(const struct lp_profile *profile, const struct lp_source_paths *paths,
		       struct lp_image *image, struct lp_pack_result *result)
{
	struct packing packing = {
	    .profile = profile, .image = image, .result = result, .paths = paths};
	enum lp_status status;

	memset(result, 0, sizeof(*result));
	lp_image_begin(image, profile->reader.header);
	copy_sections(&packing);
	status = pack_symbols(&packing);
	if (status == LP_OK)
		status = pack_sources(&packing);
	lp_image_end(image);
	return status == LP_OK && image->failed ? LP_MEMORY : status;
}
