/* place.c: where the dynamic linker put an executable or shared library. */
#include "runtime/place.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/single_threaded.h>

#include "format/abi.h"
#include "runtime/linked.h"
#include "runtime/profile_name.h"
#include "runtime/system_calls.h"

struct search {
	uintptr_t address;
	struct lp_place *place;
	const void *dynamic; /* the dynamic section of what it is in */
};

static uint64_t name_hash_of(const struct dl_phdr_info *info)
{
	return lp_hash(info->dlpi_name, strlen(info->dlpi_name));
}

static bool holds(const struct dl_phdr_info *info, uintptr_t address)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];

		if (segment->p_type == PT_LOAD &&
		    address - info->dlpi_addr - segment->p_vaddr < segment->p_memsz)
			return true;
	}
	return false;
}

static void note_text(struct lp_place *place, uintptr_t begin, uintptr_t end)
{
	if (!place->text_end || begin < place->text_begin)
		place->text_begin = begin;
	if (end > place->text_end)
		place->text_end = end;
}

/* What a note holds; NULL if it is not in this segment of notes. */
static const char *note_in(const char *at, size_t size, const char *name, uint32_t type,
			   uint32_t *bytes)
{
	ElfW(Nhdr) note;

	for (size_t step; size >= sizeof note; at += step, size -= step) {
		size_t name_bytes;

		memcpy(&note, at, sizeof note);
		name_bytes = (note.n_namesz + 3) & ~3u;
		step = sizeof note + name_bytes + ((note.n_descsz + 3) & ~3u);
		if (step > size)
			return NULL;
		*bytes = note.n_descsz;
		if (note.n_type == type && note.n_namesz == strlen(name) + 1 &&
		    !memcmp(at + sizeof note, name, note.n_namesz))
			return at + sizeof note + name_bytes;
	}
	return NULL;
}

static void note_build_id(struct lp_place *place, const char *at, size_t size)
{
	uint32_t bytes;
	const char *const id = note_in(at, size, "GNU", NT_GNU_BUILD_ID, &bytes);

	if (!id || bytes > sizeof place->build_id)
		return;
	place->build_id_bytes = bytes;
	memcpy(place->build_id, id, bytes);
}

/* The linker takes names as they are now, which the program may not have been started with. False
 * if it is too long. */
static bool make_absolute(char out[PATH_MAX], const char *name)
{
	size_t bytes;

	if (*name == '/' || lp_system_call(SYS_getcwd, out, PATH_MAX) < 0 || *out != '/')
		return lp_program_absolute(out, name);
	bytes = strlen(out);
	if (bytes + 1 + strlen(name) >= PATH_MAX)
		return false;
	out[bytes] = '/';
	strcpy(out + bytes + 1, name);
	return true;
}

static int fill_in(struct dl_phdr_info *info, size_t size, void *argument)
{
	struct search *const search = argument;
	struct lp_place *const place = search->place;

	(void)size;
	if (!holds(info, search->address))
		return 0;
	place->is_executable = !*info->dlpi_name;
	place->name_hash = name_hash_of(info);
	place->load_bias = info->dlpi_addr;
	if (!place->is_executable && !make_absolute(place->path, info->dlpi_name))
		place->path[0] = '\0';
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
		const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;

		if (segment->p_type == PT_LOAD && segment->p_flags & PF_X)
			note_text(place, begin, begin + segment->p_memsz);
		if (segment->p_type == PT_DYNAMIC)
			search->dynamic = (const void *)begin;
		if (segment->p_type == PT_NOTE)
			note_build_id(place, (const char *)begin, segment->p_memsz);
	}
	return 1;
}

static int find_runtime(struct dl_phdr_info *info, size_t size, void *argument)
{
	const int64_t **const found = argument;
	uint32_t bytes = 0;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum && !*found; i++) {
		const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
		const char *const at = (const char *)(info->dlpi_addr + segment->p_vaddr);

		if (segment->p_type == PT_NOTE)
			*found = (const int64_t *)(const void *)note_in(
			    at, segment->p_memsz, LP_RUNTIME_NOTE, LP_ABI_VERSION, &bytes);
	}
	return *found && bytes == sizeof **found;
}

#if !__GLIBC_PREREQ(2, 35)
struct question {
	uintptr_t address;
	uint64_t name_hash;
	uintptr_t load_bias;
};

static int is_answer(struct dl_phdr_info *info, size_t size, void *argument)
{
	const struct question *const question = argument;

	(void)size;
	return info->dlpi_addr == question->load_bias && holds(info, question->address) &&
	       name_hash_of(info) == question->name_hash;
}
#endif

void lp_place_find(struct lp_place *place, const void *address)
{
	struct search search = {.address = (uintptr_t)address, .place = place};

	*place = (struct lp_place){0};
	dl_iterate_phdr(fill_in, &search);
	place->is_permanent =
	    place->is_executable || (search.dynamic && lp_linked_has(search.dynamic));
}

const int64_t *lp_place_first_runtime(void)
{
	const int64_t *found = NULL;

	return dl_iterate_phdr(find_runtime, &found) ? found : NULL;
}

struct hold {
	void (*act)(void *data);
	void *data;
};

static int act_once(struct dl_phdr_info *info, size_t size, void *argument)
{
	const struct hold *const hold = argument;

	(void)info;
	(void)size;
	hold->act(hold->data);
	return 1;
}

static bool is_forked_beside_threads;
static bool linker_may_be_locked;

void lp_place_before_fork(void)
{
	is_forked_beside_threads = !__libc_single_threaded;
}

void lp_place_fork_child(void)
{
	linker_may_be_locked |= is_forked_beside_threads;
}

/* The linker has its lock while it calls back: it may be taken again, and is in glibc where
 * libraries are unmapped. */
void lp_place_hold(void (*act)(void *data), void *data)
{
	struct hold hold = {act, data};

	if (linker_may_be_locked)
		act(data);
	else
		dl_iterate_phdr(act_once, &hold);
}

bool lp_place_is(const void *address, uint64_t name_hash, uintptr_t load_bias)
{
#if __GLIBC_PREREQ(2, 35)
	struct dl_find_object found;

	return !_dl_find_object((void *)(uintptr_t)address, &found) &&
	       found.dlfo_link_map->l_addr == load_bias &&
	       lp_hash(found.dlfo_link_map->l_name, strlen(found.dlfo_link_map->l_name)) ==
		   name_hash;
#else
	struct question question = {(uintptr_t)address, name_hash, load_bias};

	return !linker_may_be_locked && dl_iterate_phdr(is_answer, &question);
#endif
}
