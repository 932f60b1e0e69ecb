/*
 * gpu_cupti.c: the collector, liblineprof_gpu.so: asks CUPTI for records of what the
 * GPU does. CUPTI and the driver are opened here and needed nowhere else; no header of
 * CUDA is needed to build this.
 */
#include "runtime/gpu_collector.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runtime/gpu_driver.h"
#include "runtime/gpu_fold.h"
#include "runtime/gpu_ranges.h"
#include "runtime/gpu_records.h"
#include "runtime/gpu_rows.h"

enum {
	BUFFER_BYTES = 1 << 20,
	BUFFERS_KEPT = 16,
	FLUSH_S = 1, /* so that a look at a live run is about so old */
	/* How long the program is kept, at its end and by a flush, for work that it has not waited
	   for. */
	WAIT_S = 3,
};

/* X(name, whether it is needed, arguments); all return a CUptiResult, an int. */
#define CUPTI_FUNCTIONS(X)                                                                         \
	X(GetVersion, true, (uint32_t *))                                                          \
	X(GetResultString, true, (int, const char **))                                             \
	X(Subscribe, true, (void **, void (*)(void *, int, uint32_t, const void *), void *))       \
	X(Unsubscribe, true, (void *))                                                             \
	X(ActivityEnable, true, (int))                                                             \
	X(ActivityDisable, false, (int))                                                           \
	X(ActivityRegisterCallbacks, true,                                                         \
	  (void (*)(uint8_t **, size_t *, size_t *),                                               \
	   void (*)(void *, uint32_t, uint8_t *, size_t, size_t)))                                 \
	X(ActivityGetNextRecord, true, (uint8_t *, size_t, void **))                               \
	X(ActivityGetNumDroppedRecords, true, (void *, uint32_t, size_t *))                        \
	X(ActivityFlushAll, true, (uint32_t))                                                      \
	X(ActivityPushExternalCorrelationId, true, (int, uint64_t))                                \
	X(ActivityPopExternalCorrelationId, true, (int, uint64_t *))                               \
	X(ActivityRegisterTimestampCallback, false, (uint64_t(*)(void)))

static struct {
#define CUPTI_FIELD(name, is_needed, arguments) int(*name) arguments;
	CUPTI_FUNCTIONS(CUPTI_FIELD)
#undef CUPTI_FIELD
} cupti;

static const struct lp_gpu_host *host;
static pid_t owner;      /* the process that CUPTI collects in */
static bool is_live;     /* CUPTI collects */
static bool has_ranges;  /* a tool listens to NVTX */
static bool is_finished; /* the driver is about to go, or has gone */
static bool is_at_exit;  /* our exit handler is registered */
static bool is_early_at_exit;
static pthread_mutex_t flushing = PTHREAD_MUTEX_INITIALIZER; /* outside of `folding` */
static pthread_mutex_t folding = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t waiting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_waited = PTHREAD_COND_INITIALIZER;
static bool is_waiting; /* a thread, for the GPU */

static pthread_mutex_t buffers_lock = PTHREAD_MUTEX_INITIALIZER;
static uint8_t *buffers[BUFFERS_KEPT];
static int buffer_count;

/* --- buffers --- */

/* Never refused while there is memory: CUPTI before 12.9 does not bear it well. */
static void give_buffer(uint8_t **buffer, size_t *size, size_t *most_records)
{
	pthread_mutex_lock(&buffers_lock);
	*buffer = buffer_count ? buffers[--buffer_count] : NULL;
	pthread_mutex_unlock(&buffers_lock);
	if (!*buffer)
		*buffer = aligned_alloc(8, BUFFER_BYTES);
	*size = *buffer ? BUFFER_BYTES : 0;
	*most_records = 0;
}

static void keep_buffer(uint8_t *buffer)
{
	pthread_mutex_lock(&buffers_lock);
	if (buffer_count < BUFFERS_KEPT) {
		buffers[buffer_count++] = buffer;
		buffer = NULL;
	}
	pthread_mutex_unlock(&buffers_lock);
	free(buffer);
}

static void take_buffer(void *context, uint32_t stream, uint8_t *buffer, size_t size,
			size_t valid_bytes)
{
	void *record = NULL;
	size_t dropped = 0;

	(void)size;
	/* Not under our lock: it takes one of CUPTI's. */
	if (cupti.ActivityGetNumDroppedRecords(context, stream, &dropped) != LP_CUPTI_OK)
		dropped = 0;
	pthread_mutex_lock(&folding);
	host->run->dropped += dropped;
	while (valid_bytes &&
	       cupti.ActivityGetNextRecord(buffer, valid_bytes, &record) == LP_CUPTI_OK)
		lp_gpu_fold(record);
	lp_gpu_fold_settle();
	pthread_mutex_unlock(&folding);
	keep_buffer(buffer);
}

/* The clock that the program may compare with. */
static uint64_t now_ns(void)
{
	struct timespec now = {0};

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* --- opening --- */

static void *open_at(const char *folder, size_t folder_bytes, const char *rest)
{
	static const char *const names[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
	char path[PATH_MAX];
	void *library;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if ((size_t)snprintf(path, sizeof path, "%.*s%s%s", (int)folder_bytes, folder, rest,
				     names[i]) >= sizeof path)
			continue;
		library = dlopen(path, RTLD_LAZY);
		if (library)
			return library;
	}
	return NULL;
}

/* Where a toolkit keeps it, below its top. */
static void *open_below(const char *top, size_t top_bytes)
{
	static const char *const rests[] = {"/extras/CUPTI/lib64/", "/lib64/", "/lib/"};
	void *library = NULL;

	for (size_t i = 0; i < sizeof rests / sizeof *rests && !library; i++)
		library = open_at(top, top_bytes, rests[i]);
	return library;
}

/* The toolkit that the program's own libcudart is of. */
static int note_cudart(struct dl_phdr_info *info, size_t size, void *argument)
{
	const char *const name = strrchr(info->dlpi_name, '/');

	(void)size;
	if (!name || strncmp(name + 1, "libcudart.so", 12) ||
	    (size_t)(name - info->dlpi_name) >= PATH_MAX)
		return 0;
	snprintf(argument, PATH_MAX, "%.*s", (int)(name - info->dlpi_name), info->dlpi_name);
	return 1;
}

/* NULL: none by name. */
static const char *asked_for(void)
{
	const char *const asked = getenv("LINEPROF_CUPTI");

	return asked && *asked ? asked : NULL;
}

static void *open_library(void)
{
	static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH"};
	char folder[PATH_MAX] = "";
	void *library;

	if (asked_for())
		return dlopen(asked_for(), RTLD_LAZY);
	library = open_at("", 0, "");
	if (!library && dl_iterate_phdr(note_cudart, folder)) {
		library = open_at(folder, strlen(folder), "/");
		if (!library)
			library = open_at(folder, strlen(folder), "/../extras/CUPTI/lib64/");
	}
	for (size_t i = 0; i < sizeof variables / sizeof *variables && !library; i++) {
		const char *const top = getenv(variables[i]);

		if (top && *top)
			library = open_below(top, strlen(top));
	}
	return library ? library : open_below("/usr/local/cuda", strlen("/usr/local/cuda"));
}

static const char *find_functions(void *library)
{
#define CUPTI_FIND(name, is_needed, arguments)                                                     \
	*(void **)&cupti.name = dlsym(library, "cupti" #name);                                     \
	if (is_needed && !cupti.name)                                                              \
		return "CUPTI lacks cupti" #name;
	CUPTI_FUNCTIONS(CUPTI_FIND)
#undef CUPTI_FIND
	return NULL;
}

/* What CUPTI answered, in words that last. */
static const char *explain(const char *what, int result)
{
	static char text[112];
	const char *why = NULL;

	if (result == LP_CUPTI_TAKEN)
		return "another profiler uses CUPTI in this process";
	if (result == LP_CUPTI_NO_PERMISSION || result == LP_CUPTI_NO_PERMISSION_VIRTUAL)
		return "no permission to profile the GPU (NVIDIA's ERR_NVGPUCTRPERM)";
	cupti.GetResultString(result, &why);
	snprintf(text, sizeof text, "%s: %s", what, why ? why : "unknown error of CUPTI");
	return text;
}

static void hear_nothing(void *user, int domain, uint32_t id, const void *data)
{
	(void)user;
	(void)domain;
	(void)id;
	(void)data;
}

/* Records go to whom registered last: who is there already shall keep them. What CUPTI says of the
 * place for the one subscriber that it has. */
static int look_for_others(void)
{
	void *subscriber = NULL;
	const int result = cupti.Subscribe(&subscriber, hear_nothing, NULL);

	if (result == LP_CUPTI_OK)
		cupti.Unsubscribe(subscriber);
	return result;
}

/* Else the program pays for what nobody takes. */
static void disable(const int *kinds, size_t count)
{
	while (cupti.ActivityDisable && count > 0)
		cupti.ActivityDisable(kinds[--count]);
}

static const char *enable(void)
{
	/* Records that say where work came from are made for calls of the first two. */
	static const struct {
		int kind;
		bool is_needed;
	} kinds[] = {
	    {LP_CUPTI_EXTERNAL_CORRELATION, true},
	    {LP_CUPTI_RUNTIME, true},
	    {LP_CUPTI_DRIVER, true},
	    {LP_CUPTI_CONCURRENT_KERNEL, true},
	    {LP_CUPTI_MEMCPY, true},
	    {LP_CUPTI_MEMCPY2, false},
	    {LP_CUPTI_MEMSET, true},
	    {LP_CUPTI_SYNCHRONIZATION, false},
	    {LP_CUPTI_MEMORY2, false},
	};
	int enabled[sizeof kinds / sizeof *kinds];
	size_t count = 0;
	int result;

	if (cupti.ActivityRegisterTimestampCallback)
		cupti.ActivityRegisterTimestampCallback(now_ns);
	result = cupti.ActivityRegisterCallbacks(give_buffer, take_buffer);
	if (result != LP_CUPTI_OK)
		return explain("cuptiActivityRegisterCallbacks", result);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		result = cupti.ActivityEnable(kinds[i].kind);
		if (result == LP_CUPTI_OK) {
			enabled[count++] = kinds[i].kind;
		} else if (kinds[i].is_needed) {
			disable(enabled, count);
			return explain("cuptiActivityEnable", result);
		}
	}
	return NULL;
}

static const char *open_cupti(void)
{
	const char *trouble;
	uint32_t version = 0;
	void *library;
	int found;

	if (!lp_gpu_driver_open())
		return "no NVIDIA driver (libcuda.so.1)";
	library = open_library();
	if (!library)
		return asked_for() ? "no CUPTI: what LINEPROF_CUPTI names cannot be opened"
				   : "no CUPTI (libcupti.so.13 or .12); LINEPROF_CUPTI can name it";
	trouble = find_functions(library);
	if (trouble)
		return trouble;
	if (cupti.GetVersion(&version) != LP_CUPTI_OK || version < LP_CUPTI_OLDEST)
		return "CUPTI is too old, that of CUDA 11.6 is the first that will do";
	host->run->cupti_version = version;
	if (!lp_gpu_fold_start(host))
		return "no memory";
	found = look_for_others();
	return found == LP_CUPTI_OK ? enable() : explain("cuptiSubscribe", found);
}

/* --- threads --- */

/* The program's signals are not for ours. */
static bool start_thread(pthread_t *thread, void *(*run)(void *), void *argument)
{
	sigset_t all, before;
	bool is_started;

	sigfillset(&all);
	/* The profile may be truncated under it: see truncation.h. */
	sigdelset(&all, SIGBUS);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	is_started = !pthread_create(thread, NULL, run, argument);
	if (is_started)
		pthread_setname_np(*thread, "lineprof-gpu");
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return is_started;
}

/* --- the end --- */

/* What the devices are. The driver is not asked under our lock: it may hold one of its own while
 * it waits for ours. */
static void describe_devices(void)
{
	struct lp_gpu_device device = {.used = 0};

	pthread_mutex_lock(&folding);
	for (uint32_t n = 0; lp_gpu_rows_undescribed(&n, &device.device); n++) {
		pthread_mutex_unlock(&folding);
		const bool is_known = lp_gpu_driver_describe(&device);
		pthread_mutex_lock(&folding);
		if (is_known)
			lp_gpu_rows_describe(n, &device);
	}
	pthread_mutex_unlock(&folding);
}

static void bring_up_to_date(uint32_t flags, void (*fold)(void))
{
	cupti.ActivityFlushAll(flags);
	pthread_mutex_lock(&folding);
	fold();
	pthread_mutex_unlock(&folding);
	describe_devices();
}

static void *synchronise(void *context)
{
	lp_gpu_driver_synchronise(context);
	pthread_mutex_lock(&waiting);
	is_waiting = false;
	pthread_cond_broadcast(&has_waited);
	pthread_mutex_unlock(&waiting);
	return NULL;
}

/* Whether none waits for the GPU any more by then. With `waiting` locked. */
static bool wait_until(const struct timespec *until)
{
	while (is_waiting)
		if (pthread_cond_clockwait(&has_waited, &waiting, CLOCK_MONOTONIC, until))
			return !is_waiting;
	return true;
}

/* Work that never ends by itself must not keep the program: a kernel may wait for what the program
 * tells it behind this, at exit in a destructor. So another thread waits for it, one at a time
 * however often it is asked for. False: the GPU is still at work. */
static bool synchronise_for_a_while(void)
{
	void *const context = lp_gpu_driver_context();
	struct timespec until = {0};
	pthread_t thread;
	bool is_mine, is_started, is_done;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += WAIT_S;
	pthread_mutex_lock(&waiting);
	is_mine = wait_until(&until);
	is_started = is_mine && start_thread(&thread, synchronise, context);
	if (is_started) {
		pthread_detach(thread);
		is_waiting = true;
	}
	is_done = is_started && wait_until(&until);
	pthread_mutex_unlock(&waiting);
	if (!is_mine || is_started)
		return is_done;
	/* There is no room for another thread: better late than not at all. */
	lp_gpu_driver_synchronise(context);
	return true;
}

/* What is there without CUPTI, when the driver has gone or has never begun. */
static void finish_without_driver(void)
{
	if (lp_gpu_driver_has_gone())
		lp_gpu_note(host, "the driver had ended before lineprof: the last work is missing");
	pthread_mutex_lock(&folding);
	lp_gpu_fold_finish();
	pthread_mutex_unlock(&folding);
}

static void flush(bool is_last)
{
	bool is_up;

	/* A forked child has our exit handler, but neither the GPU nor CUPTI's threads. */
	if (!is_live || getpid() != owner || __atomic_load_n(&is_finished, __ATOMIC_ACQUIRE))
		return;
	is_up = lp_gpu_driver_is_up();
	/* Not under the lock: who ends the program waits for that. */
	if (is_up && !synchronise_for_a_while() && is_last)
		strncpy(host->run->note,
			"the GPU was at work when the program ended: that is missing",
			sizeof host->run->note - 1);
	pthread_mutex_lock(&flushing);
	if (is_up && !is_finished)
		bring_up_to_date(LP_CUPTI_FLUSH_FORCED,
				 is_last ? lp_gpu_fold_finish : lp_gpu_fold_show);
	else if (is_last && !is_finished)
		finish_without_driver();
	pthread_mutex_unlock(&flushing);
}

static void finish(void)
{
	if (getpid() != owner || __atomic_load_n(&is_finished, __ATOMIC_ACQUIRE))
		return;
	flush(true);
	/* CUPTI's records go to whom asked last, and nobody is told (seen with torch.profiler). */
	if (lp_gpu_driver_is_up() && look_for_others() == LP_CUPTI_TAKEN)
		strncpy(host->run->note,
			"another profiler came to CUPTI meanwhile: what it took is missing",
			sizeof host->run->note - 1);
	pthread_mutex_lock(&flushing);
	__atomic_store_n(&is_finished, true, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&flushing);
}

/* Exit handlers run in the reverse order: ours must be registered behind the driver's own,
 * which is when the driver has begun its work. */
static void watch_exit(bool *is_watched)
{
	if (__atomic_load_n(is_watched, __ATOMIC_ACQUIRE) || !lp_gpu_driver_is_up())
		return;
	pthread_mutex_lock(&folding);
	if (!*is_watched)
		atexit(finish);
	__atomic_store_n(is_watched, true, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&folding);
}

/* The program may never leave a place, as one whose library runs it all and calls exit(). Once a
 * place was left, so that what else CUDA registers as it begins is registered too, it is done
 * again. */
static void watch_exit_early(void)
{
	if (!__atomic_load_n(&is_at_exit, __ATOMIC_ACQUIRE))
		watch_exit(&is_early_at_exit);
}

/* What is done is handed over now and then, for who looks meanwhile and for a program that is
 * killed. CUPTI's own period (cuptiActivityFlushPeriod) is for full buffers only. */
static void *keep_up_to_date(void *unused)
{
	bool goes_on = true;

	while (goes_on) {
		sleep(FLUSH_S);
		pthread_mutex_lock(&flushing);
		goes_on = !is_finished;
		if (goes_on)
			watch_exit_early();
		if (goes_on && lp_gpu_driver_is_up())
			bring_up_to_date(LP_CUPTI_FLUSH_COMPLETE, lp_gpu_fold_second);
		pthread_mutex_unlock(&flushing);
	}
	return unused;
}

/* --- what the runtime calls --- */

static void begin(uint64_t work)
{
	if (has_ranges && LP_GPU_WORK_SITE(work) != LP_GPU_SITE_STOPPED)
		lp_gpu_ranges_begin(LP_GPU_WORK_SITE(work) - 1);
	else if (has_ranges)
		lp_gpu_ranges_begin(UINT32_MAX);
	if (is_live && !__atomic_load_n(&is_finished, __ATOMIC_ACQUIRE)) {
		watch_exit_early();
		cupti.ActivityPushExternalCorrelationId(LP_CUPTI_CORRELATION_OURS, work);
	} else if (is_live && lp_gpu_driver_is_up()) {
		/* CUPTI itself may have ended: its exit handlers are registered before ours. */
		lp_gpu_note(host, "work that exit handlers asked for is missing");
	}
}

static void end(void)
{
	uint64_t work;

	if (is_live && !__atomic_load_n(&is_finished, __ATOMIC_ACQUIRE)) {
		cupti.ActivityPopExternalCorrelationId(LP_CUPTI_CORRELATION_OURS, &work);
		watch_exit(&is_at_exit);
	}
	if (has_ranges)
		lp_gpu_ranges_end();
}

__attribute__((visibility("default"))) const char *
lp_gpu_collector_open(const struct lp_gpu_host *from, struct lp_gpu_collector *collector);

const char *lp_gpu_collector_open(const struct lp_gpu_host *from,
				  struct lp_gpu_collector *collector)
{
	const char *trouble;
	pthread_t keeper;

	if (from->version != LP_GPU_COLLECTOR_VERSION)
		return LP_GPU_COLLECTOR_SONAME " is of another version";
	host = from;
	owner = getpid();
	has_ranges = from->wants_ranges && lp_gpu_ranges_start(from);
	trouble = open_cupti();
	is_live = !trouble;
	if (is_live && start_thread(&keeper, keep_up_to_date, NULL))
		pthread_detach(keeper);
	if (is_live || has_ranges)
		*collector = (struct lp_gpu_collector){begin, end, flush};
	return trouble;
}
