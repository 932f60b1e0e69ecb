/* pin.c: keeps the runtime where it is. */
#include "runtime/pin.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>

/* In a static program there is no dlopen(). */
extern void *dlopen(const char *, int) __attribute__((weak));
extern int dladdr1(const void *, Dl_info *, void **, int) __attribute__((weak));

static bool stays_anyway(const struct link_map *library)
{
	const ElfW(Dyn) *entry = library->l_ld;

	while (entry->d_tag != DT_NULL && entry->d_tag != DT_FLAGS_1)
		entry++;
	return entry->d_tag == DT_FLAGS_1 && entry->d_un.d_val & DF_1_NODELETE;
}

/* Handlers of signals and of the program's end, keys of threads and other libraries' descriptors
 * point into the runtime. liblineprof_rt.so says itself that it stays; what has the runtime linked
 * into it does not. The program has no name. */
void lp_pin_runtime(void)
{
	void *found = NULL;
	const struct link_map *library;
	Dl_info info;

	if (!dlopen || !dladdr1 ||
	    !dladdr1((void *)&lp_pin_runtime, &info, &found, RTLD_DL_LINKMAP) || !found)
		return;
	library = found;
	if (*library->l_name && !stays_anyway(library))
		dlopen(library->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
