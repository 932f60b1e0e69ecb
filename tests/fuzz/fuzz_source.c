/* fuzz_source.c: any bytes as a source: lexer, report, and the screens at two sizes. */
#include <string.h>

#include "tests/fuzz/memory_file.h"
#include "tests/tools/profile_builder.h"
#include "viewer/browse.h"
#include "viewer/screen/lexer.h"
#include "viewer/screen/memory_screen.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SOURCE = 5, LINE = 3 };

/* Each piece is within its line, and the pieces are the line. */
static void lex(const char *text, size_t size)
{
	struct lp_lexer lexer = {0};

	while (size > 0) {
		const char *const end = (const char *)memchr(text, '\n', size);
		const size_t line_bytes = end ? (size_t)(end - text) : size;
		size_t at = 0;

		lp_lexer_begin_line(&lexer);
		while (at < line_bytes) {
			enum lp_style style;
			const size_t piece =
			    lp_lexer_next(&lexer, text + at, line_bytes - at, &style);

			if (piece == 0 || piece > line_bytes - at)
				abort();
			at += piece;
		}
		text += line_bytes + (end != NULL);
		size -= line_bytes + (end != NULL);
	}
}

/* The profile of a program with one function, and with `text` as its source. */
static struct builder profile_of(const void *text, size_t size)
{
	static const char *const texts[] = {"/bin/small", "/home", "host", "", "small"};
	static const uint64_t counters[] = {3, 21};
	const struct lp_info info = {.ticks_per_second = 1000000000, .end_ticks = 100};
	const struct lp_module module = {.text_begin = 0x1000, .text_end = 0x2000};
	const struct lp_thread thread = {.thread = 1, .tid = 7, .name = "main"};
	const struct lp_source_head head = {.path_hash = SOURCE, .text_bytes = size};
	struct small_function function;
	struct builder builder;

	small_function(&function, "small", SOURCE, LINE, NULL);
	builder_begin(&builder, &info);
	builder_text(&builder, texts, sizeof(texts) / sizeof(texts[0]));
	builder_module(&builder, &module, "/bin/small");
	builder_file(&builder, 0, SOURCE, NULL, "/src/small.c");
	builder_funcs(&builder, 0, &function.table, 1);
	builder_thread(&builder, &thread);
	builder_counters(&builder, 0, 1, counters, 2);
	builder_section(&builder, "Srcs", &head, sizeof(head), text, size);
	builder_end(&builder);
	return builder;
}

static void browse(const char *path)
{
	static const char keys[] =
	    "=80x24 Enter show End show Right Right show =20x6 g show + show "
	    "/ \"x Enter show q";
	FILE *const out = fopen("/dev/null", "w");
	struct lp_memory_screen memory;
	struct lp_options options;
	struct lp_profile profile;

	if (!out || lp_profile_open(&profile, path, NULL) != LP_OK)
		abort();
	lp_options_default(&options);
	lp_memory_screen_make(&memory, keys, out);
	lp_browse_on(&memory.screen, &options,
		     &(struct lp_browsed){.profile = &profile, .name = path});
	lp_profile_free(&profile);
	lp_options_free(&options);
	fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct memory_file file;
	struct builder builder = profile_of(data, size);

	lex((const char *)data, size);
	browse(memory_file_fill(&file, builder.data, builder.size));
	free(builder.data);
	return 0;
}
