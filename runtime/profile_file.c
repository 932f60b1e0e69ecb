/* profile_file.c: the profile, as memory. */
#include "runtime/profile_file.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "format/writer.h"
#include "runtime/clock.h"
#include "runtime/descriptor.h"
#include "runtime/forked_sections.h"
#include "runtime/log.h"
#include "runtime/profile_handle.h"
#include "runtime/profile_name.h"
#include "runtime/system_calls.h"

#define RESERVE_BYTES_MAX (UINT64_C(16) << 30)
#define RESERVE_BYTES_MIN (UINT64_C(16) << 20)

/* What is reserved at start, and ahead at each growth. The slack is left in the file:
 * giving it back at exit costs a program's user more time than all else here. */
#define START_BYTES (UINT64_C(192) << 10)
#define GROW_BYTES (UINT64_C(64) << 10)

/* What it means for the user that all is in memory. */
#define NO_PROFILE                                                                                 \
	"there will be no profile unless it can be written at the end, or LINEPROF_FILE names "    \
	"another place"

/* What lp_file_put() writes at once, a multiple of all page sizes. */
enum { PUT_BYTES = 64 << 10 };

static struct {
	char *base;
	uint64_t reserved_bytes;
	uint64_t used_bytes;    /* sections end here */
	uint64_t usable_bytes;  /* of the range: mapped, as file or as memory */
	uint64_t file_bytes;    /* of the range: backed by the file; what follows is memory */
	uint64_t on_disk_bytes; /* sections that end here or before are in the file */
	uint64_t page_bytes;
	bool is_growable;     /* the file can still grow: nothing beyond it is memory */
	bool is_child;        /* of a fork: the plain name is the parent's */
	bool is_cut;          /* somebody truncated the file under us */
	bool is_parents;      /* of a forked child: see lp_file_is_parents() */
	bool is_full;         /* of addresses: sections are nowhere */
	int last_error;       /* said already */
	int told_error;       /* the same by a forked child before this one, which begins */
	struct lp_info *info; /* NULL before there is one */
} file;

/* What lp_file_put() has not written yet. */
static struct {
	char *to;
	uint64_t bytes;
	char data[PUT_BYTES];
} pending;

static uint64_t page_down(uint64_t bytes)
{
	return bytes & ~(file.page_bytes - 1);
}

static uint64_t page_up(uint64_t bytes)
{
	return (bytes + file.page_bytes - 1) & ~(file.page_bytes - 1);
}

/* Of a limited address space, the program keeps nearly all. */
static bool reserve_range(void)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	const uint64_t limit = lp_sys_limit(RLIMIT_AS, RLIM_INFINITY);
	uint64_t bytes = RESERVE_BYTES_MAX;

	while (bytes > RESERVE_BYTES_MIN && bytes > limit / 16)
		bytes /= 2;
	for (; bytes >= RESERVE_BYTES_MIN; bytes /= 2) {
		void *const base = lp_sys_mmap(NULL, bytes, PROT_NONE, flags, -1, 0);

		if (base != MAP_FAILED) {
			file.base = base;
			file.reserved_bytes = bytes;
			return true;
		}
	}
	return false;
}

/* Without MADV_RANDOM a first write to a page reads 31 others around it, which are zeros. */
static char *map_shared(char *address, uint64_t size, int flags, int fd, uint64_t offset)
{
	char *const memory =
	    lp_sys_mmap(address, size, PROT_READ | PROT_WRITE, MAP_SHARED | flags, fd, offset);

	if (memory != MAP_FAILED)
		lp_system_call(SYS_madvise, memory, size, MADV_RANDOM);
	return memory;
}

static bool map_file(int fd, uint64_t from, uint64_t to)
{
	return map_shared(file.base + from, to - from, MAP_FIXED, fd, from) != MAP_FAILED;
}

static bool map_memory(uint64_t from, uint64_t to)
{
	return lp_sys_mmap(file.base + from, to - from, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

/* Says in the file itself, which needs no room, whether sections are in memory only, or
 * nowhere. */
static void note_incomplete(bool is_incomplete)
{
	if (!file.info)
		return;
	if (is_incomplete || file.is_full)
		__atomic_or_fetch(&file.info->flags, LP_INFO_INCOMPLETE, __ATOMIC_RELAXED);
	else
		__atomic_and_fetch(&file.info->flags, ~(uint32_t)LP_INFO_INCOMPLETE,
				   __ATOMIC_RELAXED);
}

/* Servers fork a child for each request: one line for each reason is enough for all of them. */
static void say_trouble(const char *what, int error)
{
	if (error != file.told_error)
		lp_log_errno(lp_handle_path(), what, error);
	file.last_error = error;
}

/* For the reason in errno; what is in the file already stays. */
static bool stop_growing(void)
{
	file.is_growable = false;
	say_trouble(file.file_bytes ? "cannot grow, new threads and samples will be missing unless "
				      "they can be written at the end"
				    : "cannot be counted into, " NO_PROFILE,
		    errno);
	return false;
}

/* The header is in a file that is not mapped, too. */
static uint64_t written_bytes(void)
{
	return file.file_bytes ? file.file_bytes : sizeof(struct lp_file_header);
}

/* Makes the range usable up to `to`, as part of the file. */
static bool grow_file(uint64_t to)
{
	const uint64_t from = file.file_bytes;
	int fd;

	if (!file.is_growable)
		return false;
	fd = lp_handle_get();
	if (fd < 0 || !lp_descriptor_extend(fd, written_bytes(), to) || !map_file(fd, from, to))
		return stop_growing();
	file.file_bytes = to;
	return true;
}

/* What comes now is not even in memory. */
static bool lack_addresses(void)
{
	if (!file.is_full)
		lp_log(lp_handle_path(),
		       "its reserved addresses are used up, new threads and samples are missing",
		       "it reserves a sixteenth of what ulimit -v allows, and 16 GB at most");
	file.is_full = true;
	note_incomplete(true);
	return false;
}

static bool grow(uint64_t need_bytes)
{
	uint64_t to = page_up(need_bytes + GROW_BYTES);

	if (need_bytes <= file.usable_bytes)
		return true;
	if (to > file.reserved_bytes)
		to = page_up(need_bytes);
	if (to > file.reserved_bytes)
		return lack_addresses();
	if (!grow_file(to)) {
		note_incomplete(true);
		if (!map_memory(file.usable_bytes, to))
			return false;
	}
	file.usable_bytes = to;
	return true;
}

static struct lp_file_header first_header(void)
{
	struct lp_file_header header;

	lp_writer_open_file(&header);
	header.pid = (uint32_t)lp_sys_getpid();
	header.pid_start = lp_process_start((int)header.pid);
	header.rank = lp_program.rank;
	header.place = lp_process_place();
	header.start_unix_ns = lp_clock_ns(CLOCK_REALTIME);
	return header;
}

/* The header comes first: a file of zeros, left by a program killed in the middle of
 * this, would count as somebody else's. */
static bool create_file(void)
{
	/* In a sandbox that does not tell their numbers, all children would have one name. */
	const int fd = lp_sys_getpid() < 0 ? -1 : lp_handle_create(file.is_child, file.base);
	struct lp_file_header header;

	if (fd < 0)
		return false;
	header = first_header();
	return lp_descriptor_write(fd, (const char *)&header, sizeof header, 0);
}

static void begin_file(void)
{
	file.is_growable = create_file();
	if (!file.is_growable && errno != file.last_error)
		say_trouble("cannot create it, " NO_PROFILE, errno);
}

bool lp_file_open(void)
{
	file.page_bytes = (uint64_t)sysconf(_SC_PAGESIZE);
	if (!reserve_range())
		return false;
	begin_file();
	if (!grow(START_BYTES))
		return false;
	*lp_file_header() = first_header();
	file.used_bytes = sizeof(struct lp_file_header);
	file.on_disk_bytes = file.file_bytes ? file.used_bytes : 0;
	return true;
}

static bool is_live_array(enum lp_section what)
{
	return what == LP_SECT_COUNTERS || what == LP_SECT_CLOCKS || what == LP_SECT_STACKS ||
	       what == LP_SECT_REGIONS;
}

void *lp_file_append(enum lp_section what, uint64_t head_bytes, uint64_t array_bytes)
{
	const uint64_t alignment = is_live_array(what) ? file.page_bytes : 8;
	const struct lp_placement place =
	    lp_writer_place(file.used_bytes, head_bytes, array_bytes, alignment);
	void *payload;

	if (!grow(place.end))
		return NULL;
	lp_writer_open_section(file.base, &place, what);
	file.used_bytes = place.end;
	payload = file.base + place.section + sizeof(struct lp_section_header);
	if (what == LP_SECT_INFO)
		file.info = payload;
	return payload;
}

/*
 * Copies to byte `at` of the profile, which is mapped at `base`. Whole pages go to the file:
 * through the mapping each takes a fault and a block of its own, five times the time
 * (docs/performance.md). Not parts of pages, as not all file systems keep a page that a mapping
 * has written and what is written to the file beside it together.
 */
static void copy_in(char *base, uint64_t at, const char *data, uint64_t bytes)
{
	const uint64_t first = page_up(at), last = page_down(at + bytes);
	const int fd = first < last && last <= file.file_bytes ? lp_handle_get() : -1;

	if (fd < 0 || !lp_descriptor_write(fd, data + (first - at), last - first, first)) {
		memcpy(base + at, data, bytes);
		return;
	}
	memcpy(base + at, data, first - at);
	memcpy(base + last, data + (last - at), at + bytes - last);
}

static void flush_pending(void)
{
	if (pending.bytes)
		copy_in(file.base, (uint64_t)(pending.to - file.base), pending.data, pending.bytes);
	pending.to += pending.bytes;
	pending.bytes = 0;
}

void lp_file_put(void *to, const void *data, uint64_t bytes)
{
	const char *from = data;

	if (to != pending.to + pending.bytes) {
		flush_pending();
		pending.to = to;
	}
	while (bytes) {
		const uint64_t begin = (uint64_t)(pending.to - file.base) & (file.page_bytes - 1);
		const uint64_t room = PUT_BYTES - begin - pending.bytes; /* to the end of a page */
		const uint64_t part = bytes < room ? bytes : room;

		memcpy(pending.data + pending.bytes, from, part);
		pending.bytes += part;
		from += part;
		bytes -= part;
		if (part == room)
			flush_pending();
	}
}

/* What is not mapped is locked by its descriptor only, and must be written at the end. */
static void release_file(void)
{
	if (file.file_bytes)
		lp_handle_release();
}

void lp_file_commit(void)
{
	flush_pending();
	release_file();
	if (file.used_bytes <= file.file_bytes)
		file.on_disk_bytes = file.used_bytes;
	__atomic_store_n(&lp_file_header()->committed_bytes,
			 file.file_bytes ? file.on_disk_bytes : file.used_bytes, __ATOMIC_RELEASE);
}

bool lp_file_reserve(const void *array, uint64_t bytes)
{
	const uint64_t at = (uint64_t)((const char *)array - file.base),
		       end = page_down(at + bytes);
	const uint64_t to = end < file.file_bytes ? end : file.file_bytes;

	return page_up(at) >= to ||
	       (!file.is_cut && lp_descriptor_extend(lp_handle_get(), page_up(at), to));
}

bool lp_file_holds(const void *address)
{
	const char *const at = address;

	return at >= file.base && at < file.base + file.used_bytes;
}

void lp_file_retag(void *payload, enum lp_section what)
{
	struct lp_section_header *const header = (struct lp_section_header *)payload - 1;
	uint32_t tag;

	memcpy(&tag, lp_writer_tag(what), sizeof tag);
	__atomic_store_n((uint32_t *)(void *)header->tag, tag, __ATOMIC_RELEASE);
}

uint64_t lp_file_mark(void)
{
	return file.used_bytes;
}

void lp_file_give_up(uint64_t mark)
{
	struct lp_section_header header;

	for (uint64_t at = mark; at < file.used_bytes;
	     at += sizeof header + ((header.payload_bytes + 7) & ~UINT64_C(7))) {
		memcpy(&header, file.base + at, sizeof header);
		lp_file_retag(file.base + at + sizeof header, LP_SECT_PADDING);
	}
}

struct lp_file_header *lp_file_header(void)
{
	return (struct lp_file_header *)(void *)file.base;
}

const char *lp_file_path(void)
{
	return lp_handle_path();
}

static bool fail_to_complete(void)
{
	if (file.is_cut && errno != file.last_error)
		lp_log(lp_handle_path(), "cannot write the profile",
		       "it was truncated while the program ran");
	else if (errno != file.last_error)
		lp_log_errno(lp_handle_path(), "cannot write the profile", errno);
	if (file.used_bytes > file.file_bytes)
		note_incomplete(true);
	file.last_error = errno;
	return false;
}

/* Half a profile is of no use, and would take the room that others have left. */
static bool reserve_sections(int fd)
{
	const uint64_t size = lp_descriptor_size(fd);

	return size >= file.used_bytes || lp_descriptor_extend(fd, size, file.used_bytes);
}

static bool write_range(int fd, uint64_t from, uint64_t to)
{
	return lp_descriptor_write(fd, file.base + from, to - from, from);
}

/* Sections in memory go to the file before the mark that shows them. */
static bool write_sections(void)
{
	const uint64_t from = written_bytes();
	int fd;

	if (file.used_bytes <= file.file_bytes)
		return true;
	fd = lp_handle_get();
	if (fd < 0 || !reserve_sections(fd) || !write_range(fd, from, file.used_bytes) ||
	    (!file.file_bytes && !write_range(fd, 0, from)))
		return false;
	file.on_disk_bytes = file.used_bytes;
	if (file.file_bytes)
		lp_file_commit();
	return true;
}

/* What is written before the end grows old. */
static bool write_memory(void)
{
	const bool is_end = lp_file_header()->state == LP_FILE_FINISHED;

	/* Without a mapping this is written, too. */
	if (!file.file_bytes)
		note_incomplete(!is_end);
	if (!write_sections())
		return false;
	if (is_end)
		note_incomplete(false);
	return true;
}

bool lp_file_replace_page(const void *address)
{
	const uintptr_t page = (uintptr_t)address & ~(file.page_bytes - 1);
	const uintptr_t base = (uintptr_t)file.base;

	if (!base || page < base || page >= base + file.file_bytes ||
	    !map_memory(page - base, page - base + file.page_bytes))
		return false;
	file.is_cut = true;
	file.is_growable = false;
	return true;
}

bool lp_file_complete(void)
{
	if (file.is_cut) {
		errno = ESTALE;
		return fail_to_complete();
	}
	if (!lp_handle_has_file() && !create_file())
		return fail_to_complete();
	if (!lp_handle_is_in_place() || !write_memory())
		return fail_to_complete();
	release_file();
	return true;
}

/* Copies what a child has in common with its parent: all but the header, which is the mark of what
 * is there, and live arrays. */
static void copy_sections(char *to)
{
	uint64_t at = sizeof(struct lp_file_header);

	while (at < file.used_bytes) {
		struct lp_section_header header;

		memcpy(&header, file.base + at, sizeof header);
		copy_in(to, at, file.base + at, sizeof header + lp_forked_bytes(&header));
		at += sizeof header + ((header.payload_bytes + 7) & ~UINT64_C(7));
	}
}

/* The child's pages, of its file or of memory, at an address of the kernel's choice. */
static char *map_child(uint32_t thread)
{
	const uint64_t size = file.usable_bytes;
	char *memory = MAP_FAILED;
	int fd;

	file.file_bytes = 0;
	fd = file.is_growable ? lp_handle_get() : -1;
	if (fd >= 0 &&
	    lp_forked_reserve(fd, size, file.base, file.used_bytes, thread, file.page_bytes))
		memory = map_shared(NULL, size, 0, fd, 0);
	if (memory != MAP_FAILED) {
		file.file_bytes = size;
		return memory;
	}
	if (file.is_growable)
		stop_growing();
	return lp_sys_mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* The parent's file must go, whatever comes in its place. */
static bool drop_file(void)
{
	file.is_growable = false;
	file.is_cut = true;
	file.file_bytes = 0;
	file.is_parents = !map_memory(0, file.usable_bytes);
	return false;
}

static void note_lost(struct lp_info *parents, int error)
{
	__atomic_store_n(&parents->children_error, (uint32_t)error, __ATOMIC_RELAXED);
	__atomic_fetch_add(&parents->children_lost, 1, __ATOMIC_RELAXED);
}

/* The child's file and its pages; MAP_FAILED without any. The parent's are mapped yet: there its
 * children tell each other. */
static char *begin_child(bool is_whole, uint32_t thread)
{
	struct lp_info *const parents = file.info;
	char *memory;

	file.told_error = (int)__atomic_load_n(&parents->children_error, __ATOMIC_RELAXED);
	begin_file();
	memory = is_whole ? map_child(thread) : MAP_FAILED;
	if (memory == MAP_FAILED || !file.file_bytes)
		note_lost(parents, is_whole ? file.last_error : 0);
	file.told_error = 0;
	return memory;
}

bool lp_file_is_parents(void)
{
	return file.is_parents;
}

bool lp_file_fork_child(bool is_whole, uint32_t thread)
{
	char *memory;

	lp_handle_forget();
	file.is_child = true;
	file.is_cut = false;
	file.is_full = false;
	memory = begin_child(is_whole, thread);
	if (memory == MAP_FAILED)
		return drop_file();
	copy_sections(memory);
	if (lp_system_call(SYS_mremap, memory, file.usable_bytes, file.usable_bytes,
			   MREMAP_MAYMOVE | MREMAP_FIXED, file.base) < 0)
		return drop_file();
	*lp_file_header() = first_header();
	note_incomplete(false);
	file.on_disk_bytes = 0;
	return true;
}
