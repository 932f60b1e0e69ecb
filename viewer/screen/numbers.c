/* numbers.c: formats counts, times, shares and bars. */
#include "viewer/screen/numbers.h"

#include <math.h>
#include <stdio.h>

void lp_format_count(char *out, size_t size, int width, uint64_t count)
{
	static const char suffixes[] = "kMGTPE";
	double value = (double)count;
	int suffix = -1;

	if (snprintf(NULL, 0, "%llu", (unsigned long long)count) <= width) {
		snprintf(out, size, "%llu", (unsigned long long)count);
		return;
	}
	while (value >= 999.5 && suffixes[suffix + 1]) {
		value /= 1000;
		suffix++;
	}
	snprintf(out, size, "%.*f%c",
		 value < 9.995   ? 2
		 : value < 99.95 ? 1
				 : 0,
		 value, suffixes[suffix]);
}

/* Times in a unit that is too small for them are shortened as counts are: columns have 8
 * characters, and one is for "~". */
#define TOO_LONG 1e7
#define MOST 1e19

void lp_format_time(char *out, size_t size, double seconds, double unit_seconds)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
	double value;
	int i = 0;

	if (unit_seconds > 0) {
		value = seconds / unit_seconds;
		if (value >= TOO_LONG) {
			lp_format_count(out, size, 5, value < MOST ? (uint64_t)value : UINT64_MAX);
			return;
		}
		snprintf(out, size, "%.*f", value < 10 ? 3 : value < 1000 ? 2 : 0, value);
		return;
	}
	if (seconds == 0) {
		snprintf(out, size, "0s");
		return;
	}
	while (i < 3 && seconds < units[i].seconds * 0.9995)
		i++;
	value = seconds / units[i].seconds;
	snprintf(out, size, "%.*f%s",
		 value < 9.995   ? 2
		 : value < 99.95 ? 1
				 : 0,
		 value, units[i].name);
}

void lp_format_share(char *out, size_t size, double share_pct)
{
	snprintf(out, size, "%.*f", share_pct > 0 && share_pct < 0.095 ? 2 : 1, share_pct);
}

enum lp_style lp_heat_style(double share)
{
	if (!(share > 0))
		return LP_STYLE_PLAIN;
	return share >= 0.3     ? LP_STYLE_HEAT4
	       : share >= 0.1   ? LP_STYLE_HEAT3
	       : share >= 0.03  ? LP_STYLE_HEAT2
	       : share >= 0.005 ? LP_STYLE_HEAT1
				: LP_STYLE_HEAT0;
}

void lp_bar_put(struct lp_pen *pen, enum lp_style style, int columns, double fraction)
{
	static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
	const int end = pen->column + columns;
	const double clean = fraction > 0 ? fmin(fraction, 1) : 0;
	int eighths = (int)lround(clean * columns * 8);

	/* What is there shows, however small. */
	if (clean > 0 && eighths == 0)
		eighths = 1;
	if (pen->grid->is_ascii)
		eighths = eighths < 4 ? 0 : (eighths + 4) / 8 * 8;
	for (; eighths >= 8; eighths -= 8)
		lp_pen_put(pen, style, pen->grid->is_ascii ? "#" : "█");
	lp_pen_put(pen, style, parts[eighths]);
	lp_pen_go(pen, LP_STYLE_PLAIN, end);
}
