/*
 * loader.c: liblineprof.so, the library that users name. It finds out which LLVM
 * it was loaded into and opens the plugin that was built for that one.
 *
 * A plugin bound to one LLVM and loaded into another crashes, prints nonsense
 * or, worst, instruments nothing without a word; so this file must not link LLVM.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/abi.h"
#include "plugin/plugin_digest.h"

#define PLUGIN_NAME "liblineprof_plugin.so"

/* Makes this file another one when the plugins are others: see cmake/PluginDigest.cmake. */
__attribute__((used)) static const char plugin_digest[] = "plugins of " LINEPROF_PLUGIN_DIGEST;

static void *plugin_handle;

/* Reads the major version out of a library's name: libLLVM-14.so.1,
 * libLLVM.so.19.1, libclang-cpp.so.22.1. 0 if it is not such a name. */
static int major_in_name(const char *path)
{
	static const char *const prefixes[] = {"libLLVM-", "libLLVM.so.", "libclang-cpp.so.",
					       "libclang-cpp-"};
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		const size_t length = strlen(prefixes[i]);

		if (strncmp(name, prefixes[i], length) == 0)
			return atoi(name + length);
	}
	return 0;
}

static int find_loaded_llvm(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	*(int *)data = major_in_name(info->dlpi_name);
	return *(int *)data != 0;
}

/* The major version of the LLVM in this process; 0 if there is none. */
static int loaded_llvm_major(void)
{
	void (*get_version)(unsigned *, unsigned *, unsigned *);
	int major = 0;

	*(void **)&get_version = dlsym(RTLD_DEFAULT, "LLVMGetVersion"); /* from LLVM 16 */
	if (get_version) {
		unsigned version[3] = {0, 0, 0};

		get_version(&version[0], &version[1], &version[2]);
		return (int)version[0];
	}
	dl_iterate_phdr(find_loaded_llvm, &major);
	return major;
}

/* Appends the versions that `folder` holds a plugin for, as " 14 19". */
static void list_installed(const char *folder, char *out, size_t size)
{
	DIR *dir = opendir(folder);
	int found[100] = {0};
	size_t used = 0;

	out[0] = '\0';
	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		const int major = atoi(entry->d_name);
		char path[4096 + 64];

		if (major <= 0 || major >= 100)
			continue;
		if (snprintf(path, sizeof(path), "%s/%d/" PLUGIN_NAME, folder, major) <
		    (int)sizeof(path))
			found[major] = access(path, R_OK) == 0;
	}
	if (dir)
		closedir(dir);
	for (int major = 1; major < 100 && used + 4 < size; major++)
		if (found[major])
			used += (size_t)snprintf(out + used, size - used, " %d", major);
}

/* Ends the compiler: a program compiled without what was asked for is worse. */
static void refuse(const char *what, const char *hint)
{
	fprintf(stderr, "lineprof: %s\n", what);
	if (hint[0])
		fprintf(stderr, "lineprof: hint: %s\n", hint);
	_exit(1);
}

static void open_plugin(const char *folder, int major)
{
	char path[4096 + 64]; /* a folder and what is appended to it */
	char what[5000];
	char hint[256] = "";
	char installed[128];

	snprintf(path, sizeof(path), "%s/lineprof/%d/" PLUGIN_NAME, folder, major);
	if (access(path, F_OK) == 0) {
		plugin_handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
		if (plugin_handle)
			return;
		snprintf(what, sizeof(what), "%s: cannot be loaded: %s", path, dlerror());
		refuse(what, hint);
	}
	snprintf(path, sizeof(path), "%s/lineprof", folder);
	list_installed(path, installed, sizeof(installed));
	if (!installed[0]) {
		snprintf(what, sizeof(what), "%s: no plugin found", path);
		snprintf(hint, sizeof(hint), "keep the folder lineprof/ beside liblineprof.so");
	} else {
		snprintf(what, sizeof(what), "LLVM %d: this compiler is not served: %s", major,
			 "there are plugins for LLVM");
		strncat(what, installed, sizeof(what) - strlen(what) - 1);
		if (major < LLVM_OLDEST || major > LLVM_NEWEST)
			snprintf(hint, sizeof(hint),
				 "use one of these clangs: lineprof knows LLVM %d to %d",
				 LLVM_OLDEST, LLVM_NEWEST);
		else
			snprintf(hint, sizeof(hint),
				 "use one of these clangs, or build lineprof with "
				 "llvm-%d-dev and libclang-%d-dev",
				 major, major);
	}
	refuse(what, hint);
}

__attribute__((constructor)) static void load(void)
{
	const int major = loaded_llvm_major();
	Dl_info self;
	char folder[4096];
	char *slash;

	if (!dladdr((void *)&load, &self) || !self.dli_fname)
		refuse("liblineprof.so: its own path is unknown", "");
	if (!realpath(self.dli_fname, folder))
		snprintf(folder, sizeof(folder), "%s", self.dli_fname);
	slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	if (!major)
		refuse("liblineprof.so: no LLVM in this process",
		       "use it as clang -fplugin=liblineprof.so; gcc cannot run it");
	open_plugin(folder, major);
}

/*
 * -fpass-plugin and opt ask here. The answer is a struct returned through a
 * hidden pointer whose size depends on LLVM's version; an indirect function
 * hands the question on without touching it, on any processor. It is resolved
 * when LLVM looks the name up, after load().
 */
typedef void forward_fn(void);

__attribute__((used)) static forward_fn *resolve_plugin_info(void)
{
	forward_fn *target = NULL;

	if (plugin_handle)
		*(void **)&target = dlsym(plugin_handle, "llvmGetPassPluginInfo");
	return target;
}

__attribute__((visibility("default"), ifunc("resolve_plugin_info"))) void
llvmGetPassPluginInfo(void);
