/* gpu_ranges.c: an NVTX range around each place. */
#include "runtime/gpu_ranges.h"

#if defined(LINEPROF_NVTX) && __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#include <stddef.h>

enum {
	KNOWN_MAX = 1024, /* sites whose name the tool has; others are named each time */
	LABEL_BYTES = 256,
};

static const struct lp_gpu_host *host;
static nvtxDomainHandle_t domain;
static nvtxStringHandle_t known[KNOWN_MAX];

bool lp_gpu_ranges_start(const struct lp_gpu_host *from)
{
	host = from;
	/* NULL where no tool was injected. */
	domain = nvtxDomainCreateA("lineprof");
	return domain != NULL;
}

void lp_gpu_ranges_begin(uint32_t site)
{
	nvtxEventAttributes_t what = {.version = NVTX_VERSION,
				      .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE};
	char label[LABEL_BYTES];
	nvtxStringHandle_t name =
	    site < KNOWN_MAX ? __atomic_load_n(&known[site], __ATOMIC_ACQUIRE) : NULL;

	if (!name)
		host->describe(site, label, sizeof label);
	if (!name && site < KNOWN_MAX) {
		name = nvtxDomainRegisterStringA(domain, label);
		__atomic_store_n(&known[site], name, __ATOMIC_RELEASE);
	}
	what.messageType = name ? NVTX_MESSAGE_TYPE_REGISTERED : NVTX_MESSAGE_TYPE_ASCII;
	if (name)
		what.message.registered = name;
	else
		what.message.ascii = label;
	nvtxDomainRangePushEx(domain, &what);
}

void lp_gpu_ranges_end(void)
{
	nvtxDomainRangePop(domain);
}

#else

bool lp_gpu_ranges_start(const struct lp_gpu_host *host)
{
	(void)host;
	return false;
}

void lp_gpu_ranges_begin(uint32_t site)
{
	(void)site;
}

void lp_gpu_ranges_end(void)
{
}

#endif
