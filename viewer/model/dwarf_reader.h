/*
 * dwarf_reader.h: the DWARF of a binary, as plain data: units, their line tables, and their
 * functions' entries. What it hands out as text lies in the arena and outlives the reader.
 */
#ifndef LINEPROF_VIEWER_MODEL_DWARF_READER_H
#define LINEPROF_VIEWER_MODEL_DWARF_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/status.h"
#include "viewer/model/arena.h"

struct Dwarf_Debug_s;
struct Dwarf_Die_s;
struct Dwarf_Line_Context_s;

/* Addresses, in the file's own. */
struct lp_dwarf_range {
	uint64_t begin;
	uint64_t end; /* the first behind it */
};

/* A row of a line table. */
struct lp_dwarf_row {
	uint64_t address;
	uint64_t line; /* 0: code of no line */
	uint64_t file; /* number of one of the unit's files */
	bool is_end;   /* of a sequence: no code begins here */
};

/* An open binary. What is read last stands here, until the next is. */
struct lp_dwarf {
	struct Dwarf_Debug_s *debug;
	struct Dwarf_Debug_s
	    *alternate; /* what it shares with others; NULL: nothing, or not there */
	struct lp_arena *arena;
	struct lp_dwarf_range *ranges; /* of the entry at hand */
	size_t range_count;
	size_t range_capacity;
	struct lp_dwarf_row *rows; /* of the unit at hand, as its line table has them */
	size_t row_count;
	size_t row_capacity;
	bool no_memory; /* something is missing in what was read */
	bool lacks_alternate; /* what was read refers to it, and it is not there */
};

/* The compilation unit at hand. */
struct lp_dwarf_unit {
	struct Dwarf_Die_s *entry;
	uint64_t offset; /* of its header */
	uint64_t base;   /* of its range lists */
	uint16_t version;
	struct Dwarf_Line_Context_s *lines; /* NULL: has none, or not read */
	const char **files;                 /* paths, by file number; in the arena */
	size_t file_count;
};

enum lp_dwarf_kind {
	LP_DWARF_OTHER,
	LP_DWARF_SPACE, /* a namespace, class or module: functions may stand in it */
	LP_DWARF_FUNCTION,
	LP_DWARF_INLINED, /* a function, where it is inlined */
	LP_DWARF_BLOCK,
};

/* What an entry says about its function. */
struct lp_dwarf_function {
	const char *linkage_name; /* else its plain name; "" if it has none */
	const char *declared_in;  /* path; "" unknown */
	uint32_t declared_line;   /* 0 unknown */
	const char *call_file;    /* path where it is inlined; "" unknown or not inlined */
	uint32_t call_line;       /* 0 unknown or not inlined */
};

/* Opens the DWARF of `path`, or of the separate file that it names. False: there is none.
 * Close it in any case. */
bool lp_dwarf_open(struct lp_dwarf *reader, const char *path, struct lp_arena *arena);
void lp_dwarf_close(struct lp_dwarf *reader);

/* Goes to the next unit, and reads its ranges. LP_OK: close it; LP_NOT_FOUND: there is no
 * more; LP_CORRUPT. */
enum lp_status lp_dwarf_next_unit(struct lp_dwarf *reader, struct lp_dwarf_unit *unit);
void lp_dwarf_close_unit(struct lp_dwarf *reader, struct lp_dwarf_unit *unit);

/* Reads the unit's files and the rows of its line table; no rows if there is none. */
void lp_dwarf_read_lines(struct lp_dwarf *reader, struct lp_dwarf_unit *unit);

/* The path of the unit's file `number`; "" if there is none. */
const char *lp_dwarf_file(const struct lp_dwarf_unit *unit, uint64_t number);

/* The first child of `entry`, or NULL; close it, or go on to its sibling. */
struct Dwarf_Die_s *lp_dwarf_first_child(struct lp_dwarf *reader, struct Dwarf_Die_s *entry);

/* Closes `entry`. Returns the entry behind it on the same level, or NULL. */
struct Dwarf_Die_s *lp_dwarf_next(struct lp_dwarf *reader, struct Dwarf_Die_s *entry);

void lp_dwarf_close_entry(struct lp_dwarf *reader, struct Dwarf_Die_s *entry);

enum lp_dwarf_kind lp_dwarf_kind_of(struct lp_dwarf *reader, struct Dwarf_Die_s *entry);

/* Reads the ranges of an entry into reader->ranges; none is empty. */
void lp_dwarf_read_ranges(struct lp_dwarf *reader, const struct lp_dwarf_unit *unit,
			  struct Dwarf_Die_s *entry);

/* Reads what the entry of a function says, and those that it refers to: the name may stand
 * where the function was declared. */
void lp_dwarf_read_function(struct lp_dwarf *reader, const struct lp_dwarf_unit *unit,
			    struct Dwarf_Die_s *entry, struct lp_dwarf_function *function);

#endif
