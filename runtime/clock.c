/* clock.c: the choice of the profile's clock, and its calibration. */
#include "runtime/clock.h"

#include <fcntl.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "runtime/system_calls.h"

#define CLOCK_SOURCE_FILE "/sys/devices/system/clocksource/clocksource0/current_clocksource"

/* One moment, seen on both clocks. */
struct moment {
	uint64_t ticks;
	uint64_t ns;
};

bool lp_clock_is_counter;
uint64_t lp_clock_lost_ticks;
uint64_t lp_clock_state;

static struct moment start;
static uint64_t read_cost_ticks;
static bool was_counter; /* when it was lost */
static bool is_held;     /* stopped, and not gone on since */

static bool has_invariant_counter(void)
{
#if defined(__x86_64__)
	unsigned eax, ebx, ecx, edx;

	return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) && (edx & 1u << 8);
#elif defined(__aarch64__)
	return true;
#else
	return false;
#endif
}

/* A kernel that found the counters of two processors apart uses one of these. */
static bool kernel_distrusts_counter(void)
{
	char name[32] = "";
	const int fd = lp_sys_open(CLOCK_SOURCE_FILE, O_RDONLY | O_CLOEXEC, 0);

	if (fd < 0)
		return false;
	if (lp_sys_read(fd, name, sizeof name - 1) < 0)
		name[0] = '\0';
	lp_sys_close(fd);
	return !strncmp(name, "hpet", 4) || !strncmp(name, "acpi_pm", 7);
}

/* On most machines the counter goes on while they sleep, and CLOCK_MONOTONIC does not. */
static uint64_t kernel_ns(void)
{
	const uint64_t ns = lp_clock_ns(CLOCK_BOOTTIME);

	return ns ? ns : lp_clock_ns(CLOCK_MONOTONIC);
}

/* The tightest of a few readings, so that a preemption in between does no harm. */
static struct moment observe(void)
{
	struct moment best = {0};
	uint64_t best_gap = UINT64_MAX;

	for (int i = 0; i < 5; i++) {
		const uint64_t before = lp_clock_wall_ticks();
		const uint64_t ns = kernel_ns();
		const uint64_t gap = lp_clock_wall_ticks() - before;

		if (gap < best_gap) {
			best_gap = gap;
			best = (struct moment){before + gap / 2, ns};
		}
	}
	return best;
}

static uint64_t measure_read_cost(void)
{
	enum { READS = 64 };
	const uint64_t before = lp_clock_wall_ticks();

	for (int i = 0; i < READS - 1; i++)
		lp_clock_wall_ticks();
	return (lp_clock_wall_ticks() - before) / READS;
}

void lp_clock_start(void)
{
	lp_clock_is_counter = has_invariant_counter() && !kernel_distrusts_counter();
	read_cost_ticks = measure_read_cost();
	start = observe();
}

uint64_t lp_clock_calibrate(void)
{
	/* A sandbox may refuse the kernel's clock from some moment on. */
	static uint64_t known = UINT64_C(1000000000);
	const struct moment now = observe();

	if (lp_clock_is_counter && now.ns > start.ns && now.ticks > start.ticks)
		__atomic_store_n(&known,
				 lp_clock_scaled(now.ticks - start.ticks, UINT64_C(1000000000),
						 now.ns - start.ns),
				 __ATOMIC_RELAXED);
	return __atomic_load_n(&known, __ATOMIC_RELAXED);
}

uint64_t lp_clock_read_cost(void)
{
	return read_cost_ticks;
}

static void stand(void)
{
	if (!lp_clock_is_stopped())
		__atomic_store_n(&lp_clock_state, lp_clock_ticks() << 1 | 1, __ATOMIC_SEQ_CST);
}

static void run(void)
{
	if (!is_held && !lp_clock_lost_ticks)
		__atomic_store_n(&lp_clock_state, lp_clock_paused_ticks() << 1, __ATOMIC_SEQ_CST);
}

void lp_clock_stop(void)
{
	is_held = true;
	stand();
}

void lp_clock_go_on(void)
{
	is_held = false;
	run();
}

bool lp_clock_lose(void)
{
	if (lp_clock_lost_ticks)
		return false;
	was_counter = lp_clock_is_counter;
	stand();
	__atomic_store_n(&lp_clock_lost_ticks, lp_clock_wall_ticks(), __ATOMIC_RELAXED);
	__atomic_store_n(&lp_clock_is_counter, false, __ATOMIC_RELEASE);
	return true;
}

void lp_clock_find(void)
{
	__atomic_store_n(&lp_clock_is_counter, was_counter, __ATOMIC_RELEASE);
	__atomic_store_n(&lp_clock_lost_ticks, 0, __ATOMIC_RELAXED);
	run();
}

uint64_t lp_clock_paused_ticks(void)
{
	const uint64_t state = __atomic_load_n(&lp_clock_state, __ATOMIC_ACQUIRE);

	return state & 1 ? lp_clock_wall_ticks() - (state >> 1) : state >> 1;
}
