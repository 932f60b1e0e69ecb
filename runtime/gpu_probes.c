/* gpu_probes.c: the places that make a GPU work, and the way to the collector. */
#include "runtime/gpu_probes.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "runtime/clock.h"
#include "runtime/gate.h"
#include "runtime/gpu_collector.h"
#include "runtime/iterations.h"
#include "runtime/lock.h"
#include "runtime/log.h"
#include "runtime/profile_file.h"
#include "runtime/region_paths.h"
#include "runtime/regions.h"
#include "runtime/settings.h"
#include "runtime/threads.h"

enum {
	GPUS_MAX = 256, /* modules with sites */
	DEPTH_MAX = 32, /* sites of a thread that are open at once: callbacks of libraries */
	OPENING_SECONDS_MOST = 2,
};

/* A module's sites. */
struct table {
	uint64_t handle; /* the module's */
	const struct lp_abi_module *module;
	struct lp_abi_gpu *gpu;
	uint32_t first;
	uint32_t count;
	struct lp_gpu_site_time *times; /* in the profile */
};

struct open_site {
	uintptr_t frame;
	const struct lp_abi_gpu_site *site;
	uint64_t since_ticks;
	struct lp_gpu_site_time *time;
	struct lp_step *waiting; /* the step, if the program waits there for the GPU */
	bool is_pushed;          /* the collector knows of it */
};

static struct table tables[GPUS_MAX];
static uint32_t table_count;
static uint32_t site_count;

static struct lp_gpu_run *run;
static struct lp_gpu_collector collector;
static bool is_begun;     /* the collector is opened, or was */
static bool is_tried;     /* the collector is there, or there will be none */
static bool is_inherited; /* the parent of this process has it */
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

/* What is kept of a thread; it outlives it, as lp_thread_state does. */
struct lp_thread_gpu {
	pid_t tid; /* whose `sites` are */
	uint32_t depth;
	bool is_opening; /* this very thread opens the collector */
	bool has_waited; /* for another that does */
	struct open_site sites[DEPTH_MAX];
};

/* dlopen() would bring a second C library into a static program: there it is not. */
extern void *dlopen(const char *, int) __attribute__((weak));
extern void *dlsym(void *restrict, const char *restrict) __attribute__((weak));
extern int dladdr(const void *, Dl_info *) __attribute__((weak));

/* --- the table --- */

static uint64_t names_bytes(const struct lp_abi_gpu *gpu)
{
	const struct lp_abi_gpu_site *const end = gpu->sites_end;
	uint64_t bytes = 0;

	for (const struct lp_abi_gpu_site *site = gpu->sites_begin; site < end; site++)
		bytes += site->name_bytes;
	return bytes;
}

static void fill_sites(struct lp_gpu_sites *head, const struct lp_abi_module *module,
		       const struct lp_abi_gpu *gpu)
{
	const struct lp_abi_gpu_site *const sites = gpu->sites_begin;
	struct lp_gpu_site *const out = (struct lp_gpu_site *)(void *)(head + 1);
	char *const names = (char *)(out + head->count);
	uint32_t offset = 0;

	for (uint32_t i = 0; i < head->count; i++) {
		const struct lp_abi_func *const func = lp_abi_target(&sites[i].func);

		out[i] = (struct lp_gpu_site){
		    .path_hash = sites[i].path_hash,
		    .function = (uint32_t)(func - (const struct lp_abi_func *)module->funcs_begin),
		    .node = sites[i].node,
		    .line = sites[i].line,
		    .group = sites[i].group,
		    .name_offset = offset,
		    .name_bytes = sites[i].name_bytes,
		};
		memcpy(names + offset, lp_abi_target(&sites[i].name), sites[i].name_bytes);
		offset += sites[i].name_bytes;
	}
}

/* Under the lock. */
static bool append_table(struct table *table)
{
	const uint64_t names = names_bytes(table->gpu);
	uint64_t mark;
	struct lp_gpu_sites *sites;
	struct lp_gpu_site_times *times;

	if (!run && !(run = lp_file_append(LP_SECT_GPU_RUN, sizeof *run, 0)))
		return false;
	mark = lp_file_mark();
	sites = lp_file_append(LP_SECT_GPU_SITES, 0,
			       sizeof *sites + table->count * sizeof(struct lp_gpu_site) + names);
	times = lp_file_append(LP_SECT_GPU_TIMES, sizeof *times,
			       table->count * sizeof(struct lp_gpu_site_time));
	if (!sites || !times) {
		lp_file_give_up(mark);
		return false;
	}
	*sites = (struct lp_gpu_sites){.module = (uint32_t)table->module->handle - 1,
				       .first = table->first,
				       .count = table->count,
				       .name_bytes = (uint32_t)names};
	*times = (struct lp_gpu_site_times){.first = table->first, .count = table->count};
	table->times = (struct lp_gpu_site_time *)(void *)(times + 1);
	fill_sites(sites, table->module, table->gpu);
	lp_file_commit();
	return true;
}

/* That of a library that was unloaded and loaded again, which is the same module; NULL. */
static struct table *former_table(const struct table *like)
{
	for (uint32_t i = 0; i < table_count; i++)
		if (tables[i].handle == like->handle && tables[i].count == like->count)
			return &tables[i];
	return NULL;
}

/* Under the lock. NULL when there is no room. */
static struct table *new_table(const struct table *like)
{
	struct table *const table = &tables[table_count];

	if (table_count == GPUS_MAX)
		return NULL;
	*table = *like;
	table->first = site_count;
	if (!append_table(table))
		return NULL;
	site_count += table->count;
	__atomic_store_n(&table_count, table_count + 1, __ATOMIC_RELEASE);
	return table;
}

/* Under the lock. The module's table; NULL: there is none. */
static struct table *find_table(struct lp_abi_module *module, struct lp_abi_gpu *gpu)
{
	const struct table like = {.handle = module->handle,
				   .module = module,
				   .gpu = gpu,
				   .count = (uint32_t)((struct lp_abi_gpu_site *)gpu->sites_end -
						       (struct lp_abi_gpu_site *)gpu->sites_begin)};
	struct table *table;

	if (gpu->handle)
		return &tables[gpu->handle - 1];
	if (gpu->version != LP_GPU_VERSION)
		return NULL;
	table = former_table(&like);
	if (table) {
		table->module = module;
		table->gpu = gpu;
	} else {
		table = new_table(&like);
	}
	if (table)
		__atomic_store_n(&gpu->handle, (uint64_t)(table - tables) + 1, __ATOMIC_RELEASE);
	return table;
}

static struct table *add_table(struct lp_abi_module *module, struct lp_abi_gpu *gpu)
{
	struct lp_guard guard;
	struct table *table;

	lp_lock(&guard);
	table = find_table(module, gpu);
	lp_unlock(&guard);
	return table;
}

/* --- the collector --- */

static void *append_shown(enum lp_section what, uint64_t head_bytes, uint64_t array_bytes)
{
	struct lp_guard guard;
	void *payload;

	lp_lock(&guard);
	payload = lp_file_append(what, head_bytes, array_bytes);
	if (payload)
		lp_file_commit();
	lp_unlock(&guard);
	return payload;
}

/* The file's name of the site's path, as the module's records have it. */
static const struct lp_abi_file *file_of(const struct lp_abi_module *module, uint64_t path_hash)
{
	const struct lp_abi_file *const end = module->files_end;

	for (const struct lp_abi_file *file = module->files_begin; file < end; file++)
		if (file->path_hash == path_hash)
			return file;
	return NULL;
}

static void describe(uint32_t site, char *out, uint64_t size)
{
	const uint32_t count = __atomic_load_n(&table_count, __ATOMIC_ACQUIRE);

	if (size)
		*out = '\0';
	for (uint32_t i = 0; i < count; i++) {
		const struct lp_abi_gpu_site *const sites = tables[i].gpu->sites_begin;
		const struct lp_abi_gpu_site *here;
		const struct lp_abi_file *file;
		const char *path, *name;

		if (site - tables[i].first >= tables[i].count)
			continue;
		here = &sites[site - tables[i].first];
		file = file_of(tables[i].module, here->path_hash);
		if (!file)
			return;
		path = lp_abi_target(&file->path);
		name = memrchr(path, '/', file->path_bytes);
		name = name ? name + 1 : path;
		snprintf(out, size, "%.*s:%u %.*s", (int)(path + file->path_bytes - name), name,
			 here->line, (int)here->name_bytes,
			 (const char *)lp_abi_target(&here->name));
		return;
	}
}

/* Sanitizers end a program that asks for what follows. */
extern void __sanitizer_set_report_path(const char *) __attribute__((weak));

/* As the runtime was opened: it calls the C library's functions, not the program's of the same
 * name. */
static int open_flags(void)
{
	return __sanitizer_set_report_path ? RTLD_NOW : RTLD_NOW | RTLD_DEEPBIND;
}

/* The collector lies beside the runtime. */
static void *load_collector(void)
{
	char path[PATH_MAX];
	const char *slash;
	Dl_info info;

	if (!dladdr((void *)&tables, &info) || !info.dli_fname)
		return NULL;
	slash = strrchr(info.dli_fname, '/');
	if (!slash)
		return dlopen(LP_GPU_COLLECTOR_SONAME, open_flags());
	if ((size_t)snprintf(path, sizeof path, "%.*s/%s", (int)(slash - info.dli_fname),
			     info.dli_fname, LP_GPU_COLLECTOR_SONAME) >= sizeof path)
		return NULL;
	return dlopen(path, open_flags());
}

static const char *open_collector(void)
{
	static struct lp_gpu_host host = {.version = LP_GPU_COLLECTOR_VERSION,
					  .append = append_shown,
					  .log = lp_log,
					  .describe = describe,
					  .step = lp_steps_row,
					  .region = lp_region_path_name};
	lp_gpu_collector_open_fn open_it;
	void *library;

	if (is_inherited)
		return "the GPU was in use before fork()";
	if (!dlopen || !dlsym || !dladdr)
		return "the program is linked statically";
	host.run = run;
	host.wants_ranges = lp_settings.has_ranges;
	library = load_collector();
	if (!library)
		return "no " LP_GPU_COLLECTOR_SONAME " beside the runtime";
	*(void **)&open_it = dlsym(library, LP_GPU_COLLECTOR_OPEN);
	return open_it ? open_it(&host, &collector) : LP_GPU_COLLECTOR_SONAME " is no collector";
}

/* False after a while: who opens the collector may wait for the dynamic linker, which this thread
 * may hold, in a constructor. Then it does not wait for it again. */
static bool wait_for_opening(struct lp_thread_gpu *self)
{
	struct timespec until;

	if (!pthread_mutex_trylock(&opening))
		return true;
	if (self->has_waited)
		return false;
	self->has_waited = true;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += OPENING_SECONDS_MOST;
	return !pthread_mutex_clocklock(&opening, CLOCK_MONOTONIC, &until);
}

/* Once in a process. A thread that comes while another opens it waits: what it is about
 * to ask of the GPU must not be missed. */
static void try_collector(struct lp_thread_gpu *self)
{
	if (!wait_for_opening(self))
		return;
	if (!is_tried) {
		const char *trouble;

		self->is_opening = true;
		is_begun = true;
		trouble = lp_settings.gpu_is_off ? "" : open_collector();
		self->is_opening = false;
		run->state = trouble ? LP_GPU_OFF : LP_GPU_LIVE;
		if (trouble)
			strncpy(run->note, *trouble ? trouble : "LINEPROF_GPU=off",
				sizeof run->note - 1);
		if (trouble && *trouble)
			lp_log("no GPU profile", trouble, "the CPU profile goes on");
		__atomic_store_n(&is_tried, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&opening);
}

/* --- probes --- */

static void close_top(struct lp_thread_gpu *self)
{
	const struct open_site *const top = &self->sites[--self->depth];

	if (top->is_pushed)
		collector.end();
	if (top->time) {
		const uint64_t now = lp_clock_ticks();

		const uint64_t ticks = lp_clock_since(now, top->since_ticks);

		__atomic_fetch_add(&top->time->calls, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&top->time->ticks, ticks, __ATOMIC_RELAXED);
		if (top->waiting)
			__atomic_fetch_add(&top->waiting->wait_ticks, ticks, __ATOMIC_RELAXED);
	}
}

/* The innermost one was left: it has no end that could be timed. */
static void drop_top(struct lp_thread_gpu *self)
{
	self->sites[self->depth - 1].time = NULL;
	close_top(self);
}

/* What longjmp() left open: frames below this one. */
static void drop_left(struct lp_thread_gpu *self, uintptr_t below)
{
	while (self->depth && self->sites[self->depth - 1].frame < below)
		drop_top(self);
}

/* Where all is taken, most have been left in ways that nobody saw. */
static void make_room(struct lp_thread_gpu *self)
{
	if (self->depth == DEPTH_MAX)
		while (self->depth)
			drop_top(self);
}

/* How many are open with this one, if it is; else 0. */
static uint32_t depth_of(const struct lp_thread_gpu *self, const struct lp_abi_gpu_site *site,
			 uintptr_t frame)
{
	uint32_t depth = self->depth;

	while (depth &&
	       (self->sites[depth - 1].frame != frame || self->sites[depth - 1].site != site))
		depth--;
	return depth;
}

/* Whether `name`, which needs no zero at its end, has `part` in it. */
static bool has_part(const struct lp_abi_gpu_site *site, const char *part)
{
	return memmem(lp_abi_target(&site->name), site->name_bytes, part, strlen(part));
}

/* Whether the program stands still there until the GPU is done. */
static bool is_waiting(const struct lp_abi_gpu_site *site)
{
	const bool moves = site->group == LP_GPU_COPY || site->group == LP_GPU_SET;

	/* cudaEventRecord() and cudaStreamWaitEvent() have the GPU wait. */
	return (site->group == LP_GPU_WAIT && has_part(site, "Synchronize")) ||
	       (moves && !has_part(site, "Async") && !has_part(site, "Prefetch"));
}

static void open_site(struct lp_thread_gpu *self, const struct table *table, uint32_t index,
		      uintptr_t frame)
{
	struct open_site *const top = &self->sites[self->depth];
	const bool is_measured = !lp_clock_is_stopped();
	const uint32_t site = is_measured ? table->first + index + 1 : LP_GPU_SITE_STOPPED;
	const uint32_t step = lp_steps_current();
	const struct lp_abi_gpu_site *const here =
	    &((const struct lp_abi_gpu_site *)table->gpu->sites_begin)[index];

	*top = (struct open_site){.frame = frame,
				  .site = here,
				  .time = is_measured ? &table->times[index] : NULL,
				  .waiting = step && is_waiting(here) ? lp_steps_row(step) : NULL,
				  .is_pushed = collector.begin != NULL};
	self->depth++;
	if (top->is_pushed)
		collector.begin(LP_GPU_WORK(site, is_measured ? lp_regions_path() : 0, step));
	top->since_ticks = lp_clock_ticks();
}

/* The calling thread's; NULL if it has none. */
static struct lp_thread_gpu *own_sites(void)
{
	struct lp_thread_gpu *self;

	if (!lp_self || !lp_self->row)
		return NULL;
	if (!lp_self->gpu) {
		void *const memory = mmap(NULL, sizeof *self, PROT_READ | PROT_WRITE,
					  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		lp_self->gpu = memory != MAP_FAILED ? memory : NULL;
	}
	self = lp_self->gpu;
	if (self && self->tid != lp_self->tid) {
		self->tid = lp_self->tid;
		self->depth = 0;
	}
	return self;
}

static void begin(struct lp_thread_gpu *self, struct lp_abi_module *module, struct lp_abi_gpu *gpu,
		  const struct lp_abi_gpu_site *site, uintptr_t frame)
{
	const uint64_t handle = __atomic_load_n(&gpu->handle, __ATOMIC_ACQUIRE);
	const struct table *const table = handle ? &tables[handle - 1] : add_table(module, gpu);

	if (table && !__atomic_load_n(&is_tried, __ATOMIC_ACQUIRE))
		try_collector(self);
	if (table && !__atomic_load_n(&is_tried, __ATOMIC_ACQUIRE))
		return;
	if (!table || !collector.begin) {
		/* Nothing is open in any thread: the gate was never passed. */
		lp_gate_set(&gpu->gate, 0);
		return;
	}
	drop_left(self, frame);
	for (uint32_t left = depth_of(self, site, frame); left && self->depth >= left;)
		drop_top(self);
	make_room(self);
	open_site(self, table, (uint32_t)(site - (struct lp_abi_gpu_site *)gpu->sites_begin),
		  frame);
}

void lp_gpu_begin(struct lp_abi_module *module, struct lp_abi_gpu *gpu,
		  struct lp_abi_gpu_site *site, void *frame)
{
	const int saved_errno = errno;
	struct lp_thread_gpu *const self = own_sites();

	if (self && !self->is_opening)
		begin(self, module, gpu, site, (uintptr_t)frame);
	errno = saved_errno;
}

void lp_gpu_end(void *frame)
{
	const int saved_errno = errno;
	struct lp_thread_gpu *const self = lp_self ? lp_self->gpu : NULL;

	if (self) {
		drop_left(self, (uintptr_t)frame);
		if (self->depth && self->sites[self->depth - 1].frame == (uintptr_t)frame)
			close_top(self);
	}
	errno = saved_errno;
}

void lp_gpu_close(struct lp_abi_gpu_site *site, void *frame)
{
	const int saved_errno = errno;
	struct lp_thread_gpu *const self = lp_self ? lp_self->gpu : NULL;
	const uint32_t depth = self ? depth_of(self, site, (uintptr_t)frame) : 0;

	while (depth && self->depth > depth)
		drop_top(self);
	if (depth)
		close_top(self);
	errno = saved_errno;
}

void lp_gpu_land(uintptr_t frame)
{
	const int saved_errno = errno;
	struct lp_thread_gpu *const self = lp_self ? lp_self->gpu : NULL;

	if (self && self->depth && lp_threads_is_on_stack(lp_self, frame))
		drop_left(self, frame);
	errno = saved_errno;
}

void lp_gpu_flush(bool is_last)
{
	if (__atomic_load_n(&is_tried, __ATOMIC_ACQUIRE) && collector.flush)
		collector.flush(is_last);
}

void lp_gpu_fork_child(void)
{
	const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;

	opening = fresh;
	if (lp_self && lp_self->gpu)
		lp_self->gpu->depth = 0;
	/* Half of it, while another thread opened it. */
	is_inherited |= is_begun && (!is_tried || run->state == LP_GPU_LIVE);
	if (is_inherited)
		collector = (struct lp_gpu_collector){.begin = NULL};
	is_tried = is_tried && !is_inherited;
	if (run && !is_tried)
		*run = (struct lp_gpu_run){.state = LP_GPU_UNTRIED};
}
