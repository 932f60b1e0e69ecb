/* status.c: the texts of the statuses. */
#include "format/status.h"

const char *lp_status_text(enum lp_status status)
{
	static const char *const texts[] = {
#define LP_STATUS_TEXT(name, text) [LP_##name] = (text),
		LP_STATUS_LIST(LP_STATUS_TEXT)
#undef LP_STATUS_TEXT
	};
	const size_t count = sizeof(texts) / sizeof(texts[0]);

	return (size_t)status < count ? texts[status] : "unknown status";
}
