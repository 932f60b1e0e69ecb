/* mapping.c: what is mapped where in this process. */
#include "runtime/mapping.h"

#include <fcntl.h>
#include <stdbool.h>
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

/* In a process of many threads the text is long: a line and more for each. */
static uintptr_t read_text(int fd, uintptr_t address)
{
	struct maps_parser parser = {0};
	uintptr_t begin = 0;
	char text[1024];
	ssize_t size;

	while (!begin && (size = lp_sys_read(fd, text, sizeof text)) > 0)
		for (ssize_t i = 0; i < size && !begin; i++)
			if (parse_maps(&parser, text[i]) && address >= parser.range[0] &&
			    address < parser.range[1])
				begin = parser.range[0];
	return begin;
}

uintptr_t lp_mapping_begin(uintptr_t address)
{
	const int fd = lp_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
	struct map_query query = {.size = sizeof query, .address = address};
	uintptr_t begin;

	if (fd < 0)
		return 0;
	if (lp_system_call(SYS_ioctl, fd, QUERY_MAP, &query) == 0)
		begin = (uintptr_t)query.begin;
	else
		begin = read_text(fd, address);
	lp_sys_close(fd);
	return begin;
}
