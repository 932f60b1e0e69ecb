/* perf_event.c: software events of the kernel, one for a thread. */
#include "runtime/perf_event.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/system_calls.h"

/* The page of data holds the samples of a while, for a thread that blocks signals:
 * a clock's for a quarter of a second. A user may lock only so much memory. */
enum { DATA_PAGES = 1, RECORD_WORDS_MOST = 64 };

/* A header and the address: 16 bytes. */
enum { SAMPLE_WORDS = 2 };

enum { PARANOID_FILE_BYTES = 16 };

#define PARANOID_FILE "/proc/sys/kernel/perf_event_paranoid"

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* User mode only: all that the kernel allows everybody to see. So an event never
 * strikes in a system call, and its signal interrupts none. */
static struct perf_event_attr attributes(enum lp_perf_kind kind, uint64_t every)
{
	return (struct perf_event_attr){
	    .type = PERF_TYPE_SOFTWARE,
	    .size = sizeof(struct perf_event_attr),
	    .config = kind == LP_PERF_FAULTS ? PERF_COUNT_SW_PAGE_FAULTS : PERF_COUNT_SW_TASK_CLOCK,
	    .sample_type = PERF_SAMPLE_IP,
	    .sample_period = every,
	    .exclude_kernel = 1,
	    .exclude_hv = 1,
	    .disabled = kind == LP_PERF_ONCE,
	};
}

static bool ask_for_signals(int fd, pid_t tid, int signal_number)
{
	const struct f_owner_ex owner = {F_OWNER_TID, tid};

	return !lp_sys_fcntl(fd, F_SETOWN_EX, (long)&owner) &&
	       !lp_sys_fcntl(fd, F_SETSIG, signal_number) && !lp_sys_fcntl(fd, F_SETFL, O_ASYNC);
}

int lp_perf_open(struct lp_perf_event *event, enum lp_perf_kind kind, pid_t tid, uint64_t every,
		 int signal_number)
{
	struct perf_event_attr attr = attributes(kind, every);
	const size_t bytes = (1 + DATA_PAGES) * page_bytes();
	const int fd =
	    (int)lp_system_call(SYS_perf_event_open, &attr, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
	void *ring = MAP_FAILED;
	int error = 0;

	*event = (struct lp_perf_event){.ring = NULL};
	if (fd < 0)
		return errno;
	if (ask_for_signals(fd, tid, signal_number))
		ring = lp_sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring != MAP_FAILED && kind == LP_PERF_ONCE)
		lp_system_call(SYS_ioctl, fd, PERF_EVENT_IOC_REFRESH, 1);
	if (ring == MAP_FAILED)
		error = errno;
	else
		*event = (struct lp_perf_event){.ring = ring, .fd = fd};
	lp_sys_close(fd);
	return error;
}

/* Word `index` of the record that begins at `tail`: it may go on at the ring's start. */
static uint64_t word_of(const struct lp_perf_event *event, uint64_t tail, unsigned index)
{
	const size_t page = page_bytes();
	const char *const data = (const char *)event->ring + page;
	const uint64_t offset = (tail + index * sizeof(uint64_t)) & (DATA_PAGES * page - 1);

	return *(const volatile uint64_t *)(const void *)(data + offset);
}

bool lp_perf_next(struct lp_perf_event *event, uintptr_t *address, uint64_t *lost)
{
	struct perf_event_mmap_page *const control = event->ring;
	uint64_t tail, head;
	bool is_sample = false;

	if (!control)
		return false;
	head = __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE);
	tail = control->data_tail;
	while (!is_sample && tail != head) {
		/* type: 32 bits, misc: 16, size: 16 */
		const uint64_t header = word_of(event, tail, 0);
		const uint32_t type = (uint32_t)header;
		const uint64_t bytes = header >> 48;

		if (type == PERF_RECORD_SAMPLE) {
			*address = (uintptr_t)word_of(event, tail, 1);
			is_sample = true;
		} else if (type == PERF_RECORD_LOST) {
			*lost += word_of(event, tail, 2);
		}
		tail = bytes && bytes <= RECORD_WORDS_MOST * sizeof(uint64_t) ? tail + bytes : head;
	}
	__atomic_store_n(&control->data_tail, tail, __ATOMIC_RELEASE);
	return is_sample;
}

/* The kernel never fills the last byte (CIRC_SPACE). */
uint64_t lp_perf_capacity(void)
{
	return (DATA_PAGES * page_bytes() - 1) / (SAMPLE_WORDS * sizeof(uint64_t));
}

void lp_perf_close(struct lp_perf_event *event)
{
	if (event->ring)
		lp_sys_munmap(event->ring, (1 + DATA_PAGES) * page_bytes());
	*event = (struct lp_perf_event){.ring = NULL};
}

const char *lp_perf_refusal(int error)
{
	static char text[160];
	char paranoid[PARANOID_FILE_BYTES] = "";
	const int fd = lp_sys_open(PARANOID_FILE, O_RDONLY | O_CLOEXEC, 0);

	if (fd >= 0) {
		if (lp_sys_read(fd, paranoid, sizeof paranoid - 1) < 0)
			paranoid[0] = '\0';
		lp_sys_close(fd);
	}
	paranoid[strcspn(paranoid, "\n")] = '\0';
	snprintf(text, sizeof text, "perf refused: %s%s%s%s", strerrordesc_np(error),
		 *paranoid ? " (perf_event_paranoid " : "", paranoid, *paranoid ? ")" : "");
	return text;
}
