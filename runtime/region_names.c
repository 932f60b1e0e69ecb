/* region_names.c: the names of regions in the profile. */
#include "runtime/region_names.h"

#include <string.h>

#include "format/abi.h"
#include "runtime/lock.h"
#include "runtime/profile_file.h"

enum {
	NAMES_PER_SECTION = 64,
	SLOTS = 2 * LP_REGION_NAMES_MAX, /* a power of two */
};

#define NO_NAME UINT32_MAX

static struct lp_region_name *names[LP_REGION_NAMES_MAX];
static uint32_t name_count;
static uint32_t slots[SLOTS]; /* number of a name + 1, by its hash */

uint32_t lp_region_names_count(void)
{
	return __atomic_load_n(&name_count, __ATOMIC_ACQUIRE);
}

uint32_t lp_region_text_bytes(const char *text, uint32_t most)
{
	size_t bytes = strnlen(text, (size_t)most + 1);

	if (bytes > most)
		for (bytes = most; bytes > 1 && ((unsigned char)text[bytes] & 0xc0) == 0x80;)
			bytes--;
	return (uint32_t)bytes;
}

static bool is_name(uint32_t number, const char *text, uint32_t bytes)
{
	return names[number]->bytes == bytes && !memcmp(names[number]->text, text, bytes);
}

/* The slot of the name, or the free one where it belongs. */
static uint32_t *slot_of(const char *text, uint32_t bytes)
{
	uint32_t at = (uint32_t)lp_hash(text, bytes) % SLOTS;

	for (;; at = (at + 1) % SLOTS) {
		const uint32_t taken = __atomic_load_n(&slots[at], __ATOMIC_ACQUIRE);

		if (!taken || is_name(taken - 1, text, bytes))
			return &slots[at];
	}
}

static bool append_names(void)
{
	const uint64_t bytes = NAMES_PER_SECTION * sizeof(struct lp_region_name);
	struct lp_region_names *const head =
	    lp_file_append(LP_SECT_REGION_NAMES, sizeof *head, bytes);
	struct lp_region_name *const first = (struct lp_region_name *)(void *)(head + 1);

	if (!head)
		return false;
	*head = (struct lp_region_names){.first = name_count, .count = NAMES_PER_SECTION};
	for (uint32_t i = 0; i < NAMES_PER_SECTION; i++)
		names[name_count + i] = &first[i];
	lp_file_commit();
	return true;
}

/* Under the lock. NO_NAME without room. */
static uint32_t add_name(const char *text, uint32_t bytes)
{
	uint32_t *const slot = slot_of(text, bytes);
	struct lp_region_name *name;

	if (*slot)
		return *slot - 1;
	if (name_count == LP_REGION_NAMES_MAX ||
	    (name_count % NAMES_PER_SECTION == 0 && !append_names()))
		return NO_NAME;
	name = names[name_count];
	memcpy(name->text, text, bytes);
	__atomic_store_n(&name->bytes, bytes, __ATOMIC_RELEASE);
	__atomic_store_n(&name_count, name_count + 1, __ATOMIC_RELAXED);
	__atomic_store_n(slot, name_count, __ATOMIC_RELEASE);
	return name_count - 1;
}

static uint32_t add_first_names(void)
{
	static const char *const texts[LP_REGION_OWN_NAMES] = {"<other regions>",
							       "<end without begin>"};
	uint32_t number = 0;

	for (uint32_t i = name_count; i < LP_REGION_OWN_NAMES && number != NO_NAME; i++)
		number = add_name(texts[i], (uint32_t)strlen(texts[i]));
	return number;
}

uint32_t lp_region_number(const char *text)
{
	const char *const name = text && *text ? text : "<no name>";
	const uint32_t bytes = lp_region_text_bytes(name, sizeof names[0]->text);
	uint32_t number = __atomic_load_n(slot_of(name, bytes), __ATOMIC_ACQUIRE) - 1;
	struct lp_guard guard;

	if (number != NO_NAME)
		return number;
	/* A hostile number of names: no lock for each call. */
	if (__atomic_load_n(&name_count, __ATOMIC_RELAXED) == LP_REGION_NAMES_MAX)
		return LP_REGION_OTHERS;
	lp_lock(&guard);
	number = add_first_names();
	if (number != NO_NAME)
		number = add_name(name, bytes);
	lp_unlock(&guard);
	return number == NO_NAME ? LP_REGION_OTHERS : number;
}
