/* test_model_waited.c: which instruction a sample waited for, in code that is written by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <elf.h>

#include "viewer/model/waited.h"

enum { BEGIN = 0x1000, MOST = 32 };

static const unsigned char x86_64[] = {
    0x31, 0xc0,             /* 1000 xor eax, eax */
    0x0f, 0x1f, 0x00,       /* 1002 nop */
    0xff, 0xc0,             /* 1005 inc eax */
    0x39, 0xf8,             /* 1007 cmp eax, edi */
    0x75, 0xfa,             /* 1009 jne 1005 */
    0x74, 0x04,             /* 100b je 1011 */
    0xff, 0xc8,             /* 100d dec eax */
    0xeb, 0x02,             /* 100f jmp 1013 */
    0x89, 0xd0,             /* 1011 mov eax, edx */
    0xf3, 0x48, 0xab,       /* 1013 rep stosq */
    0xff, 0xe0,             /* 1016 jmp rax */
    0x29, 0xd8,             /* 1018 sub eax, ebx */
    0x85, 0xc0,             /* 101a test eax, eax */
    0x74, 0x04,             /* 101c je 1022 */
    0x01, 0xc8,             /* 101e add eax, ecx */
    0x01, 0xc8,             /* 1020 add eax, ecx */
    0xf2, 0x0f, 0x10, 0x07, /* 1022 movsd xmm0, [rdi] */
    0x85, 0xc0,             /* 1026 test eax, eax */
    0x75, 0xf8,             /* 1028 jne 1022 */
    0x75, 0xfc,             /* 102a jne 1028 */
    0xc3,                   /* 102c ret */
    0x90, 0x90, 0x90,       /* 102d nop */
    0xff, 0xc0,             /* 1030 inc eax */
    0x8b, 0x07,             /* 1032 mov eax, [rdi] */
    0x09, 0xc8,             /* 1034 or eax, ecx */
    0x8b, 0x17,             /* 1036 mov edx, [rdi] */
    0x09, 0xca,             /* 1038 or edx, ecx */
    0x8b, 0x17,             /* 103a mov edx, [rdi] */
    0x09, 0xd1,             /* 103c or ecx, edx */
    0x8b, 0x17,             /* 103e mov edx, [rdi] */
    0x0f, 0xaf, 0xd0,       /* 1040 imul edx, eax */
    0xc3,                   /* 1043 ret */
};

static const unsigned char aarch64[] = {
    0x00, 0x00, 0x80, 0x52, /* 1000 mov w0, 0 */
    0x00, 0x04, 0x00, 0x11, /* 1004 add w0, w0, 1 */
    0x1f, 0x00, 0x01, 0x6b, /* 1008 cmp w0, w1 */
    0xc1, 0xff, 0xff, 0x54, /* 100c b.ne 1004 */
    0x40, 0x00, 0x00, 0x34, /* 1010 cbz w0, 1018 */
    0x02, 0x00, 0x00, 0x14, /* 1014 b 101c */
    0x00, 0x04, 0x00, 0x51, /* 1018 sub w0, w0, 1 */
    0xc0, 0x03, 0x5f, 0xd6, /* 101c ret */
    0x00, 0x04, 0x00, 0x11, /* 1020 add w0, w0, 1 */
    0xe0, 0xff, 0x07, 0x36, /* 1024 tbz w0, 0, 1020 */
    0xc0, 0x03, 0x5f, 0xd6, /* 1028 ret */
};

/* An ELF file with nothing but `code`, at BEGIN. */
struct binary {
	char path[32];
	uint64_t end;
};

static void make_binary(struct binary *binary, uint16_t machine, const unsigned char *code,
			size_t size)
{
	const struct {
		Elf64_Ehdr head;
		Elf64_Phdr segment;
	} front = {
	    .head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
				 EV_CURRENT},
		     .e_type = ET_EXEC,
		     .e_machine = machine,
		     .e_version = EV_CURRENT,
		     .e_phoff = sizeof(front.head),
		     .e_ehsize = sizeof(front.head),
		     .e_phentsize = sizeof(front.segment),
		     .e_phnum = 1},
	    .segment = {.p_type = PT_LOAD,
			.p_flags = PF_R | PF_X,
			.p_offset = sizeof(front),
			.p_vaddr = BEGIN,
			.p_filesz = size,
			.p_memsz = size},
	};
	int fd;

	strcpy(binary->path, "/tmp/lineprof-waited-XXXXXX");
	fd = mkstemp(binary->path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, &front, sizeof(front)), sizeof(front));
	assert_int_equal(write(fd, code, size), size);
	close(fd);
	binary->end = BEGIN + size;
}

/* A sample at `address` of the only function, and the instruction that it waited for; 0: that is
 * the instruction in front. */
struct expected {
	uint64_t address;
	uint64_t waited;
	uint64_t samples;
};

static void assert_waited(const struct binary *binary, const struct expected *expected,
			  size_t count)
{
	struct lp_symbol_query queries[MOST] = {{.address = 0}};
	struct lp_waited waited[MOST];

	assert_true(count <= MOST);
	for (size_t i = 0; i < count; i++)
		queries[i] = (struct lp_symbol_query){.address = expected[i].address,
						      .is_leaf = true,
						      .samples = expected[i].samples,
						      .code_begin = BEGIN,
						      .code_end = binary->end};
	memset(waited, 0xff, sizeof(waited));
	assert_int_equal(lp_waited_find(binary->path, queries, count, waited), LP_OK);
	for (size_t i = 0; i < count; i++) {
		const uint64_t other = waited[i].is_before ? 0 : waited[i].address;

		if (other != expected[i].waited)
			fail_msg("at %#lx: %#lx, expected %#lx", (long)expected[i].address,
				 (long)other, (long)expected[i].waited);
	}
}

static void jumps(void **state)
{
	const struct expected expected[] = {
	    {BEGIN, 0, 9},       /* the function is called there */
	    {0x1005, 0x1009, 9}, /* a loop's head: the jump back, not over padding */
	    {0x1006, 0, 1},      /* a page fault of the instruction there */
	    {0x1007, 0, 9},      /* no jump leads there */
	    {0x1011, 0x100b, 9}, /* a jump over another one */
	    {0x1013, 0x1013, 9}, /* repeats itself */
	    {0x1018, 0x1018, 9}, /* behind a computed jump */
	    {0x1022, 0, 9},      /* an SSE instruction of a string operation's name */
	    {0x1028, 0x102a, 9}, /* the jump itself is the way that led to it */
	    {0x1030, 0x1030, 9}, /* behind padding that follows an end */
	    {0x1036, 0x1032, 9}, /* an operation that is one with its load */
	    {0x1038, 0, 2},      /* a load that is not one with it: it is seen in front */
	    {0x103a, 0, 9},      /* of the operation */
	    {0x103e, 0, 9},      /* an operation on another register */
	    {0x1043, 0, 9},      /* one that takes its time */
	};
	struct binary binary;

	(void)state;
	make_binary(&binary, EM_X86_64, x86_64, sizeof(x86_64));
	assert_waited(&binary, expected, sizeof(expected) / sizeof(*expected));
	unlink(binary.path);
}

/* A load and its operation that are one now and then: where nothing else waits, all waited for the
 * load. */
static void joined_now_and_then(void **state)
{
	static const unsigned char code[] = {
	    0x48, 0x8b, 0x3f,       /* 1000 mov rdi, [rdi] */
	    0x48, 0x8b, 0x47, 0x08, /* 1003 mov rax, [rdi + 8] */
	    0x4c, 0x09, 0xd0,       /* 1007 or rax, r10 */
	    0x31, 0xd2,             /* 100a xor edx, edx */
	    0x48, 0xf7, 0xf1,       /* 100c div rcx */
	    0x48, 0x01, 0xc6,       /* 100f add rsi, rax */
	    0x48, 0xff, 0xcb,       /* 1012 dec rbx */
	    0x75, 0xe9,             /* 1015 jne 1000 */
	    0xc3,                   /* 1017 ret */
	};
	const struct expected waiting[] = {
	    {0x1007, 0, 29}, {0x100a, 0x1003, 20}, {0x100f, 0, 1}, {0x1012, 0, 2}};
	const struct expected busy[] = {
	    {0x1007, 0, 29}, {0x100a, 0, 20}, {0x100f, 0, 17}, {0x1012, 0, 3}};
	struct binary binary;

	(void)state;
	make_binary(&binary, EM_X86_64, code, sizeof(code));
	assert_waited(&binary, waiting, 4);
	assert_waited(&binary, busy, 4);
	unlink(binary.path);
}

/* The same in a loop that is unrolled, whose divisions take their time, too. */
static void joined_in_unrolled(void **state)
{
	static const unsigned char code[] = {
	    0x48, 0x8b, 0x3f,       /* 1000 mov rdi, [rdi] */
	    0x48, 0x8b, 0x47, 0x08, /* 1003 mov rax, [rdi + 8] */
	    0x4c, 0x09, 0xd0,       /* 1007 or rax, r10 */
	    0x31, 0xd2,             /* 100a xor edx, edx */
	    0x48, 0xf7, 0xf6,       /* 100c div rsi */
	    0x49, 0x89, 0xc0,       /* 100f mov r8, rax */
	    0x49, 0x01, 0xc8,       /* 1012 add r8, rcx */
	    0x48, 0x8b, 0x3f,       /* 1015 mov rdi, [rdi] */
	    0x48, 0x8b, 0x47, 0x08, /* 1018 mov rax, [rdi + 8] */
	    0x4c, 0x09, 0xd0,       /* 101c or rax, r10 */
	    0x31, 0xd2,             /* 101f xor edx, edx */
	    0x48, 0xf7, 0xf6,       /* 1021 div rsi */
	    0x48, 0x89, 0xc1,       /* 1024 mov rcx, rax */
	    0x4c, 0x01, 0xc1,       /* 1027 add rcx, r8 */
	    0x49, 0x83, 0xc3, 0x02, /* 102a add r11, 2 */
	    0x75, 0xd0,             /* 102e jne 1000 */
	    0xc3,                   /* 1030 ret */
	};
	const struct expected waiting[] = {{0x1007, 0, 196}, {0x100a, 0x1003, 325}, {0x100f, 0, 52},
					   {0x101c, 0, 204}, {0x101f, 0x1018, 334}, {0x1024, 0, 49},
					   {0x1027, 0, 3}};
	const struct expected busy[] = {
	    {0x1003, 0, 31}, {0x1007, 0, 29}, {0x100a, 0, 35}, {0x100f, 0, 52}, {0x1012, 0, 33},
	    {0x1015, 0, 30}, {0x1018, 0, 31}, {0x101c, 0, 28}, {0x101f, 0, 33}, {0x1024, 0, 49}};
	struct binary binary;

	(void)state;
	make_binary(&binary, EM_X86_64, code, sizeof(code));
	assert_waited(&binary, waiting, sizeof(waiting) / sizeof(*waiting));
	assert_waited(&binary, busy, sizeof(busy) / sizeof(*busy));
	unlink(binary.path);
}

static void runs(void **state)
{
	struct lp_symbol_query queries[] = {
	    {.address = 0x1007}, {.address = 0x1008}, {.address = 0x100f}, {.address = 0x1030}};
	struct lp_waited waited[4];
	struct binary binary;

	(void)state;
	make_binary(&binary, EM_X86_64, x86_64, sizeof(x86_64));
	for (size_t i = 0; i < 4; i++) {
		queries[i].is_leaf = true;
		queries[i].code_begin = BEGIN;
		queries[i].code_end = binary.end;
	}
	assert_int_equal(lp_waited_find(binary.path, queries, 4, waited), LP_OK);
	assert_int_equal(waited[0].address, 0x1005);
	assert_int_equal(waited[0].run.begin, 0x1005);
	/* A page fault at 1007. */
	assert_int_equal(waited[1].address, 0x1007);
	assert_true(waited[1].is_before);
	assert_int_equal(waited[1].run.begin, 0x1005);
	assert_int_equal(waited[1].at_run.begin, 0x1005);
	/* Behind jumps that go elsewhere. */
	assert_int_equal(waited[2].address, 0x100d);
	assert_int_equal(waited[2].run.begin, 0x1005);
	/* Padding behind an end is in no run. */
	assert_int_equal(waited[3].address, 0x1030);
	assert_int_equal(waited[3].run.begin, 0x1030);
	unlink(binary.path);
}

/* Where two ways meet, the one that has the samples was taken. */
static void the_way_with_more_samples(void **state)
{
	static const unsigned char code[] = {
	    0x85, 0xc0, /* 1000 test eax, eax */
	    0x85, 0xc0, /* 1002 test eax, eax */
	    0x74, 0x04, /* 1004 je 100a */
	    0x01, 0xc8, /* 1006 add eax, ecx */
	    0x01, 0xc8, /* 1008 add eax, ecx */
	    0x29, 0xc8, /* 100a sub eax, ecx */
	    0xc3,       /* 100c ret */
	};
	const struct expected jumped[] = {{0x1004, 0, 3}, {0x1008, 0, 2}, {0x100a, 0x1004, 1}};
	const struct expected fell[] = {{0x1004, 0, 2}, {0x1008, 0, 3}, {0x100a, 0, 1}};
	struct binary binary;

	(void)state;
	make_binary(&binary, EM_X86_64, code, sizeof(code));
	assert_waited(&binary, jumped, 3);
	assert_waited(&binary, fell, 3);
	unlink(binary.path);
}

/* What has page faults begins anew behind them: samples at it are its own. */
static void page_faults(void **state)
{
	const struct expected many[] = {{0x1005, 0x1005, 20}, {0x1006, 0, 10}};
	const struct expected few[] = {{0x1005, 0x1009, 22}, {0x1006, 0, 10}};
	struct binary binary;

	(void)state;
	make_binary(&binary, EM_X86_64, x86_64, sizeof(x86_64));
	assert_waited(&binary, many, 2);
	assert_waited(&binary, few, 2);
	unlink(binary.path);
}

/* What hardly ever runs stands behind the function's end, and jumps back. */
static void rare_code(void **state)
{
	static const unsigned char code[] = {
	    0x85, 0xc0, /* 1000 test eax, eax */
	    0x74, 0x03, /* 1002 je 1007 */
	    0x01, 0xc8, /* 1004 add eax, ecx */
	    0xc3,       /* 1006 ret */
	    0x89, 0xd0, /* 1007 mov eax, edx */
	    0xeb, 0xf9, /* 1009 jmp 1004 */
	};
	const struct expected rare[] = {{0x1004, 0, 3}};
	const struct expected often[] = {{0x1002, 0, 1}, {0x1004, 0x1009, 3}, {0x1009, 0, 2}};
	struct binary binary;

	(void)state;
	make_binary(&binary, EM_X86_64, code, sizeof(code));
	assert_waited(&binary, rare, 1);
	assert_waited(&binary, often, 3);
	unlink(binary.path);
}

static void aarch64_jumps(void **state)
{
	const struct expected expected[] = {
	    {0x1004, 0x100c, 1}, {0x1008, 0, 1}, /* b.ne */
	    {0x1018, 0x1010, 1},                 /* cbz */
	    {0x101c, 0, 1},                      /* b, and code in front */
	    {0x1020, 0x1024, 1},                 /* tbz */
	};
	struct binary binary;

	(void)state;
	make_binary(&binary, EM_AARCH64, aarch64, sizeof(aarch64));
	assert_waited(&binary, expected, sizeof(expected) / sizeof(*expected));
	unlink(binary.path);
}

static void what_cannot_be_looked_at(void **state)
{
	const struct expected nothing[] = {{0x1005, 0, 1}};
	struct lp_symbol_query query = {.address = 0x1005};
	struct binary binary;
	struct lp_waited waited = {.address = 1};

	(void)state;
	make_binary(&binary, EM_X86_64, x86_64, sizeof(x86_64));
	/* A call, and code that is not known. */
	assert_int_equal(lp_waited_find(binary.path, &query, 1, &waited), LP_OK);
	assert_int_equal(waited.address, 0);
	query.is_leaf = true;
	assert_int_equal(lp_waited_find(binary.path, &query, 1, &waited), LP_OK);
	assert_int_equal(waited.address, 0);
	/* Code that the file does not have, or that is upside down. */
	binary.end++;
	assert_waited(&binary, nothing, 1);
	binary.end = UINT64_MAX;
	assert_waited(&binary, nothing, 1);
	binary.end = BEGIN - 1;
	assert_waited(&binary, nothing, 1);
	unlink(binary.path);
	make_binary(&binary, EM_RISCV, x86_64, sizeof(x86_64));
	assert_waited(&binary, nothing, 1);
	assert_int_equal(truncate(binary.path, 100), 0);
	assert_waited(&binary, nothing, 1);
	unlink(binary.path);
	assert_waited(&binary, nothing, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(jumps),
	    cmocka_unit_test(joined_now_and_then),
	    cmocka_unit_test(joined_in_unrolled),
	    cmocka_unit_test(runs),
	    cmocka_unit_test(the_way_with_more_samples),
	    cmocka_unit_test(page_faults),
	    cmocka_unit_test(rare_code),
	    cmocka_unit_test(aarch64_jumps),
	    cmocka_unit_test(what_cannot_be_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
