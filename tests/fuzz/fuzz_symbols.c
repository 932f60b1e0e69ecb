/* fuzz_symbols.c: any bytes as a binary: build id, the DWARF of addresses all over its code, and
 * the code around them. */
#include "tests/fuzz/memory_file.h"
#include "viewer/model/binary.h"
#include "viewer/model/symbols.h"
#include "viewer/model/waited.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { QUERIES = 160, STEP = 8, TEXT_BEGIN = 0x1000 }; /* the code of the seeds lies there */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct memory_file file;
	struct lp_symbol_query queries[QUERIES];
	struct lp_waited waited[QUERIES];
	struct lp_arena arena = {0};
	unsigned char id[20];
	size_t id_bytes = 0;
	const char *const path = memory_file_fill(&file, data, size);

	for (size_t i = 0; i < QUERIES; i++)
		queries[i] = (struct lp_symbol_query){
		    .address = TEXT_BEGIN + i * STEP,
		    .is_leaf = i % 2 == 0,
		};
	lp_binary_id(path, id, sizeof(id), &id_bytes);
	lp_binary_debug_is_zstd(path);
	lp_symbols_find(path, queries, QUERIES, &arena);
	lp_waited_find(path, queries, QUERIES, waited);
	/* Whatever the DWARF says. */
	for (size_t i = 0; i < QUERIES; i++) {
		queries[i].code_begin = TEXT_BEGIN;
		queries[i].code_end = TEXT_BEGIN + QUERIES * STEP;
	}
	lp_waited_find(path, queries, QUERIES, waited);
	lp_arena_free(&arena);
	return 0;
}
