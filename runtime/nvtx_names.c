/* nvtx_names.c: the names that a program gives to NVTX's domains, ranges and strings. */
#include "runtime/nvtx_names.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "format/abi.h"
#include "runtime/lock.h"
#include "runtime/region_names.h"
#include "runtime/regions.h"
#include "runtime/system_calls.h"

enum {
	DOMAIN_BYTES = 48,
	DOMAINS_MAX = 64,
	TEXT_BYTES = 124, /* as much as a region's name has */
	STRINGS_MAX = 3072,
	SLOTS = 4096, /* of strings; a power of two. A handle is the slot + 1, and this: */
	NO_ROOM = SLOTS + 1,
	/* Handles of domains: their number + 1, and these. */
	DOMAIN_OTHERS = DOMAINS_MAX + 1,
	DOMAIN_OURS,
};

#define OUR_DOMAIN "lineprof"

/* Without a zero at its end. */
struct text {
	uint32_t bytes;
	char text[TEXT_BYTES];
};

_Static_assert(sizeof(struct lp_nvtx_name) > DOMAIN_BYTES + 1 + TEXT_BYTES, "no room");
_Static_assert((int)LP_REGION_OWNER_NVTX + DOMAIN_OTHERS < (int)LP_REGION_OWNERS, "no room");

static char domains[DOMAINS_MAX][DOMAIN_BYTES + 1];
static uint32_t domain_count;
static struct text *strings; /* SLOTS, by their hash; NULL before the first one */
static uint32_t string_count;

/* --- texts --- */

/* A code point as UTF-8; returns its bytes. */
static uint32_t put_code(uint32_t code, char out[4])
{
	if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		code = 0xfffd;
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (char)(0xc0 | code >> 6);
		out[1] = (char)(0x80 | (code & 0x3f));
		return 2;
	}
	if (code < 0x10000) {
		out[0] = (char)(0xe0 | code >> 12);
		out[1] = (char)(0x80 | (code >> 6 & 0x3f));
		out[2] = (char)(0x80 | (code & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | code >> 18);
	out[1] = (char)(0x80 | (code >> 12 & 0x3f));
	out[2] = (char)(0x80 | (code >> 6 & 0x3f));
	out[3] = (char)(0x80 | (code & 0x3f));
	return 4;
}

/* All of these copy what there is room for, without a zero behind, and return its bytes. */

static uint32_t read_wide(const wchar_t *from, char out[TEXT_BYTES])
{
	uint32_t done = 0;
	char code[4];

	for (; *from; from++) {
		const uint32_t bytes = put_code((uint32_t)*from, code);

		if (done + bytes > TEXT_BYTES)
			break;
		memcpy(out + done, code, bytes);
		done += bytes;
	}
	return done;
}

static uint32_t read_bytes(const char *from, char out[TEXT_BYTES])
{
	const uint32_t bytes = lp_region_text_bytes(from, TEXT_BYTES);

	memcpy(out, from, bytes);
	return bytes;
}

static uint32_t read_string(uintptr_t handle, char out[TEXT_BYTES])
{
	const struct text *const all = __atomic_load_n(&strings, __ATOMIC_ACQUIRE);
	const struct text *const known = all && handle && handle <= SLOTS ? &all[handle - 1] : NULL;
	const uint32_t bytes = known ? __atomic_load_n(&known->bytes, __ATOMIC_ACQUIRE) : 0;

	if (!bytes)
		return read_bytes(handle == NO_ROOM ? "<other strings>" : "<unknown string>", out);
	memcpy(out, known->text, bytes);
	return bytes;
}

static uint32_t read_text(int type, const void *from, char out[TEXT_BYTES])
{
	uint32_t bytes = 0;

	if (type == LP_NVTX_TEXT_REGISTERED)
		bytes = read_string((uintptr_t)from, out);
	else if (type == LP_NVTX_TEXT_ASCII && from)
		bytes = read_bytes(from, out);
	else if (type == LP_NVTX_TEXT_WIDE && from)
		bytes = read_wide(from, out);
	return bytes ? bytes : read_bytes("<no name>", out);
}

/* --- registered strings --- */

static bool make_strings(void)
{
	const int saved_errno = errno;
	void *memory;

	if (strings)
		return true;
	memory = lp_sys_mmap(NULL, SLOTS * sizeof *strings, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	errno = saved_errno;
	if (memory == MAP_FAILED)
		return false;
	__atomic_store_n(&strings, memory, __ATOMIC_RELEASE);
	return true;
}

/* Under the lock: the handle of the string, or NO_ROOM. */
static uintptr_t add_string(const struct text *text)
{
	uint32_t at = (uint32_t)lp_hash(text->text, text->bytes) % SLOTS;

	if (!make_strings())
		return NO_ROOM;
	for (; strings[at].bytes; at = (at + 1) % SLOTS)
		if (strings[at].bytes == text->bytes &&
		    !memcmp(strings[at].text, text->text, text->bytes))
			return at + 1;
	if (string_count == STRINGS_MAX)
		return NO_ROOM;
	string_count++;
	memcpy(strings[at].text, text->text, text->bytes);
	__atomic_store_n(&strings[at].bytes, text->bytes, __ATOMIC_RELEASE);
	return at + 1;
}

void *lp_nvtx_string(enum lp_nvtx_text_type type, const void *from)
{
	struct lp_guard guard;
	uintptr_t handle;
	struct text text;

	text.bytes = read_text(type, from, text.text);
	lp_lock(&guard);
	handle = add_string(&text);
	lp_unlock(&guard);
	return (void *)handle;
}

/* --- domains --- */

/* Under the lock: the handle of the domain. */
static uintptr_t add_domain(const char *name)
{
	uint32_t i = 0;

	while (i < domain_count && strcmp(domains[i], name) != 0)
		i++;
	if (i == DOMAINS_MAX)
		return DOMAIN_OTHERS;
	if (i == domain_count) {
		strcpy(domains[i], name);
		__atomic_store_n(&domain_count, i + 1, __ATOMIC_RELEASE);
	}
	return i + 1;
}

void *lp_nvtx_domain(enum lp_nvtx_text_type type, const void *from)
{
	char name[TEXT_BYTES + 1];
	struct lp_guard guard;
	uintptr_t handle;

	name[read_text(type, from, name)] = '\0';
	name[lp_region_text_bytes(name, DOMAIN_BYTES)] = '\0';
	if (!strcmp(name, OUR_DOMAIN))
		return (void *)(uintptr_t)DOMAIN_OURS;
	lp_lock(&guard);
	handle = add_domain(name);
	lp_unlock(&guard);
	return (void *)handle;
}

bool lp_nvtx_is_ours(const void *domain)
{
	return (uintptr_t)domain == DOMAIN_OURS;
}

/* 0: none; up to DOMAIN_OTHERS. */
static uint32_t number_of(const void *domain)
{
	const uintptr_t handle = (uintptr_t)domain;

	return handle <= __atomic_load_n(&domain_count, __ATOMIC_ACQUIRE) ? (uint32_t)handle
									  : DOMAIN_OTHERS;
}

uint32_t lp_nvtx_owner(const void *domain)
{
	return LP_REGION_OWNER_NVTX + number_of(domain);
}

void lp_nvtx_name(const void *domain, int type, const void *from, struct lp_nvtx_name *name)
{
	const uint32_t number = number_of(domain);
	const char *const prefix = number == 0               ? "nvtx"
				   : number == DOMAIN_OTHERS ? "<other domains>"
							     : domains[number - 1];
	char *out = stpcpy(name->text, prefix);

	*out++ = ':';
	out[read_text(type, from, out)] = '\0';
}
