/*
 * hint_waits.c: hints on lines that wait again and again.
 *
 * Of a program with one thread in each of its processes: it does nothing meanwhile. Threads may
 * wait for work that is not there yet, and nothing tells that from a lock that is held too long. So
 * may a loop that waits for events, which has nothing else to do.
 */
#include <string.h>

#include "format/abi.h"
#include "viewer/model/hinting.h"

/* Functions that come back when somebody wants something, `__*_chk` by _FORTIFY_SOURCE. */
static const char *const event_waits[] = {
    "select",     "pselect",     "poll",         "ppoll",        "__poll_chk", "__ppoll_chk",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "accept",       "accept4",    "pause",
    "sigsuspend", "sigwait",     "sigwaitinfo",  "sigtimedwait",
};

static bool waits_for_events(const struct lp_call_site *site)
{
	for (size_t i = 0; i < sizeof(event_waits) / sizeof(event_waits[0]); i++)
		if (site->callee_hash == lp_hash(event_waits[i], strlen(event_waits[i])))
			return true;
	return false;
}

/* Whether the line calls one of them. A function of the program's own may have such a name. */
static bool is_of_event_loop(const struct lp_profile *profile, const struct lp_line *line)
{
	for (size_t i = 0; i < profile->call_site_count; i++) {
		const struct lp_call_site *const site = &profile->call_sites[i];

		if (site->source == line->source && site->line == line->line && site->count > 0 &&
		    site->callee == LP_NO_INDEX && waits_for_events(site))
			return true;
	}
	return false;
}

static bool is_worth_a_word(const struct lp_profile *profile, const struct lp_line *line)
{
	return line->hits >= LP_HINT_WAIT_LEAST_TIMES &&
	       (double)line->wait_ticks * 100 >=
		   (double)profile->lifetime_ticks * LP_HINT_LEAST_PCT;
}

enum lp_status lp_hint_waits(struct lp_hinting *hinting)
{
	const struct lp_profile *const profile = hinting->profile;
	enum lp_status status = LP_OK;

	if (profile->line_wait_ticks == 0 || profile->threads_most > 1)
		return LP_OK;
	for (size_t i = 0; i < profile->line_count && status == LP_OK; i++) {
		const struct lp_line *const line = &profile->lines[i];
		struct lp_hint hint = lp_hint_of(line);

		if (!hinting->wanted[i] || !is_worth_a_word(profile, line) ||
		    is_of_event_loop(profile, line))
			continue;
		hint.ticks = line->wait_ticks;
		hint.samples = 0;
		status = lp_hinting_add(
		    hinting, hint, "the program's only thread waits %.3g ms each time",
		    lp_hinting_ps_each(profile, line->wait_ticks, line->hits) / 1e9);
	}
	return status;
}
