/* linked.c: which objects the names lead to that the dynamic linker started with. */
#include "runtime/linked.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Of the first ones: those that the program needs come before all that it opens. */
enum { OBJECTS_MOST = 512 };

struct object {
	const ElfW(Dyn) * dynamic;
	const char *strings;
	const char *soname; /* "": it has none */
	const char *file;   /* its name without the folder */
	bool is_linked;
	bool is_asked; /* is wanted, as the address is in it */
};

struct objects {
	struct object rows[OBJECTS_MOST];
	size_t count;
	uintptr_t address;
};

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

static const char *file_of(const char *path)
{
	const char *const slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int note_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct objects *const objects = data;
	struct object object = {.soname = "", .file = file_of(info->dlpi_name)};
	const ElfW(Dyn) * soname;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
		const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;

		if (segment->p_type == PT_DYNAMIC)
			object.dynamic = (const ElfW(Dyn) *)begin;
		object.is_asked |=
		    segment->p_type == PT_LOAD && objects->address - begin < segment->p_memsz;
	}
	if (object.dynamic)
		object.strings = strings_of(object.dynamic, info->dlpi_addr);
	soname = object.strings ? entry_of(object.dynamic, DT_SONAME) : NULL;
	if (soname)
		object.soname = object.strings + soname->d_un.d_val;
	objects->rows[objects->count++] = object;
	return objects->count == OBJECTS_MOST;
}

/* The first one of that name: what is opened later may have it, too. */
static struct object *named(struct objects *objects, const char *name)
{
	const char *const file = file_of(name);

	for (size_t i = 1; i < objects->count; i++)
		if (!strcmp(objects->rows[i].soname, file) || !strcmp(objects->rows[i].file, file))
			return &objects->rows[i];
	return NULL;
}

/* Marks what an object needs; whether any of it was not marked yet. */
static bool mark_needed(struct objects *objects, const struct object *object)
{
	bool is_new = false;

	if (!object->strings)
		return false;
	for (const ElfW(Dyn) *entry = object->dynamic; entry->d_tag != DT_NULL; entry++) {
		struct object *const needed =
		    entry->d_tag == DT_NEEDED ? named(objects, object->strings + entry->d_un.d_val)
					      : NULL;

		if (!needed || needed->is_linked)
			continue;
		needed->is_linked = true;
		is_new = true;
	}
	return is_new;
}

static void mark_all(struct objects *objects)
{
	bool is_new = objects->count > 0;

	/* The program itself comes first. */
	if (is_new)
		objects->rows[0].is_linked = true;
	while (is_new) {
		is_new = false;
		for (size_t i = 0; i < objects->count; i++)
			if (objects->rows[i].is_linked)
				is_new |= mark_needed(objects, &objects->rows[i]);
	}
}

bool lp_linked_has(const void *address)
{
	static struct objects objects; /* large for a stack */

	objects.count = 0;
	objects.address = (uintptr_t)address;
	dl_iterate_phdr(note_object, &objects);
	mark_all(&objects);
	for (size_t i = 0; i < objects.count; i++)
		if (objects.rows[i].is_asked)
			return objects.rows[i].is_linked;
	return false;
}
