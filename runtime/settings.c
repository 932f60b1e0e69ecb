/* settings.c: what the environment asks of the runtime. */
#include "runtime/settings.h"

#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "runtime/log.h"

struct lp_settings lp_settings;

static bool is_set(const char *variable)
{
	const char *const value = getenv(variable);

	return value && *value;
}

/* The index of the variable's value among `words`; 0, the default, if unset. */
static int choice(const char *variable, const char *const *words, const char *expected)
{
	const char *const value = getenv(variable);

	if (!is_set(variable))
		return 0;
	for (int i = 0; words[i]; i++)
		if (!strcmp(value, words[i]))
			return i;
	lp_log_value(variable, value, "unknown value, using the default", expected);
	return 0;
}

static bool has_control(const char *text)
{
	while (*text && !iscntrl((unsigned char)*text))
		text++;
	return *text;
}

/* A copy: forked children need it, too, and programs that set their title write over their
 * environment. */
static const char *file_pattern(void)
{
	static char pattern[PATH_MAX];
	const char *const value = getenv("LINEPROF_FILE");

	if (!value || !*value)
		return NULL;
	if (strlen(value) >= sizeof pattern) {
		lp_log("LINEPROF_FILE", "longer than a path can be, using the default", NULL);
		return NULL;
	}
	if (has_control(value)) {
		lp_log("LINEPROF_FILE", "control characters in it, using the default", NULL);
		return NULL;
	}
	return strcpy(pattern, value);
}

static struct lp_schedule schedule(void)
{
	const char *const value = getenv("LINEPROF_SCHEDULE");
	struct lp_schedule asked = {.active = 0};

	if (value && *value && !lp_schedule_parse(value, &asked))
		lp_log_value(
		    "LINEPROF_SCHEDULE", value, "wrong value, every step is measured",
		    "expected WAIT:WARMUP:ACTIVE[:REPEAT], numbers of steps, ACTIVE not 0");
	return asked;
}

static void choose_mode(enum lp_mode compiled_mode)
{
	static const char *const modes[] = {"auto", "counts", "deterministic", NULL};
	static const char *const asked[] = {"", "LINEPROF_MODE=counts",
					    "LINEPROF_MODE=deterministic"};
	static const char *const compiled[] = {"", "mode=counts", "mode=deterministic"};
	const bool is_asked_for = is_set("LINEPROF_MODE");

	lp_settings.mode = (enum lp_mode)choice(
	    "LINEPROF_MODE", modes, "expected \"auto\", \"counts\" or \"deterministic\"");
	if (!is_asked_for)
		lp_settings.mode = compiled_mode;
	lp_settings.mode_note = (is_asked_for ? asked : compiled)[lp_settings.mode];
}

/* LINEPROF=off, or there is to be no file. */
static bool is_off(void)
{
	static const char *const switches[] = {"on", "off", NULL};
	const char *const file = getenv("LINEPROF_FILE");

	return choice("LINEPROF", switches, "expected \"on\" or \"off\"") ||
	       (file && !strcmp(file, "/dev/null"));
}

void lp_settings_read(enum lp_mode compiled_mode)
{
	static const char *const switches[] = {"on", "off", NULL};
	static const char *const engines[] = {"auto", "perf", "timer", "none", NULL};
	static const char *const reports[] = {"auto", "always", "never", NULL};

	/* A set-user-id program must write no file that its caller names. */
	if (getauxval(AT_SECURE)) {
		lp_settings.is_off = true;
		return;
	}
	lp_settings.is_off = is_off();
	if (lp_settings.is_off)
		return;
	lp_settings.starts_stopped =
	    choice("LINEPROF_START", switches, "expected \"on\" or \"off\"");
	choose_mode(compiled_mode);
	lp_settings.engine = (enum lp_engine_asked)choice(
	    "LINEPROF_ENGINE", engines, "expected \"auto\", \"perf\", \"timer\" or \"none\"");
	lp_settings.report = (enum lp_report)choice("LINEPROF_REPORT", reports,
						    "expected \"auto\", \"always\" or \"never\"");
	lp_settings.paths_are_off =
	    choice("LINEPROF_PATHS", switches, "expected \"on\" or \"off\"");
	lp_settings.gpu_is_off = choice("LINEPROF_GPU", switches, "expected \"on\" or \"off\"");
	lp_settings.has_ranges = !choice("LINEPROF_NVTX", switches, "expected \"on\" or \"off\"");
	lp_settings.schedule = schedule();
	lp_settings.file = file_pattern();
}
