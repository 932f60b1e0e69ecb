/* foreign_files.c: what a file is that is no profile of lineprof's, and who shows it. */
#include "viewer/foreign_files.h"

#include <string.h>

/*
 * How files begin, the least and the most that the next byte may be, what they are and a hint.
 * perf: perf.data-file-format.txt of Linux. gprof: gmon_out.h of binutils. Callgrind: cl-format of
 * its manual. LLVM: InstrProfData.inc. gcov: gcov-io.h of GCC. Python: its modules pickle, whose
 * protocols 2 to 5 kernprof's *.lprof are, and marshal, of which cProfile's files are a dictionary.
 */
#define FOREIGN_LIST(X)                                                                            \
	X("\x80", 2, 5, "a profile of Python's line_profiler",                                     \
	  "python3 -m line_profiler shows such files")                                             \
	X("\xfb", 0x29, 0xa9, "a profile of Python's cProfile",                                    \
	  "python3 -m pstats shows such files")                                                    \
	X("\x7f\x45LF", 0, 255, "a program",                                                       \
	  "it writes its profile when it runs, compiled with -fplugin=liblineprof.so")             \
	X("PERFILE2", 0, 255, "perf's", "perf report -i FILE shows such files")                    \
	X("gmon", 0, 255, "gprof's", "gprof PROGRAM FILE shows such files")                        \
	X("# callgrind format", 0, 255, "Callgrind's",                                             \
	  "callgrind_annotate and KCachegrind show such files")                                    \
	X("\x81rforpl", 0, 255, "of LLVM's instrumentation",                                       \
	  "llvm-profdata merges such files, llvm-cov shows them")                                  \
	X("\xfflprofi", 0, 255, "of LLVM's instrumentation", "llvm-cov shows such files")          \
	X("adcg", 0, 255, "gcov's", "gcov shows such files")                                       \
	X("\x1f\x8b", 0, 255, "compressed", "gzip -dc FILE | lpview - reads it, if it is one")     \
	X("\x28\xb5\x2f\xfd", 0, 255, "compressed",                                                \
	  "zstd -dc FILE | lpview - reads it, if it is one")                                       \
	X("\xfd\x37zXZ", 0, 255, "compressed", "xz -dc FILE | lpview - reads it, if it is one")    \
	X("{\n  \"schema\": \"lineprof\"", 0, 255, "what lpview --json wrote",                     \
	  "lpview reads the profile that it was made of")

static const struct beginning {
	const char *magic;
	size_t magic_bytes;
	unsigned char least, most;
	struct lp_foreign_file file;
} beginnings[] = {
#define BEGINNING(magic, least, most, what, hint)                                                  \
	{magic, sizeof(magic) - 1, least, most, {what, hint}},
    FOREIGN_LIST(BEGINNING)
#undef BEGINNING
};

const struct lp_foreign_file *lp_foreign_file(const void *head, size_t size)
{
	const unsigned char *const bytes = (const unsigned char *)head;

	for (size_t i = 0; i < sizeof(beginnings) / sizeof(*beginnings); i++) {
		const struct beginning *const begins = &beginnings[i];
		const size_t next = begins->magic_bytes;

		if (size > next && memcmp(bytes, begins->magic, next) == 0 &&
		    bytes[next] >= begins->least && bytes[next] <= begins->most)
			return &begins->file;
	}
	return NULL;
}
