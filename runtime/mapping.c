/* mapping.c: what is mapped where in this process. */
#include "runtime/mapping.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/types.h>

#include "runtime/system_calls.h"

/* linux/fs.h of Linux 6.11; Debian 12's has no such struct. */
struct map_query {
	uint64_t size;
	uint64_t flags; /* 0: the one that holds the address, whatever it may be used for */
	uint64_t address;
	uint64_t begin;
	uint64_t end;
	uint64_t what[4];
	uint32_t device[2];
	uint32_t name_bytes;
	uint32_t build_id_bytes;
	uint64_t name;
	uint64_t build_id;
};

#define QUERY_MAP _IOWR('f', 17, struct map_query)

static bool read_digit(char c, unsigned *value)
{
	if (c >= '0' && c <= '9')
		*value = (unsigned)(c - '0');
	else if (c >= 'a' && c <= 'f')
		*value = (unsigned)(c - 'a' + 10);
	else
		return false;
	return true;
}

/* Reads "begin-end" off the lines of /proc/self/maps, one character at a time. */
struct maps_parser {
	uintptr_t range[2];
	unsigned field; /* 0, 1: in an address; 2: in the rest of the line */
};

/* True when `c` completes a range. */
static bool parse_maps(struct maps_parser *parser, char c)
{
	unsigned digit;

	if (c == '\n') {
		*parser = (struct maps_parser){0};
		return false;
	}
	if (parser->field > 1)
		return false;
	if (read_digit(c, &digit)) {
		parser->range[parser->field] = parser->range[parser->field] << 4 | digit;
		return false;
	}
	return ++parser->field == 2;
}

/* A guard is no larger: what is may be addresses that somebody has reserved, as the runtime does,
 * with nothing to say of whose stack is behind them. */
enum { GUARD_MOST = 1 << 20 };

/* Where the mapping that holds an address begins, and the one that ends there. */
struct found {
	uintptr_t begin;     /* 0: it is not mapped */
	uintptr_t neighbour; /* 0: none ends there */
};

/* In a process of many threads the text is long: a line and more for each. */
static struct found read_text(int fd, uintptr_t address)
{
	struct maps_parser parser = {0};
	struct found found = {0};
	uintptr_t last[2] = {0};
	char text[1024];
	ssize_t size;

	while (!found.begin && (size = lp_sys_read(fd, text, sizeof text)) > 0)
		for (ssize_t i = 0; i < size && !found.begin; i++) {
			if (!parse_maps(&parser, text[i]))
				continue;
			if (address >= parser.range[0] && address < parser.range[1])
				found = (struct found){parser.range[0],
						       last[1] == parser.range[0] ? last[0] : 0};
			memcpy(last, parser.range, sizeof last);
		}
	return found;
}

/* False: this kernel is not asked so, or it is not mapped. */
static bool query(int fd, uintptr_t address, uintptr_t *begin)
{
	struct map_query query = {.size = sizeof query, .address = address};

	if (lp_system_call(SYS_ioctl, fd, QUERY_MAP, &query) != 0)
		return false;
	*begin = (uintptr_t)query.begin;
	return true;
}

uintptr_t lp_mapping_begin(uintptr_t address, bool *has_guard)
{
	const int fd = lp_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
	struct found found = {0};

	if (fd < 0)
		return 0;
	if (query(fd, address, &found.begin))
		query(fd, found.begin - 1, &found.neighbour);
	else
		found = read_text(fd, address);
	lp_sys_close(fd);
	*has_guard = found.neighbour && found.begin - found.neighbour <= GUARD_MOST &&
		     !lp_sys_is_readable(found.begin - sizeof(uint64_t));
	return found.begin;
}

/* Copies what /proc/self/maps says of the mapping behind its addresses, as far as there is room. */
static void read_line(int fd, uintptr_t address, char *line, size_t room)
{
	struct maps_parser parser = {0};
	bool is_found = false, is_over = false;
	size_t used = 0;
	char text[1024];
	ssize_t size;

	while (!is_over && (size = lp_sys_read(fd, text, sizeof text)) > 0)
		for (ssize_t i = 0; i < size && !is_over; i++) {
			is_over = is_found && (text[i] == '\n' || used + 1 == room);
			if (is_found && !is_over)
				line[used++] = text[i];
			else if (parse_maps(&parser, text[i]))
				is_found = address >= parser.range[0] && address < parser.range[1];
		}
	line[used] = '\0';
}

bool lp_mapping_path(uintptr_t address, char *out, size_t room)
{
	const int fd = lp_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
	/* Rights, offset, device, number, path: large for the stack of a signal handler. */
	static char line[PATH_MAX + 128];
	const char *path;

	if (fd < 0)
		return false;
	read_line(fd, address, line, sizeof line);
	lp_sys_close(fd);
	path = strchr(line, '/');
	if (!path || strlen(path) >= room)
		return false;
	strcpy(out, path);
	return true;
}

bool lp_mapping_cut_deleted(char *path)
{
	static const char deleted[] = " (deleted)";
	const size_t deleted_bytes = sizeof deleted - 1, bytes = strlen(path);

	if (bytes <= deleted_bytes || strcmp(path + bytes - deleted_bytes, deleted) != 0)
		return false;
	path[bytes - deleted_bytes] = '\0';
	return true;
}
