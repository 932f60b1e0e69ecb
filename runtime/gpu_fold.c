/* gpu_fold.c: from CUPTI's records of activity to sums. */
#include "runtime/gpu_fold.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/gpu_busy.h"
#include "runtime/gpu_calls.h"
#include "runtime/gpu_memory.h"
#include "runtime/gpu_records.h"
#include "runtime/gpu_regions.h"
#include "runtime/gpu_rows.h"

enum {
	WAITING_MAX = 1 << 15, /* more than the buffers that are filled at once hold */
	/* Calls' records come when the calls end, at the latest a second later. */
	WAITING_SECONDS = 10,
};

/* Something that a call asked for. */
struct piece {
	uint32_t correlation;
	struct lp_gpu_row like; /* its key, without place and region */
	uint64_t start_ns;
	uint64_t end_ns;
	uint64_t bytes;
	uint64_t address; /* of memory; then `like.kind` is 0 */
	uint32_t since_s;
};

static const struct lp_gpu_host *host;
static struct piece *waiting; /* in the order in which they came */
static uint32_t waiting_count;
static uint32_t now_s;

bool lp_gpu_fold_start(const struct lp_gpu_host *from)
{
	void *const room = mmap(NULL, WAITING_MAX * sizeof *waiting, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (room == MAP_FAILED)
		return false;
	host = from;
	waiting = room;
	waiting_count = 0;
	lp_gpu_busy_start(from);
	lp_gpu_regions_start(from);
	return lp_gpu_calls_start() && lp_gpu_rows_start(from) && lp_gpu_memory_start(from);
}

/* --- calls --- */

static void take_external(const struct lp_cupti_external *record)
{
	struct lp_gpu_call *call;

	if (record->external_kind != LP_CUPTI_CORRELATION_OURS || !record->correlation)
		return;
	/* The runtime's call and the driver's within it may both have one: the same. */
	call = lp_gpu_calls_of(record->correlation);
	call->work = record->external_id;
	call->has_work = true;
}

/* --- pieces of work --- */

/* What is before the first step belongs to none. */
static void add_to_step(const struct piece *piece, uint32_t number)
{
	struct lp_step *const step = number ? host->step(number) : NULL;
	const uint64_t ns = piece->end_ns - piece->start_ns;

	if (!step || piece->like.kind == LP_GPU_ROW_WAIT)
		return;
	if (piece->like.kind == LP_GPU_ROW_KERNEL) {
		step->kernel_ns += ns;
		step->kernels++;
	} else {
		step->copy_ns += ns;
	}
}

static void add_work(const struct piece *piece, const struct lp_gpu_call *call, uint64_t work)
{
	const uint64_t ns = piece->end_ns - piece->start_ns;
	struct lp_gpu_row like = piece->like;
	struct lp_gpu_row *row;

	like.site = LP_GPU_WORK_SITE(work);
	like.region = lp_gpu_regions_add(LP_GPU_WORK_PATH(work), piece->like.kind, ns);
	row = lp_gpu_rows_find(&like);
	add_to_step(piece, LP_GPU_WORK_STEP(work));
	lp_gpu_rows_add(row, ns, piece->bytes);
	if (like.kind != LP_GPU_ROW_WAIT && call && call->start_ns &&
	    piece->start_ns >= call->start_ns) {
		const uint64_t delay_ns = piece->start_ns - call->start_ns;

		row->delays++;
		row->delay_ns += delay_ns;
		if (delay_ns > row->max_delay_ns)
			row->max_delay_ns = delay_ns;
	}
}

static void add(const struct piece *piece, const struct lp_gpu_call *call, uint64_t work)
{
	const bool is_stopped = LP_GPU_WORK_SITE(work) == LP_GPU_SITE_STOPPED;

	/* What a pause got is held behind it. */
	if (!piece->like.kind) {
		host->run->records += !is_stopped;
		lp_gpu_memory_got(piece->start_ns, is_stopped ? 0 : LP_GPU_WORK_SITE(work),
				  piece->like.device, piece->like.detail, piece->address,
				  piece->bytes);
		return;
	}
	if (is_stopped)
		return;
	host->run->records++;
	add_work(piece, call, work);
	if (!piece->start_ns)
		lp_gpu_note(host, "some work has no times: the GPU stopped with an error");
	else if (piece->like.kind != LP_GPU_ROW_WAIT)
		lp_gpu_busy_add(piece->like.device, piece->like.kind == LP_GPU_ROW_KERNEL,
				piece->start_ns, piece->end_ns);
}

/* The call that asked for it, as far as it is known; NULL: nothing is. */
static struct lp_gpu_call *call_for(const struct piece *piece)
{
	return piece->correlation ? lp_gpu_calls_find(piece->correlation) : NULL;
}

/* Adds it if its call is known: the record of the call itself comes behind those of the work, and
 * says when it began and, where there was none before it, that it has no place. */
static bool try_to_add(const struct piece *piece)
{
	struct lp_gpu_call *const call = call_for(piece);

	if (piece->correlation && !(call && call->has_api))
		return false;
	if (call)
		call->has_piece = true;
	add(piece, call, call && call->has_work ? call->work : 0);
	return true;
}

static void give_up(const struct piece *piece)
{
	const struct lp_gpu_call *const call = call_for(piece);
	const bool has_work = call && call->has_work;

	host->run->unplaced += !has_work;
	add(piece, call, has_work ? call->work : 0);
}

static void drop_first(uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		give_up(&waiting[i]);
	waiting_count -= count;
	memmove(waiting, waiting + count, waiting_count * sizeof *waiting);
}

/* Adds what of the waiting pieces from `first` on can be. */
static void settle_from(uint32_t first)
{
	uint32_t kept = first;

	for (uint32_t i = first; i < waiting_count; i++)
		if (!try_to_add(&waiting[i]))
			waiting[kept++] = waiting[i];
	waiting_count = kept;
}

static void take(const struct piece *piece)
{
	if (try_to_add(piece))
		return;
	if (waiting_count == WAITING_MAX)
		drop_first(WAITING_MAX / 4);
	waiting[waiting_count] = *piece;
	waiting[waiting_count++].since_s = now_s;
}

static void take_api(const struct lp_cupti_api *record)
{
	struct lp_gpu_call *call;
	uint32_t first = waiting_count;

	if (!record->correlation)
		return;
	call = lp_gpu_calls_of(record->correlation);
	if (!call->start_ns || record->start < call->start_ns)
		call->start_ns = record->start;
	call->has_api = true;
	/* Mostly its work has come just before. */
	while (first > 0 && waiting[first - 1].correlation == record->correlation)
		first--;
	settle_from(first);
}

static void take_kernel(const struct lp_cupti_kernel *record)
{
	struct piece piece = {
	    .correlation = record->correlation, .start_ns = record->start, .end_ns = record->end};

	if (record->end < record->start)
		return;
	piece.like = (struct lp_gpu_row){
	    .kind = LP_GPU_ROW_KERNEL,
	    .device = record->device,
	    .name = lp_gpu_rows_name(record->name),
	    .registers = record->registers,
	    .static_shared = (uint32_t)record->static_shared,
	    .dynamic_shared = (uint32_t)record->dynamic_shared,
	    .local_memory = record->local_memory,
	};
	for (int i = 0; i < 3; i++) {
		piece.like.grid[i] = (uint32_t)record->grid[i];
		piece.like.block[i] = (uint32_t)record->block[i];
	}
	take(&piece);
}

static void take_copy(const struct lp_cupti_memcpy *record, uint32_t correlation)
{
	const struct piece piece = {
	    .correlation = correlation,
	    .like = {.kind = LP_GPU_ROW_COPY,
		     .device = record->device,
		     .detail = LP_GPU_COPY(record->copy_kind, record->from, record->to,
					   record->flags & LP_CUPTI_FLAG_ASYNC)},
	    .start_ns = record->start,
	    .end_ns = record->end,
	    .bytes = record->bytes,
	};

	if (record->end >= record->start)
		take(&piece);
}

static void take_set(const struct lp_cupti_memset *record)
{
	const struct piece piece = {
	    .correlation = record->correlation,
	    .like = {.kind = LP_GPU_ROW_SET,
		     .device = record->device,
		     .detail = record->memory_kind},
	    .start_ns = record->start,
	    .end_ns = record->end,
	    .bytes = record->bytes,
	};

	if (record->end >= record->start)
		take(&piece);
}

static void take_wait(const struct lp_cupti_synchronization *record)
{
	const struct piece piece = {
	    .correlation = record->correlation,
	    .like = {.kind = LP_GPU_ROW_WAIT, .detail = record->type},
	    .start_ns = record->start,
	    .end_ns = record->end,
	};

	if (record->end >= record->start)
		take(&piece);
}

static void take_memory(const struct lp_cupti_memory *record)
{
	const struct piece piece = {
	    .correlation = record->correlation,
	    .like = {.device = record->device, .detail = record->memory_kind},
	    .start_ns = record->timestamp,
	    .bytes = record->bytes,
	    .address = record->address,
	};

	if (record->operation == LP_CUPTI_MEMORY_GOT)
		take(&piece);
	else if (record->operation == LP_CUPTI_MEMORY_FREED)
		lp_gpu_memory_freed(record->timestamp, record->device, record->address);
}

void lp_gpu_fold(const void *record)
{
	uint32_t kind;

	memcpy(&kind, record, sizeof kind);
	switch (kind) {
	case LP_CUPTI_KERNEL:
	case LP_CUPTI_CONCURRENT_KERNEL:
		take_kernel(record);
		break;
	case LP_CUPTI_MEMCPY:
		take_copy(record, ((const struct lp_cupti_memcpy *)record)->correlation);
		break;
	case LP_CUPTI_MEMCPY2:
		take_copy(record, ((const struct lp_cupti_memcpy2 *)record)->correlation);
		break;
	case LP_CUPTI_MEMSET:
		take_set(record);
		break;
	case LP_CUPTI_SYNCHRONIZATION:
		take_wait(record);
		break;
	case LP_CUPTI_MEMORY2:
		take_memory(record);
		break;
	case LP_CUPTI_EXTERNAL_CORRELATION:
		take_external(record);
		break;
	case LP_CUPTI_RUNTIME:
	case LP_CUPTI_DRIVER:
		take_api(record);
		break;
	default:
		break;
	}
}

void lp_gpu_fold_settle(void)
{
	settle_from(0);
}

/* When the first piece of memory was got that still waits. */
static uint64_t first_waiting_ns(void)
{
	uint64_t first = UINT64_MAX;

	for (uint32_t i = 0; i < waiting_count; i++)
		if (!waiting[i].like.kind && waiting[i].start_ns < first)
			first = waiting[i].start_ns;
	return first;
}

void lp_gpu_fold_show(void)
{
	settle_from(0);
	lp_gpu_busy_settle();
	lp_gpu_memory_settle(true, first_waiting_ns());
}

void lp_gpu_fold_second(void)
{
	uint32_t old = 0;

	now_s++;
	while (old < waiting_count && now_s - waiting[old].since_s > WAITING_SECONDS)
		old++;
	drop_first(old);
	settle_from(0);
	lp_gpu_busy_settle();
	lp_gpu_memory_settle(false, first_waiting_ns());
}

void lp_gpu_fold_finish(void)
{
	settle_from(0);
	drop_first(waiting_count);
	lp_gpu_fold_show();
}
