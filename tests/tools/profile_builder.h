/*
 * profile_builder.h: writes profiles for tests, section by section, in memory.
 * Deliberately not by format/writer.h: reader and writer should not agree on the
 * same mistake.
 */
#ifndef LINEPROF_TESTS_TOOLS_PROFILE_BUILDER_H
#define LINEPROF_TESTS_TOOLS_PROFILE_BUILDER_H

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "format/layout.h"
#include "format/table.h"

struct builder {
	unsigned char *data; /* the profile; free() */
	size_t size;
	size_t capacity;
	size_t section; /* where the open section's header is; 0: none is open */
};

static inline void builder_put(struct builder *builder, const void *data, size_t size)
{
	if (builder->capacity < builder->size + size + 8) {
		builder->capacity = 2 * (builder->size + size + 8);
		builder->data = (unsigned char *)realloc(builder->data, builder->capacity);
	}
	if (!builder->data)
		abort();
	if (size > 0)
		memcpy(builder->data + builder->size, data, size);
	builder->size += size;
}

static inline void builder_align(struct builder *builder)
{
	static const unsigned char zeros[8];

	builder_put(builder, zeros, -builder->size & 7);
}

static inline void builder_begin_section(struct builder *builder, const char *tag)
{
	struct lp_section_header header = {.payload_bytes = 0};

	memcpy(header.tag, tag, 4);
	builder->section = builder->size;
	builder_put(builder, &header, sizeof(header));
}

static inline void builder_end_section(struct builder *builder)
{
	const uint64_t bytes = builder->size - builder->section - sizeof(struct lp_section_header);

	memcpy(builder->data + builder->section + offsetof(struct lp_section_header, payload_bytes),
	       &bytes, sizeof(bytes));
	builder_align(builder);
}

/* A section with a fixed part and what follows it. */
static inline void builder_section(struct builder *builder, const char *tag, const void *head,
				   size_t head_size, const void *rest, size_t rest_size)
{
	builder_begin_section(builder, tag);
	builder_put(builder, head, head_size);
	builder_put(builder, rest, rest_size);
	builder_end_section(builder);
}

static inline void builder_begin(struct builder *builder, const struct lp_info *info)
{
	struct lp_file_header header = {
	    .version = LP_FILE_VERSION,
	    .header_bytes = sizeof(header),
	    .state = LP_FILE_FINISHED,
	    .pid = 4711,
	    .start_unix_ns = UINT64_C(1700000000000000000),
	};

	memcpy(header.magic, LP_FILE_MAGIC, 8);
	memset(builder, 0, sizeof(*builder));
	builder_put(builder, &header, sizeof(header));
	builder_section(builder, "info", info, sizeof(*info), NULL, 0);
}

static inline struct lp_file_header *builder_header(const struct builder *builder)
{
	return (struct lp_file_header *)(void *)builder->data;
}

static inline void builder_end(struct builder *builder)
{
	builder_header(builder)->committed_bytes = builder->size;
}

static inline void builder_text(struct builder *builder, const char *const *strings, size_t count)
{
	builder_begin_section(builder, "text");
	for (size_t i = 0; i < count; i++)
		builder_put(builder, strings[i], strlen(strings[i]) + 1);
	builder_end_section(builder);
}

static inline void builder_module(struct builder *builder, const struct lp_module *module,
				  const char *path)
{
	struct lp_module head = *module;

	head.path_bytes = (uint32_t)strlen(path);
	builder_section(builder, "modl", &head, sizeof(head), path, strlen(path));
}

/* One file; tables name it by its hash. */
static inline void builder_file(struct builder *builder, uint32_t module, uint64_t hash,
				const unsigned char *digest, const char *path)
{
	const struct lp_files head = {.module = module, .count = 1};
	struct lp_file_entry entry = {.path_hash = hash, .path_bytes = (uint32_t)strlen(path)};

	if (digest)
		memcpy(entry.digest, digest, sizeof(entry.digest));
	builder_begin_section(builder, "file");
	builder_put(builder, &head, sizeof(head));
	builder_put(builder, &entry, sizeof(entry));
	builder_put(builder, path, strlen(path));
	builder_align(builder);
	builder_end_section(builder);
}

/* The name_hash of a function. */
static inline uint64_t builder_name_hash(const char *linkage_name)
{
	return lp_hash(linkage_name, strlen(linkage_name));
}

static inline void builder_funcs(struct builder *builder, uint32_t module,
				 const struct lp_table *tables, uint32_t count)
{
	const struct lp_funcs head = {.module = module, .count = count};
	struct lp_bytes bytes = {0};
	uint32_t counters = 0;

	builder_begin_section(builder, "func");
	builder_put(builder, &head, sizeof(head));
	for (uint32_t i = 0; i < count; i++) {
		struct lp_func_entry entry = {
		    .name_hash = lp_hash(tables[i].linkage_name, tables[i].linkage_name_bytes),
		    .first_counter = counters,
		    .counter_count = (uint32_t)lp_table_counter_count(&tables[i]),
		    .table_offset = (uint32_t)bytes.size,
		};

		lp_table_encode(&tables[i], &bytes);
		entry.table_bytes = (uint32_t)bytes.size - entry.table_offset;
		entry.graph_hash = lp_hash(bytes.data + entry.table_offset, entry.table_bytes);
		counters += entry.counter_count;
		builder_put(builder, &entry, sizeof(entry));
	}
	builder_put(builder, bytes.data, bytes.size);
	builder_end_section(builder);
	free(bytes.data);
}

/* A remark; texts are never shared. All numbers are below 128, as are sizes of texts. */
static inline void builder_remark(struct builder *builder, unsigned line_step, unsigned kind,
				  unsigned value, const char *subject, const char *detail)
{
	const unsigned char head[] = {(unsigned char)line_step, (unsigned char)kind, 1,
				      (unsigned char)value};
	const char *const texts[] = {subject, detail};

	builder_put(builder, head, sizeof(head));
	for (int i = 0; i < 2; i++) {
		const unsigned char begin[] = {0, (unsigned char)strlen(texts[i])};

		builder_put(builder, begin, sizeof(begin));
		builder_put(builder, texts[i], strlen(texts[i]));
	}
}

/* One chunk of remarks on the file `hash`, as builder_remark() wrote them into `body`, which it
 * frees. At most 16383 bytes with what is before them. */
static inline void builder_remarks(struct builder *builder, uint32_t module, uint64_t hash,
				   struct builder *body, unsigned left_out)
{
	const size_t chunk = sizeof(hash) + 1 + body->size;
	const unsigned char size[] = {(unsigned char)(chunk | 0x80), (unsigned char)(chunk >> 7)};
	const unsigned char rest = (unsigned char)left_out;
	const struct lp_remarks_head head = {.module = module,
					     .bytes = (uint32_t)(sizeof(size) + chunk)};

	builder_begin_section(builder, "Rmrk");
	builder_put(builder, &head, sizeof(head));
	builder_put(builder, size, sizeof(size));
	builder_put(builder, &hash, sizeof(hash));
	builder_put(builder, &rest, 1);
	builder_put(builder, body->data, body->size);
	builder_end_section(builder);
	free(body->data);
}

static inline void builder_thread(struct builder *builder, const struct lp_thread *thread)
{
	builder_section(builder, "thrd", thread, sizeof(*thread), NULL, 0);
}

static inline void builder_counters(struct builder *builder, uint32_t module, uint32_t thread,
				    const uint64_t *values, uint64_t count)
{
	const struct lp_counters head = {.module = module, .thread = thread, .count = count};

	builder_section(builder, "coun", &head, sizeof(head), values, count * sizeof(*values));
}

static inline void builder_clocks(struct builder *builder, uint32_t module, uint32_t thread,
				  const struct lp_clock *clocks, uint64_t count)
{
	const struct lp_clocks head = {.module = module, .thread = thread, .count = count};

	builder_section(builder, "clok", &head, sizeof(head), clocks, count * sizeof(*clocks));
}

/* The same with LP_CLOCK_ARRAYS arrays, as far as they are not NULL: as lineprof writes it. */
static inline void builder_clocks_arrays(struct builder *builder, uint32_t module, uint32_t thread,
					 const struct lp_clock *clocks,
					 const uint64_t *const *arrays, uint64_t count)
{
	const size_t clocks_bytes = count * sizeof(*clocks), array_bytes = count * sizeof(**arrays);
	size_t bytes = sizeof(struct lp_clocks) + clocks_bytes;
	struct lp_clocks *const head =
	    (struct lp_clocks *)malloc(bytes + LP_CLOCK_ARRAYS * array_bytes);

	if (!head)
		abort();
	*head = (struct lp_clocks){.module = module, .thread = thread, .count = count};
	memcpy(head + 1, clocks, clocks_bytes);
	for (int i = 0; i < LP_CLOCK_ARRAYS && arrays[i]; i++, bytes += array_bytes)
		memcpy((char *)head + bytes, arrays[i], array_bytes);
	builder_section(builder, "clok", head, bytes, NULL, 0);
	free(head);
}

static inline void builder_stacks(struct builder *builder, const struct lp_stack_node *nodes,
				  uint32_t count)
{
	const struct lp_stacks head = {.capacity = count, .first = 0};

	builder_section(builder, "stak", &head, sizeof(head), nodes, count * sizeof(*nodes));
}

/* The symbols of one address, of a sample or else where a call returns to, in `function` at `line`
 * of `file`, where it is declared, too, at `declared_line`. */
static inline void builder_symbols_at(struct builder *builder, uint32_t module, uint64_t address,
				      bool is_leaf, const char *function, const char *file,
				      uint32_t declared_line, uint32_t line)
{
	const uint32_t name_bytes = (uint32_t)strlen(function) + 1;
	const uint32_t file_bytes = (uint32_t)strlen(file) + 1;
	const struct lp_symbols head = {
	    .module = module,
	    .address_count = 1,
	    .frame_count = 1,
	    .string_bytes = 1 + name_bytes + file_bytes,
	};
	const struct lp_symbol_address at = {
	    .address = address, .is_leaf = is_leaf, .frame_count = 1};
	const struct lp_symbol_frame frame = {
	    .linkage_name = 1,
	    .declared_in = 1 + name_bytes,
	    .declared_line = declared_line,
	    .file = 1 + name_bytes,
	    .line = line,
	};

	builder_begin_section(builder, "Symb");
	builder_put(builder, &head, sizeof(head));
	builder_put(builder, &at, sizeof(at));
	builder_put(builder, &frame, sizeof(frame));
	builder_put(builder, "", 1);
	builder_put(builder, function, name_bytes);
	builder_put(builder, file, file_bytes);
	builder_end_section(builder);
}

/* The same of one that is declared on that line. */
static inline void builder_symbols(struct builder *builder, uint32_t module, uint64_t address,
				   bool is_leaf, const char *function, const char *file,
				   uint32_t line)
{
	builder_symbols_at(builder, module, address, is_leaf, function, file, line, line);
}

/* The text of a source, as it is. */
static inline void builder_source(struct builder *builder, uint64_t path_hash, const char *text)
{
	const struct lp_source_head head = {.path_hash = path_hash, .text_bytes = strlen(text)};

	builder_section(builder, "Srcs", &head, sizeof(head), text, strlen(text));
}

/* A small function for tests: an entry, a body that runs in a loop, a way out.
 * Counters: entries, passes of the body. Lines: the loop, the body, the return. */
enum { SMALL_EDGES = 4, SMALL_LINES = 3, SMALL_TERMS = 4, SMALL_COUNTERS = 2 };

struct small_function {
	uint64_t file;
	struct lp_edge edges[SMALL_EDGES];
	struct lp_table_line lines[SMALL_LINES];
	struct lp_term terms[SMALL_TERMS];
	struct lp_call call;
	struct lp_table table;
};

/*
 * Fills in `small`, which must stay where it is. Nodes: 1 the loop's head, 2 its
 * body; the lines `line` + 1, + 2 and + 3 are hit entries + passes, passes and
 * entries times. `callee`, if any, is called from the body.
 */
static inline void small_function(struct small_function *small, const char *name, uint64_t file,
				  uint32_t line, const char *callee)
{
	*small = (struct small_function){
	    .file = file,
	    .edges = {{0, 1, LP_EDGE_ENTRY | LP_EDGE_COUNTED},
		      {1, 2, LP_EDGE_COUNTED},
		      {2, 1, LP_EDGE_BACK},
		      {1, 0, LP_EDGE_RETURN}},
	    .lines = {{0, line + 1, 0, 1}, {0, line + 2, 1, 1}, {0, line + 3, 2, 1}},
	    .terms = {{0, 1}, {0, 2}, {1, 3}},
	};
	small->table = (struct lp_table){
	    .linkage_name = name,
	    .linkage_name_bytes = strlen(name),
	    .name = name,
	    .name_bytes = strlen(name),
	    .line = line,
	    .end_line = line + 4,
	    .node_count = 3,
	    .files = &small->file,
	    .file_count = 1,
	    .edges = small->edges,
	    .edge_count = SMALL_EDGES,
	    .lines = small->lines,
	    .line_count = SMALL_LINES,
	    .terms = small->terms,
	    .term_count = 3,
	};
	if (callee) {
		small->call = (struct lp_call){0, line + 2, 2, builder_name_hash(callee), 0};
		small->table.calls = &small->call;
		small->table.call_count = 1;
	}
}

#endif
