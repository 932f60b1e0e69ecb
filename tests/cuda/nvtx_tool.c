/* nvtx_tool.c: a tool that listens to NVTX: says each range of a domain, and how deep it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nvtx3/nvToolsExt.h>

struct text {
	char text[256];
};

static int depth;

static nvtxDomainHandle_t create_domain(const char *name)
{
	struct text *const copy = calloc(1, sizeof *copy);

	snprintf(copy->text, sizeof copy->text, "%s", name);
	return (nvtxDomainHandle_t)copy;
}

static nvtxStringHandle_t keep(nvtxDomainHandle_t domain, const char *string)
{
	struct text *const copy = calloc(1, sizeof *copy);

	(void)domain;
	snprintf(copy->text, sizeof copy->text, "%s", string);
	return (nvtxStringHandle_t)copy;
}

static int push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *what)
{
	const char *const text = what->messageType == NVTX_MESSAGE_TYPE_REGISTERED
				     ? ((struct text *)what->message.registered)->text
				     : what->message.ascii;

	fprintf(stderr, "range %d %s: %s\n", depth, ((struct text *)domain)->text, text);
	return depth++;
}

static int pop(nvtxDomainHandle_t domain)
{
	(void)domain;
	return --depth;
}

__attribute__((visibility("default"))) int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t);

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table)
{
	const NvtxExportTableCallbacks *const callbacks =
	    (const NvtxExportTableCallbacks *)get_table(NVTX_ETID_CALLBACKS);
	NvtxFunctionTable table = NULL;
	unsigned int size = 0;

	if (!callbacks || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size))
		return 0;
	*table[NVTX_CBID_CORE2_DomainCreateA] = (NvtxFunctionPointer)create_domain;
	*table[NVTX_CBID_CORE2_DomainRegisterStringA] = (NvtxFunctionPointer)keep;
	*table[NVTX_CBID_CORE2_DomainRangePushEx] = (NvtxFunctionPointer)push;
	*table[NVTX_CBID_CORE2_DomainRangePop] = (NvtxFunctionPointer)pop;
	return 1;
}
