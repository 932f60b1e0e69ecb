/*
 * extremes.c: a fuzz target without libFuzzer: extremes FILE...: each file as it is, every prefix
 * of it, and every number in it at its extremes. Each input within 10 s, all of them in 2 GiB.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "format/layout.h"

enum { SECONDS_MOST = 10 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/* libFuzzer's: a target's own mutator names it. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
	(void)data;
	return size < most ? size : most;
}

static unsigned long tried;
static char what[4096]; /* the input at hand */

/* Says which input it was, and dies of the signal. */
static void give_up(int number)
{
	if (write(STDERR_FILENO, what, strlen(what)) < 0)
		_exit(1);
	signal(number, SIG_DFL);
	raise(number);
}

__attribute__((format(printf, 3, 4))) static void try_input(const uint8_t *data, size_t size,
							    const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	alarm(SECONDS_MOST);
	LLVMFuzzerTestOneInput(data, size);
	alarm(0);
	tried++;
}

/* In a block of its own size: sanitizers see what is read behind it. */
static void try_prefixes(const char *path, const uint8_t *data, size_t size)
{
	for (size_t bytes = 0; bytes <= size; bytes++) {
		const uint64_t committed = bytes;
		uint8_t *const prefix = (uint8_t *)malloc(bytes + 1);

		memcpy(prefix, data, bytes);
		try_input(prefix, bytes, "%s: the first %zu bytes\n", path, bytes);
		/* And as if it were meant to end there. */
		if (bytes >= sizeof(struct lp_file_header)) {
			memcpy(prefix + offsetof(struct lp_file_header, committed_bytes),
			       &committed, sizeof(committed));
			try_input(prefix, bytes, "%s: cut to %zu bytes\n", path, bytes);
		}
		free(prefix);
	}
}

static void try_numbers(const char *path, uint8_t *data, size_t size)
{
	static const uint64_t extremes[] = {
	    0,          1,         INT32_MAX,         UINT64_C(0x80000000),
	    UINT32_MAX, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX - 7,
	    UINT64_MAX,
	};

	for (size_t at = 0; at + 4 <= size; at += 4)
		for (size_t i = 0; i < sizeof(extremes) / sizeof(extremes[0]); i++) {
			const size_t width = extremes[i] <= UINT32_MAX ? 4 : 8;
			uint8_t kept[8];

			if (at + width > size || at % width > 0)
				continue;
			memcpy(kept, data + at, width);
			memcpy(data + at, &extremes[i], width);
			try_input(data, size, "%s: %#llx at byte %zu\n", path,
				  (unsigned long long)extremes[i], at);
			memcpy(data + at, kept, width);
		}
}

/* The sanitizers map more addresses than any limit would let them. */
static void limit_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	const struct rlimit limit = {UINT64_C(2) << 30, UINT64_C(2) << 30};

	if (setrlimit(RLIMIT_AS, &limit) != 0)
		perror("setrlimit");
#endif
}

static bool try_file(const char *path)
{
	static uint8_t data[1 << 20];
	FILE *const file = fopen(path, "rb");
	size_t size;

	if (!file) {
		perror(path);
		return false;
	}
	size = fread(data, 1, sizeof(data), file);
	fclose(file);
	try_input(data, size, "%s\n", path);
	try_prefixes(path, data, size);
	try_numbers(path, data, size);
	return size > 0;
}

int main(int argc, char **argv)
{
	static const int deadly[] = {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGSEGV};
	bool is_good = argc > 1;

	limit_memory();
	for (size_t i = 0; i < sizeof(deadly) / sizeof(deadly[0]); i++)
		signal(deadly[i], give_up);
	for (int i = 1; i < argc; i++)
		is_good &= try_file(argv[i]);
	printf("%lu inputs\n", tried);
	return is_good ? 0 : 1;
}
