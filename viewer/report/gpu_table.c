/* gpu_table.c: GPUs: how busy, kernels, copies, memory, and the calls that asked for it. */
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/report/gpu_text.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

enum {
	PLACES_MOST = 4, /* of a row that are named; of more their number is said */
	NAME_MOST = 96,  /* bytes of a kernel's name: those of templates go on for pages */
};

/* Rows of work that a table shows as one. */
struct group {
	const struct lp_gpu_work **rows;
	size_t count;
	struct lp_gpu_row sum; /* of the numbers; the rest is the first row's */
	bool has_shapes;       /* grids and so on differ */
};

typedef int (*compare_fn)(const void *, const void *);

/* ---- places ---- */

static void put_place(const struct lp_view *view, uint32_t number)
{
	const struct lp_gpu_place *place;

	if (number == LP_NO_INDEX) {
		fputs("(no line)", view->out);
		return;
	}
	place = &view->profile->gpu.places[number];
	lp_text_put_string(view->out, view->profile->sources[place->source].shown
					  ? view->profile->sources[place->source].shown
					  : view->profile->sources[place->source].path);
	fprintf(view->out, ":%u", place->line);
}

/* The rows of a group are in the order of their places. */
static void put_places(const struct lp_view *view, const struct group *group)
{
	size_t shown = 0;

	for (size_t i = 0; i < group->count; i++) {
		if (i > 0 && group->rows[i]->place == group->rows[i - 1]->place)
			continue;
		if (shown < PLACES_MOST) {
			fputs(shown ? ", " : "", view->out);
			put_place(view, group->rows[i]->place);
		}
		shown++;
	}
	if (shown > PLACES_MOST)
		fprintf(view->out, " and %zu more", shown - PLACES_MOST);
}

static void put_name(const struct lp_view *view, const char *name)
{
	const size_t size = strlen(name);

	lp_text_put(view->out, name, size > NAME_MOST ? NAME_MOST - 3 : size);
	if (size > NAME_MOST)
		fputs("...", view->out);
}

/* ---- groups ---- */

static int by_name(const void *left, const void *right)
{
	const struct lp_gpu_work *const a = *(const struct lp_gpu_work *const *)left;
	const struct lp_gpu_work *const b = *(const struct lp_gpu_work *const *)right;

	return strcmp(a->name, b->name);
}

/* What a kernel's rows have in common besides: from its grid on. */
static int compare_shapes(const struct lp_gpu_row *a, const struct lp_gpu_row *b)
{
	const size_t from = offsetof(struct lp_gpu_row, grid);

	return memcmp(a->grid, b->grid, offsetof(struct lp_gpu_row, count) - from);
}

static int by_launch(const void *left, const void *right)
{
	const struct lp_gpu_work *const a = *(const struct lp_gpu_work *const *)left;
	const struct lp_gpu_work *const b = *(const struct lp_gpu_work *const *)right;
	const int order = strcmp(a->name, b->name);

	return order ? order : compare_shapes(&a->row, &b->row);
}

static int by_detail(const void *left, const void *right)
{
	const struct lp_gpu_row *const a = &(*(const struct lp_gpu_work *const *)left)->row;
	const struct lp_gpu_row *const b = &(*(const struct lp_gpu_work *const *)right)->row;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->detail > b->detail) - (a->detail < b->detail);
}

static int by_number(const void *left, const void *right)
{
	const uint32_t a = (*(const struct lp_gpu_work *const *)left)->place;
	const uint32_t b = (*(const struct lp_gpu_work *const *)right)->place;

	return (a > b) - (a < b);
}

static int by_total(const void *left, const void *right)
{
	const uint64_t a = ((const struct group *)left)->sum.total_ns;
	const uint64_t b = ((const struct group *)right)->sum.total_ns;

	return (a < b) - (a > b);
}

static void add_row(struct group *group, const struct lp_gpu_row *row)
{
	struct lp_gpu_row *const sum = &group->sum;

	group->has_shapes |= compare_shapes(sum, row) != 0;
	if (row->min_ns < sum->min_ns)
		sum->min_ns = row->min_ns;
	if (row->max_ns > sum->max_ns)
		sum->max_ns = row->max_ns;
	sum->count += row->count;
	sum->total_ns += row->total_ns;
	sum->bytes += row->bytes;
	sum->delays += row->delays;
	sum->delay_ns += row->delay_ns;
}

/* Groups of the rows that `compare` finds alike; `rows` is put in order. */
static size_t group_rows(struct group *groups, const struct lp_gpu_work **rows, size_t count,
			 compare_fn compare)
{
	size_t made = 0;

	qsort(rows, count, sizeof(*rows), compare);
	for (size_t i = 0; i < count; i++) {
		if (made > 0 && compare(groups[made - 1].rows, &rows[i]) == 0) {
			groups[made - 1].count++;
			add_row(&groups[made - 1], &rows[i]->row);
		} else {
			groups[made++] = (struct group){&rows[i], 1, rows[i]->row, false};
		}
	}
	for (size_t i = 0; i < made; i++)
		qsort(groups[i].rows, groups[i].count, sizeof(*rows), by_number);
	qsort(groups, made, sizeof(*groups), by_total);
	return made;
}

static size_t pick(const struct lp_gpu_sums *gpu, const struct lp_gpu_work **rows, uint32_t kind,
		   uint32_t other_kind)
{
	size_t count = 0;

	for (size_t i = 0; i < gpu->work_count; i++)
		if (gpu->work[i].row.kind == kind || gpu->work[i].row.kind == other_kind)
			rows[count++] = &gpu->work[i];
	return count;
}

/* ---- tables ---- */

static double mean_us(const struct lp_gpu_row *row)
{
	return (double)row->total_ns / (double)row->count / 1e3;
}

static void put_shape(const struct lp_view *view, const struct group *group)
{
	const struct lp_gpu_row *const row = &group->sum;
	const double occupancy = lp_gpu_occupancy(&view->profile->gpu, row);
	char grid[48], block[48];

	if (group->has_shapes) {
		fprintf(view->out, " %14s %12s %4s %8s %6s", "(several)", "", "", "", "");
		return;
	}
	lp_gpu_format_shape(grid, sizeof(grid), row->grid);
	lp_gpu_format_shape(block, sizeof(block), row->block);
	fprintf(view->out, " %14s %12s %4u %8llu", grid, block, row->registers,
		(unsigned long long)row->static_shared + row->dynamic_shared);
	if (occupancy > 0)
		fprintf(view->out, " %5.0f%%", 100 * occupancy);
	else
		fprintf(view->out, " %6s", "-");
}

static void put_kernels(const struct lp_view *view, const struct group *groups, size_t count)
{
	fputs("Kernels\n\n  launches   total ms    mean us     min us     max us   delay us"
	      "           grid        block regs   shared  occup  launched at, kernel\n",
	      view->out);
	for (size_t i = 0; i < count; i++) {
		const struct lp_gpu_row *const row = &groups[i].sum;

		fprintf(view->out, "%10llu %10.3f %10.2f %10.2f %10.2f",
			(unsigned long long)row->count, (double)row->total_ns / 1e6, mean_us(row),
			(double)row->min_ns / 1e3, (double)row->max_ns / 1e3);
		if (row->delays)
			fprintf(view->out, " %10.2f",
				(double)row->delay_ns / (double)row->delays / 1e3);
		else
			fprintf(view->out, " %10s", "-");
		put_shape(view, &groups[i]);
		fputs("  ", view->out);
		put_places(view, &groups[i]);
		fputs("  ", view->out);
		put_name(view, groups[i].rows[0]->name);
		fputc('\n', view->out);
	}
	fputc('\n', view->out);
}

static void put_copies(const struct lp_view *view, const struct group *groups, size_t count)
{
	fputs("Copies\n\n     times      bytes   total ms    mean us       GB/s  kind, asked for "
	      "at\n",
	      view->out);
	for (size_t i = 0; i < count; i++) {
		const struct lp_gpu_row *const row = &groups[i].sum;
		char bytes[32];

		lp_gpu_format_bytes(bytes, sizeof(bytes), row->bytes);
		fprintf(view->out, "%10llu %10s %10.3f %10.2f", (unsigned long long)row->count,
			bytes, (double)row->total_ns / 1e6, mean_us(row));
		if (row->total_ns)
			fprintf(view->out, " %10.2f", (double)row->bytes / (double)row->total_ns);
		else
			fprintf(view->out, " %10s", "-");
		if (row->kind == LP_GPU_ROW_SET)
			fprintf(view->out, "  set, %s memory,", lp_gpu_memory_name(row->detail));
		else
			fprintf(view->out, "  %s, %s to %s%s,", lp_gpu_copy_name(row->detail),
				lp_gpu_memory_name(LP_GPU_COPY_FROM(row->detail)),
				lp_gpu_memory_name(LP_GPU_COPY_TO(row->detail)),
				LP_GPU_COPY_IS_ASYNC(row->detail) ? ", async" : "");
		fputc(' ', view->out);
		put_places(view, &groups[i]);
		fputc('\n', view->out);
	}
	fputc('\n', view->out);
}

static enum lp_status put_work(const struct lp_view *view)
{
	const struct lp_gpu_sums *const gpu = &view->profile->gpu;
	const struct lp_gpu_work **const rows = calloc(gpu->work_count + 1, sizeof(*rows));
	struct group *const groups = calloc(gpu->work_count + 1, sizeof(*groups));
	size_t count;

	if (rows && groups) {
		count = pick(gpu, rows, LP_GPU_ROW_KERNEL, LP_GPU_ROW_KERNEL);
		count = group_rows(groups, rows, count, view->by_launch ? by_launch : by_name);
		if (count > 0)
			put_kernels(view, groups, count);
		count = pick(gpu, rows, LP_GPU_ROW_COPY, LP_GPU_ROW_SET);
		count = group_rows(groups, rows, count, by_detail);
		if (count > 0)
			put_copies(view, groups, count);
	}
	free(rows);
	free(groups);
	return rows && groups ? LP_OK : LP_MEMORY;
}

static void put_memory(const struct lp_view *view)
{
	const struct lp_gpu_sums *const gpu = &view->profile->gpu;

	if (gpu->holding_count == 0)
		return;
	fputs("Memory\n\n   at peak    at exit   most once        got     times  kind, got at\n",
	      view->out);
	for (size_t i = 0; i < gpu->holding_count; i++) {
		const struct lp_gpu_memory *const memory = &gpu->holdings[i].memory;
		char cells[4][32];

		lp_gpu_format_bytes(cells[0], sizeof(cells[0]), memory->peak_bytes);
		lp_gpu_format_bytes(cells[1], sizeof(cells[1]), memory->live_bytes);
		lp_gpu_format_bytes(cells[2], sizeof(cells[2]), memory->most_bytes);
		lp_gpu_format_bytes(cells[3], sizeof(cells[3]), memory->bytes);
		fprintf(view->out, "%10s %10s %11s %10s %9llu  %s, ", cells[0], cells[1], cells[2],
			cells[3], (unsigned long long)memory->count,
			lp_gpu_memory_name(memory->memory_kind));
		put_place(view, gpu->holdings[i].place);
		fputc('\n', view->out);
	}
	fputc('\n', view->out);
}

static int by_ticks(const void *left, const void *right, void *places)
{
	const struct lp_gpu_place *const a =
	    &((const struct lp_gpu_place *)places)[*(const uint32_t *)left];
	const struct lp_gpu_place *const b =
	    &((const struct lp_gpu_place *)places)[*(const uint32_t *)right];

	if (a->ticks != b->ticks)
		return a->ticks > b->ticks ? -1 : 1;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return *(const uint32_t *)left < *(const uint32_t *)right ? -1 : 1;
}

static void put_call(const struct lp_view *view, uint32_t number)
{
	const struct lp_gpu_place *const place = &view->profile->gpu.places[number];
	const double seconds = lp_view_seconds(view, place->ticks);

	fprintf(view->out, "%10llu", (unsigned long long)place->count);
	if (place->calls)
		fprintf(view->out, " %10.3f %10.2f", seconds * 1e3,
			seconds * 1e6 / (double)place->calls);
	else
		fprintf(view->out, " %10s %10s", "-", "-");
	fprintf(view->out, "  %-7s  ", lp_gpu_group_name(place->group));
	put_name(view, *place->name ? place->name : "(a kernel by its pointer)");
	fputc(' ', view->out);
	put_place(view, number);
	fputc('\n', view->out);
}

static enum lp_status put_calls(const struct lp_view *view)
{
	const struct lp_gpu_sums *const gpu = &view->profile->gpu;
	uint32_t *const order = calloc(gpu->place_count + 1, sizeof(*order));

	if (!order)
		return LP_MEMORY;
	for (size_t i = 0; i < gpu->place_count; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, gpu->place_count, sizeof(*order), by_ticks, gpu->places);
	fputs("Calls of the program\n\n     times   total ms    mean us  group    what\n",
	      view->out);
	for (size_t i = 0; i < gpu->place_count; i++)
		if (gpu->places[order[i]].count > 0 || view->shows_all)
			put_call(view, order[i]);
	fputc('\n', view->out);
	free(order);
	return LP_OK;
}

/* ---- devices ---- */

static void put_gaps(const struct lp_view *view, const struct lp_gpu_device *device)
{
	if (device->gap_count == 0)
		return;
	fprintf(view->out, "  idle in between: %.3f ms in %llu gaps, the longest %.3f ms\n",
		(double)device->gap_ns / 1e6, (unsigned long long)device->gap_count,
		(double)device->longest_ns / 1e6);
	fputs("  gaps up to:", view->out);
	for (int i = 0; i < LP_GPU_GAP_SIZES; i++) {
		char limit[32];

		if (device->gaps[i] == 0)
			continue;
		lp_gpu_format_gap(limit, sizeof(limit), i);
		fprintf(view->out, "  %s %llu (%.3f ms)", limit,
			(unsigned long long)device->gaps[i], (double)device->gaps_ns[i] / 1e6);
	}
	fputc('\n', view->out);
}

static void put_device(const struct lp_view *view, const struct lp_gpu_device *device)
{
	const uint64_t span_ns = device->last_ns - device->first_ns;
	const uint64_t sum_ns = device->kernel_ns + device->copy_ns;
	const uint64_t both_ns = sum_ns > device->busy_ns ? sum_ns - device->busy_ns : 0;
	char live[32], peak[32], all[32];

	fprintf(view->out, "GPU %u: ", device->device);
	lp_text_put_string(view->out, device->name[0] ? device->name : "(not known)");
	lp_gpu_format_bytes(all, sizeof(all), device->memory_bytes);
	if (device->multiprocessors)
		fprintf(view->out, ", compute capability %u.%u, %u multiprocessors, %s",
			device->capability >> 16, device->capability & 0xffff,
			device->multiprocessors, all);
	fputc('\n', view->out);
	if (span_ns > 0) {
		fprintf(
		    view->out,
		    "  busy %.1f %% of %.3f ms from its first work to its last: kernels %.3f ms, "
		    "copies %.3f ms, both at once %.3f ms\n",
		    100 * (double)device->busy_ns / (double)span_ns, (double)span_ns / 1e6,
		    (double)device->kernel_ns / 1e6, (double)device->copy_ns / 1e6,
		    (double)both_ns / 1e6);
		put_gaps(view, device);
	}
	lp_gpu_format_bytes(live, sizeof(live), device->live_bytes);
	lp_gpu_format_bytes(peak, sizeof(peak), device->peak_bytes);
	if (device->peak_bytes)
		fprintf(view->out, "  memory: %s at the peak, %s at exit\n", peak, live);
	fputc('\n', view->out);
}

enum lp_status lp_report_gpu(const struct lp_view *view)
{
	const struct lp_gpu_sums *const gpu = &view->profile->gpu;
	enum lp_status status;

	if (!gpu->is_there) {
		fputs("No GPU: the program came to no place that makes one work\n\n", view->out);
		return LP_OK;
	}
	for (size_t i = 0; i < gpu->device_count; i++)
		put_device(view, &gpu->devices[i]);
	status = put_work(view);
	if (status != LP_OK)
		return status;
	put_memory(view);
	return put_calls(view);
}
