/* radix.c: puts millions of numbers in order, in a few passes. */
#include "viewer/model/radix.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 8, VALUES = 256 };

static unsigned digit_of(uint64_t key, unsigned digit)
{
	return (unsigned)(key >> 8 * digit) & (VALUES - 1);
}

/* How often each digit has each value; false if the items are in order already. */
static bool count_digits(const struct lp_radix_item *items, size_t count,
			 size_t counts[DIGITS][VALUES])
{
	bool is_sorted = true;

	memset(counts, 0, DIGITS * sizeof(*counts));
	for (size_t i = 0; i < count; i++) {
		is_sorted = is_sorted && (i == 0 || items[i - 1].key <= items[i].key);
		for (unsigned digit = 0; digit < DIGITS; digit++)
			counts[digit][digit_of(items[i].key, digit)]++;
	}
	return !is_sorted;
}

static void sort_digit(const struct lp_radix_item *from, struct lp_radix_item *to, size_t count,
		       unsigned digit, const size_t counts[VALUES])
{
	size_t places[VALUES];
	size_t place = 0;

	for (unsigned value = 0; value < VALUES; value++) {
		places[value] = place;
		place += counts[value];
	}
	for (size_t i = 0; i < count; i++)
		to[places[digit_of(from[i].key, digit)]++] = from[i];
}

enum lp_status lp_radix_sort(struct lp_radix_item *items, size_t count)
{
	size_t counts[DIGITS][VALUES];
	struct lp_radix_item *from = items;
	struct lp_radix_item *room;
	struct lp_radix_item *to;

	if (!count_digits(items, count, counts))
		return LP_OK;
	room = (struct lp_radix_item *)malloc(count * sizeof(*room));
	if (!room)
		return LP_MEMORY;
	to = room;
	for (unsigned digit = 0; digit < DIGITS; digit++) {
		/* A digit that all have in common orders nothing. */
		if (counts[digit][digit_of(items[0].key, digit)] == count)
			continue;
		sort_digit(from, to, count, digit, counts[digit]);
		to = from;
		from = from == items ? room : items;
	}
	if (from != items)
		memcpy(items, from, count * sizeof(*items));
	free(room);
	return LP_OK;
}
