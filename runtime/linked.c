/* linked.c: which objects the names lead to that the dynamic linker started with. */
#include "runtime/linked.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "format/abi.h"

/* Of the first ones: those that the program needs come before all that it opens. */
enum { OBJECTS_MOST = 1024 };

struct object {
	const ElfW(Dyn) * dynamic;
	const char *strings;
	uint64_t soname; /* hashes of its names; that of none: 0 */
	uint64_t file;   /* without the folder */
};

struct objects {
	struct object rows[OBJECTS_MOST];
	size_t count;
	bool has_program;
};

/* By their dynamic sections, in the order in which they were found. */
static const ElfW(Dyn) * linked[OBJECTS_MOST];
static size_t linked_count;
static bool is_known;

static const ElfW(Dyn) * entry_of(const ElfW(Dyn) * dynamic, ElfW(Sxword) tag)
{
	for (; dynamic->d_tag != DT_NULL; dynamic++)
		if (dynamic->d_tag == tag)
			return dynamic;
	return NULL;
}

/* glibc has added the load bias, but for what it may not write to. */
static const char *strings_of(const ElfW(Dyn) * dynamic, uintptr_t load_bias)
{
	const ElfW(Dyn) *const entry = entry_of(dynamic, DT_STRTAB);
	const uintptr_t address = entry ? entry->d_un.d_ptr : 0;

	return entry ? (const char *)(address < load_bias ? address + load_bias : address) : NULL;
}

static uint64_t hash_of_file(const char *path)
{
	const char *const slash = strrchr(path, '/');
	const char *const file = slash ? slash + 1 : path;

	return lp_hash(file, strlen(file));
}

/* The program's own name is empty for the linker; in another namespace the first object has one. */
static int note_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct objects *const objects = data;
	struct object object = {.file = hash_of_file(info->dlpi_name)};
	const ElfW(Dyn) * soname;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			object.dynamic =
			    (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	if (object.dynamic)
		object.strings = strings_of(object.dynamic, info->dlpi_addr);
	soname = object.strings ? entry_of(object.dynamic, DT_SONAME) : NULL;
	if (soname)
		object.soname = hash_of_file(object.strings + soname->d_un.d_val);
	if (objects->count == 0)
		objects->has_program = !*info->dlpi_name;
	objects->rows[objects->count++] = object;
	return objects->count == OBJECTS_MOST;
}

static bool is_linked(const void *dynamic)
{
	for (size_t i = 0; i < linked_count; i++)
		if (linked[i] == dynamic)
			return true;
	return false;
}

/* The first one of that name: what is opened later may have it, too. */
static const struct object *named(const struct objects *objects, const char *name)
{
	const uint64_t hash = hash_of_file(name);

	for (size_t i = 1; i < objects->count; i++)
		if (objects->rows[i].soname == hash || objects->rows[i].file == hash)
			return &objects->rows[i];
	return NULL;
}

/* Adds what an object needs that is not known yet to `found`. */
static size_t add_needed(const struct objects *objects, const struct object *object,
			 const struct object **found, size_t count)
{
	if (!object->strings)
		return count;
	for (const ElfW(Dyn) *entry = object->dynamic; entry->d_tag != DT_NULL; entry++) {
		const struct object *const needed =
		    entry->d_tag == DT_NEEDED ? named(objects, object->strings + entry->d_un.d_val)
					      : NULL;

		if (!needed || !needed->dynamic || is_linked(needed->dynamic))
			continue;
		linked[linked_count++] = needed->dynamic;
		found[count++] = needed;
	}
	return count;
}

static void find_linked(void)
{
	/* Large for a stack. */
	static struct objects objects;
	static const struct object *found[OBJECTS_MOST];
	size_t count = 1;

	dl_iterate_phdr(note_object, &objects);
	if (!objects.has_program)
		return;
	found[0] = &objects.rows[0];
	for (size_t i = 0; i < count; i++)
		count = add_needed(&objects, found[i], found, count);
}

bool lp_linked_has(const void *dynamic)
{
	if (!is_known)
		find_linked();
	is_known = true;
	return is_linked(dynamic);
}
