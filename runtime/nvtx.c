/* nvtx.c: receives the ranges that a program marks with NVTX. */
#include "runtime/nvtx.h"

#include "runtime/nvtx_names.h"
#include "runtime/regions.h"
#include "runtime/settings.h"
#include "runtime/threads.h"

/* --- ranges of a thread: regions --- */

static int push(const void *domain, int type, const void *text)
{
	struct lp_nvtx_name name;

	if (lp_nvtx_is_ours(domain))
		return LP_NVTX_NO_LEVEL;
	lp_nvtx_name(domain, type, text, &name);
	lp_regions_begin(lp_nvtx_owner(domain), name.text);
	return LP_NVTX_NO_LEVEL;
}

/* The type of the event's text; of an event that is too short to have one, none. */
static int type_of(const struct lp_nvtx_event *event)
{
	return event && event->size_bytes >= sizeof *event ? event->text_type : LP_NVTX_TEXT_NONE;
}

static const void *text_of(const struct lp_nvtx_event *event)
{
	return type_of(event) ? event->text : NULL;
}

static int push_in_domain(const void *domain, const struct lp_nvtx_event *event)
{
	return push(domain, type_of(event), text_of(event));
}

static int push_event(const struct lp_nvtx_event *event)
{
	return push_in_domain(NULL, event);
}

static int push_bytes(const char *text)
{
	return push(NULL, LP_NVTX_TEXT_ASCII, text);
}

static int push_wide(const wchar_t *text)
{
	return push(NULL, LP_NVTX_TEXT_WIDE, text);
}

static int pop_in_domain(const void *domain)
{
	if (!lp_nvtx_is_ours(domain))
		lp_regions_end(lp_nvtx_owner(domain));
	return LP_NVTX_NO_LEVEL;
}

static int pop(void)
{
	return pop_in_domain(NULL);
}

/* --- ranges of the process --- */

static uint64_t start(const void *domain, int type, const void *text)
{
	struct lp_nvtx_name name;

	if (lp_nvtx_is_ours(domain))
		return 0;
	lp_nvtx_name(domain, type, text, &name);
	return lp_regions_start(name.text);
}

static uint64_t start_in_domain(const void *domain, const struct lp_nvtx_event *event)
{
	return start(domain, type_of(event), text_of(event));
}

static uint64_t start_event(const struct lp_nvtx_event *event)
{
	return start_in_domain(NULL, event);
}

static uint64_t start_bytes(const char *text)
{
	return start(NULL, LP_NVTX_TEXT_ASCII, text);
}

static uint64_t start_wide(const wchar_t *text)
{
	return start(NULL, LP_NVTX_TEXT_WIDE, text);
}

static void end_in_domain(const void *domain, uint64_t id)
{
	(void)domain;
	lp_regions_finish(id);
}

/* --- names --- */

static void *register_bytes(const void *domain, const char *text)
{
	(void)domain;
	return lp_nvtx_string(LP_NVTX_TEXT_ASCII, text);
}

static void *register_wide(const void *domain, const wchar_t *text)
{
	(void)domain;
	return lp_nvtx_string(LP_NVTX_TEXT_WIDE, text);
}

static void *create_domain_bytes(const char *name)
{
	return lp_nvtx_domain(LP_NVTX_TEXT_ASCII, name);
}

static void *create_domain_wide(const wchar_t *name)
{
	return lp_nvtx_domain(LP_NVTX_TEXT_WIDE, name);
}

/* --- to be called by NVTX --- */

/* All else, as marks and colours, NVTX leaves out where nobody asks for it. */
static const struct {
	int module;
	enum lp_nvtx_call call;
	lp_nvtx_function function;
} functions[] = {
    {LP_NVTX_CORE, LP_NVTX_CORE_START_EX, (lp_nvtx_function)start_event},
    {LP_NVTX_CORE, LP_NVTX_CORE_START_A, (lp_nvtx_function)start_bytes},
    {LP_NVTX_CORE, LP_NVTX_CORE_START_W, (lp_nvtx_function)start_wide},
    {LP_NVTX_CORE, LP_NVTX_CORE_END, (lp_nvtx_function)lp_regions_finish},
    {LP_NVTX_CORE, LP_NVTX_CORE_PUSH_EX, (lp_nvtx_function)push_event},
    {LP_NVTX_CORE, LP_NVTX_CORE_PUSH_A, (lp_nvtx_function)push_bytes},
    {LP_NVTX_CORE, LP_NVTX_CORE_PUSH_W, (lp_nvtx_function)push_wide},
    {LP_NVTX_CORE, LP_NVTX_CORE_POP, (lp_nvtx_function)pop},
    {LP_NVTX_CORE2, LP_NVTX_CORE2_START_EX, (lp_nvtx_function)start_in_domain},
    {LP_NVTX_CORE2, LP_NVTX_CORE2_END, (lp_nvtx_function)end_in_domain},
    {LP_NVTX_CORE2, LP_NVTX_CORE2_PUSH_EX, (lp_nvtx_function)push_in_domain},
    {LP_NVTX_CORE2, LP_NVTX_CORE2_POP, (lp_nvtx_function)pop_in_domain},
    {LP_NVTX_CORE2, LP_NVTX_CORE2_STRING_A, (lp_nvtx_function)register_bytes},
    {LP_NVTX_CORE2, LP_NVTX_CORE2_STRING_W, (lp_nvtx_function)register_wide},
    {LP_NVTX_CORE2, LP_NVTX_CORE2_DOMAIN_A, (lp_nvtx_function)create_domain_bytes},
    {LP_NVTX_CORE2, LP_NVTX_CORE2_DOMAIN_W, (lp_nvtx_function)create_domain_wide},
};

static void set_functions(const struct lp_nvtx_callbacks *callbacks, int module)
{
	lp_nvtx_function **table = NULL;
	unsigned size = 0;

	if (!callbacks->functions(module, &table, &size) || !table)
		return;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (functions[i].module == module && (unsigned)functions[i].call < size &&
		    table[functions[i].call])
			*table[functions[i].call] = functions[i].function;
}

/* Without threads' rows there is no profile. */
int InitializeInjectionNvtx2(lp_nvtx_get_table_fn get_table)
{
	const struct lp_nvtx_callbacks *const callbacks =
	    get_table && lp_settings.has_ranges && lp_threads_count()
		? get_table(LP_NVTX_TABLE_CALLBACKS)
		: NULL;

	if (!callbacks || callbacks->size_bytes < sizeof *callbacks)
		return 0;
	set_functions(callbacks, LP_NVTX_CORE);
	set_functions(callbacks, LP_NVTX_CORE2);
	return 1;
}

int lp_nvtx_attach(struct lp_abi_module *module, void *get_table)
{
	(void)module;
	return InitializeInjectionNvtx2((lp_nvtx_get_table_fn)(uintptr_t)get_table);
}
