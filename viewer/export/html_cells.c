/* html_cells.c: tables and their cells on a page of HTML. */
#include "viewer/export/html_page.h"

#include "viewer/export/html_text.h"

double lp_html_seconds_of(const struct lp_html_page *page, uint64_t ticks)
{
	return lp_view_seconds(page->view, ticks);
}

void lp_html_put_count_cell(FILE *out, uint64_t count)
{
	fputs("<td>", out);
	lp_html_put_count(out, count);
	fputs("</td>", out);
}

void lp_html_put_time_cell(const struct lp_html_page *page, const char *class_name, uint64_t ticks)
{
	fprintf(page->out, *class_name ? "<td class=\"%s\">" : "<td>", class_name);
	if (ticks > 0)
		lp_html_put_time(page->out, lp_html_seconds_of(page, ticks));
	else
		fputs("–", page->out);
	fputs("</td>", page->out);
}

void lp_html_put_each_cell(const struct lp_html_page *page, uint64_t ticks, uint64_t count)
{
	fputs("<td class=\"more\">", page->out);
	if (ticks > 0 && count > 0)
		lp_html_put_time(page->out, lp_html_seconds_of(page, ticks) / (double)count);
	else
		fputs("–", page->out);
	fputs("</td>", page->out);
}

static bool has_waits(const struct lp_html_page *page)
{
	return page->view->profile->line_wait_ticks > 0;
}

void lp_html_put_wait_cell(const struct lp_html_page *page, uint64_t ticks)
{
	if (has_waits(page))
		lp_html_put_time_cell(page, "more", ticks);
}

void lp_html_put_share_cell(const struct lp_html_page *page, uint64_t ticks)
{
	const double share = lp_view_share_pct(page->view, ticks);

	if (ticks == 0) {
		fputs("<td>–</td>", page->out);
		return;
	}
	fprintf(page->out, "<td class=\"heat%s\" style=\"--p:%.1f\">%.*f</td>",
		share >= 10  ? " hot"
		: share >= 2 ? " warm"
			     : "",
		share < 100 ? share : 100, share < 0.095 ? 2 : 1, share);
}

void lp_html_begin_table(const struct lp_html_page *page, const char *kind,
			 const struct lp_html_column *heads)
{
	fprintf(page->out, "<div class=\"table %s\"><table><thead><tr>", kind);
	for (; heads->title; heads++)
		if (heads->is_wait && !has_waits(page))
			continue;
		else if (heads->class_name)
			fprintf(page->out, "<th scope=\"col\" class=\"%s\">%s</th>",
				heads->class_name, heads->title);
		else
			fprintf(page->out, "<th scope=\"col\">%s</th>", heads->title);
	fputs("</tr></thead><tbody>\n", page->out);
}

void lp_html_end_table(const struct lp_html_page *page)
{
	fputs("</tbody></table></div>\n", page->out);
}

void lp_html_put_left_out(const struct lp_html_page *page, size_t shown, size_t count,
			  const char *what)
{
	if (shown < count)
		fprintf(page->out,
			"<p class=\"soft\">%zu of %zu %s; the others are left out here.</p>\n",
			shown, count, what);
}
