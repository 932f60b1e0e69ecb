/* load.c: the sections of a profile as rows of the model. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/by_module.h"
#include "viewer/model/run_life.h"
#include "viewer/model/saturating.h"
#include "viewer/model/source.h"
#include "viewer/model/steps.h"
#include "viewer/model/thread_life.h"

/* How many rows of each kind there will be. */
struct sizes {
	size_t objects;
	size_t sources;
	size_t threads;
	size_t variants;
};

static enum lp_status corrupt(const struct lp_section_at *at, const char *expected,
			      struct lp_error *error)
{
	if (error) {
		error->offset_bytes = at->offset_bytes;
		error->expected = expected;
	}
	return LP_CORRUPT;
}

static struct sizes count_rows(const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	struct sizes sizes = {0};

	while (lp_reader_next(reader, &at)) {
		if (at.kind == LP_SECT_MODULE)
			sizes.objects++;
		else if (at.kind == LP_SECT_FILES)
			sizes.sources += lp_section_files(&at)->count;
		else if (at.kind == LP_SECT_THREAD)
			sizes.threads++;
		else if (at.kind == LP_SECT_FUNCS)
			sizes.variants += lp_section_funcs(&at)->count;
	}
	return sizes;
}

static enum lp_status allocate_rows(struct lp_profile *profile, const struct sizes *sizes)
{
	profile->objects =
	    (struct lp_object *)calloc(sizes->objects + 1, sizeof(*profile->objects));
	/* One more, for files that no section names. */
	profile->sources =
	    (struct lp_source *)calloc(sizes->sources + 1, sizeof(*profile->sources));
	profile->threads =
	    (struct lp_thread_row *)calloc(sizes->threads + 1, sizeof(*profile->threads));
	profile->variants =
	    (struct lp_variant *)calloc(sizes->variants + 1, sizeof(*profile->variants));
	return profile->objects && profile->sources && profile->threads && profile->variants
		   ? LP_OK
		   : LP_MEMORY;
}

/* The strings of "text" or "Prog" from number `first` on; the caller frees the array. */
static enum lp_status load_strings(const struct lp_section_at *at, size_t first,
				   const char ***strings, size_t *count)
{
	const char *next = lp_section_text(at, first);
	size_t all = 0;

	for (size_t i = 0; i < at->payload_bytes; i++)
		all += at->payload[i] == 0;
	free(*strings);
	*count = all > first ? all - first : 0;
	*strings = (const char **)calloc(*count + 1, sizeof(**strings));
	if (!*strings)
		return LP_MEMORY;
	for (size_t i = 0; i < *count; i++, next += strlen(next) + 1)
		(*strings)[i] = next;
	return LP_OK;
}

static enum lp_status load_text(struct lp_profile *profile, const struct lp_section_at *at)
{
	profile->program = lp_section_text(at, LP_TEXT_PROGRAM);
	profile->cwd = lp_section_text(at, LP_TEXT_CWD);
	profile->host = lp_section_text(at, LP_TEXT_HOST);
	profile->engine_note = lp_section_text(at, LP_TEXT_ENGINE_NOTE);
	return load_strings(at, LP_TEXT_ARGV, &profile->arguments, &profile->argument_count);
}

static enum lp_status load_object(struct lp_profile *profile, const struct lp_section_at *at,
				  struct lp_error *error)
{
	const struct lp_module *const module = lp_section_module(at);
	struct lp_object *const object = &profile->objects[profile->object_count];

	if (module->module != profile->object_count)
		return corrupt(at, "modules numbered in their order", error);
	object->module = module;
	object->path =
	    lp_arena_copy(&profile->arena, lp_section_module_path(at), module->path_bytes);
	profile->object_count++;
	return object->path ? LP_OK : LP_MEMORY;
}

static enum lp_status load_sources(struct lp_profile *profile, const struct lp_section_at *at)
{
	struct lp_file_at file = {0};

	while (lp_section_next_file(at, &file)) {
		struct lp_source *const source = &profile->sources[profile->source_count++];

		source->path_hash = file.entry->path_hash;
		memcpy(source->digest, file.entry->digest, sizeof(source->digest));
		source->path = lp_arena_copy(&profile->arena, file.path, file.entry->path_bytes);
		if (!source->path)
			return LP_MEMORY;
	}
	return LP_OK;
}

static enum lp_status load_variants(struct lp_profile *profile, const struct lp_section_at *at,
				    struct lp_error *error)
{
	const struct lp_funcs *const funcs = lp_section_funcs(at);
	const struct lp_func_entry *const entries = lp_section_func_entries(at);
	struct lp_object *object;

	if (funcs->module >= profile->object_count)
		return corrupt(at, "functions of a module that came before", error);
	object = &profile->objects[funcs->module];
	object->first_variant = (uint32_t)profile->variant_count;
	object->variant_count = funcs->count;
	for (uint32_t i = 0; i < funcs->count; i++) {
		struct lp_variant *const variant = &profile->variants[profile->variant_count++];

		variant->entry = &entries[i];
		variant->table = lp_section_func_table(at, &entries[i]);
		variant->object = funcs->module;
		variant->function = LP_NO_INDEX;
	}
	return LP_OK;
}

static enum lp_status load_thread(struct lp_profile *profile, const struct lp_section_at *at,
				  struct lp_error *error)
{
	struct lp_thread_row *const row = &profile->threads[profile->thread_count];
	const struct lp_thread *const thread = lp_section_thread(at);

	uint32_t *const number = lp_map_at(&profile->thread_numbers, thread->thread);

	if (!number)
		return LP_MEMORY;
	if (*number != LP_MAP_NONE)
		return corrupt(at, "each thread only once", error);
	*number = (uint32_t)profile->thread_count;
	row->thread = thread;
	memcpy(row->name, thread->name, sizeof(thread->name));
	/* The sum has a section for each of its runs' ones. */
	assert(profile->thread_count < profile->thread_run_count);
	row->run = profile->thread_runs[profile->thread_count];
	row->lifetime_ticks = lp_thread_life_ticks(&profile->reader, thread);
	lp_add_to(&profile->lifetime_ticks, row->lifetime_ticks);
	profile->thread_count++;
	return LP_OK;
}

static enum lp_status load_section(struct lp_profile *profile, const struct lp_section_at *at,
				   struct lp_error *error)
{
	switch (at->kind) {
	case LP_SECT_TEXT:
		return load_text(profile, at);
	case LP_SECT_PROGRAMS:
		return load_strings(at, 0, &profile->programs, &profile->program_count);
	case LP_SECT_MODULE:
		return load_object(profile, at, error);
	case LP_SECT_FILES:
		return load_sources(profile, at);
	case LP_SECT_FUNCS:
		return load_variants(profile, at, error);
	case LP_SECT_THREAD:
		return load_thread(profile, at, error);
	default:
		return LP_OK; /* live numbers, read when they are needed */
	}
}

static int by_path(const void *left, const void *right)
{
	const struct lp_source *const a = (const struct lp_source *)left;
	const struct lp_source *const b = (const struct lp_source *)right;
	const int order = strcmp(a->path, b->path);

	return order ? order : (a->path_hash > b->path_hash) - (a->path_hash < b->path_hash);
}

/* Several modules name the same headers. */
static void sort_sources(struct lp_profile *profile)
{
	size_t kept = 0;

	qsort(profile->sources, profile->source_count, sizeof(*profile->sources), by_path);
	for (size_t i = 0; i < profile->source_count; i++)
		if (kept == 0 ||
		    profile->sources[kept - 1].path_hash != profile->sources[i].path_hash)
			profile->sources[kept++] = profile->sources[i];
	profile->source_count = kept;
}

static bool number_source(struct lp_profile *profile, uint64_t path_hash, size_t index)
{
	uint32_t *const number = lp_map_at(&profile->source_numbers, path_hash);

	if (!number)
		return false;
	*number = (uint32_t)index;
	return true;
}

/* Of the `count` sources of one path from `first` on that whose text nobody knows, as of what was
 * preprocessed before; `count` if there is none. */
static size_t find_unknown(const struct lp_source *first, size_t count)
{
	size_t at = 0;

	while (at < count && lp_source_is_known(&first[at]))
		at++;
	return at;
}

/* Numbers the sources. Whose text is not known is the other one of the path, where there is one. */
static bool number_sources(struct lp_profile *profile)
{
	struct lp_source *const sources = profile->sources;
	size_t kept = 0;

	for (size_t i = 0, count; i < profile->source_count; i += count) {
		size_t unknown;

		for (count = 1; i + count < profile->source_count &&
				strcmp(sources[i].path, sources[i + count].path) == 0;)
			count++;
		unknown = count == 2 ? find_unknown(&sources[i], count) : count;
		if (unknown < count &&
		    !number_source(profile, sources[i + unknown].path_hash, kept))
			return false;
		for (size_t at = 0; at < count; at++) {
			if (at == unknown)
				continue;
			sources[kept] = sources[i + at];
			if (!number_source(profile, sources[kept].path_hash, kept))
				return false;
			kept++;
		}
	}
	profile->source_count = kept;
	return true;
}

/* Notes where in the profile the texts of sources are, if it is a packed one. */
static enum lp_status note_packed(struct lp_profile *profile, struct lp_error *error)
{
	struct lp_section_at at = {0};
	uint64_t text_bytes = 0;

	while (lp_reader_next(&profile->reader, &at)) {
		const struct lp_source_head *const head = lp_section_source(&at);
		uint32_t number;

		if (at.kind != LP_SECT_SOURCE)
			continue;
		text_bytes += head->text_bytes;
		if (text_bytes > LP_SOURCES_BYTES_MOST)
			return corrupt(&at, "sources of at most 256 MiB together", error);
		number = lp_map_find(&profile->source_numbers, head->path_hash);
		if (number == LP_MAP_NONE || profile->sources[number].path_hash != head->path_hash)
			continue;
		profile->sources[number].packed = head;
		profile->sources[number].packed_bytes = at.payload_bytes;
	}
	return LP_OK;
}

enum lp_status lp_load(struct lp_profile *profile, struct lp_error *error)
{
	const struct sizes sizes = count_rows(&profile->reader);
	struct lp_section_at at = {0};
	enum lp_status status = allocate_rows(profile, &sizes);

	if (status == LP_OK)
		status = lp_by_module_note(profile);
	if (status == LP_OK && profile->reader.info)
		status = lp_run_info(&profile->reader, &profile->info);
	profile->program = profile->cwd = profile->host = profile->engine_note = "";
	while (status == LP_OK && lp_reader_next(&profile->reader, &at))
		status = load_section(profile, &at, error);
	if (status != LP_OK)
		return status;
	sort_sources(profile);
	status = number_sources(profile) ? note_packed(profile, error) : LP_MEMORY;
	if (status != LP_OK)
		return status;
	return profile->object_count > 0 ? LP_OK : LP_EMPTY;
}
