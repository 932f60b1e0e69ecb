/* abi_nvtx.c: what runtime/nvtx_records.h says of NVTX is what its headers say. */
#include <nvtx3/nvToolsExt.h>

#include "runtime/nvtx_records.h"

#define SAME(theirs, their_field, ours, our_field)                                                 \
	_Static_assert(offsetof(theirs, their_field) == offsetof(struct ours, our_field) &&        \
			   sizeof(((theirs *)0)->their_field) ==                                   \
			       sizeof(((struct ours *)0)->our_field),                              \
		       #theirs "." #their_field);

SAME(nvtxEventAttributes_t, size, lp_nvtx_event, size_bytes)
SAME(nvtxEventAttributes_t, messageType, lp_nvtx_event, text_type)
SAME(nvtxEventAttributes_t, message, lp_nvtx_event, text)
SAME(NvtxExportTableCallbacks, struct_size, lp_nvtx_callbacks, size_bytes)
SAME(NvtxExportTableCallbacks, GetModuleFunctionTable, lp_nvtx_callbacks, functions)
_Static_assert(sizeof(nvtxEventAttributes_t) == sizeof(struct lp_nvtx_event), "event");
_Static_assert(sizeof(nvtxRangeId_t) == sizeof(uint64_t), "range");

#define EQUAL(theirs, ours) _Static_assert((int)(theirs) == (int)(ours), #theirs);
EQUAL(NVTX_ETID_CALLBACKS, LP_NVTX_TABLE_CALLBACKS)
EQUAL(NVTX_CB_MODULE_CORE, LP_NVTX_CORE)
EQUAL(NVTX_CB_MODULE_CORE2, LP_NVTX_CORE2)
EQUAL(NVTX_NO_PUSH_POP_TRACKING, LP_NVTX_NO_LEVEL)
EQUAL(NVTX_CBID_CORE_RangeStartEx, LP_NVTX_CORE_START_EX)
EQUAL(NVTX_CBID_CORE_RangeStartA, LP_NVTX_CORE_START_A)
EQUAL(NVTX_CBID_CORE_RangeStartW, LP_NVTX_CORE_START_W)
EQUAL(NVTX_CBID_CORE_RangeEnd, LP_NVTX_CORE_END)
EQUAL(NVTX_CBID_CORE_RangePushEx, LP_NVTX_CORE_PUSH_EX)
EQUAL(NVTX_CBID_CORE_RangePushA, LP_NVTX_CORE_PUSH_A)
EQUAL(NVTX_CBID_CORE_RangePushW, LP_NVTX_CORE_PUSH_W)
EQUAL(NVTX_CBID_CORE_RangePop, LP_NVTX_CORE_POP)
EQUAL(NVTX_CBID_CORE2_DomainRangeStartEx, LP_NVTX_CORE2_START_EX)
EQUAL(NVTX_CBID_CORE2_DomainRangeEnd, LP_NVTX_CORE2_END)
EQUAL(NVTX_CBID_CORE2_DomainRangePushEx, LP_NVTX_CORE2_PUSH_EX)
EQUAL(NVTX_CBID_CORE2_DomainRangePop, LP_NVTX_CORE2_POP)
EQUAL(NVTX_CBID_CORE2_DomainRegisterStringA, LP_NVTX_CORE2_STRING_A)
EQUAL(NVTX_CBID_CORE2_DomainRegisterStringW, LP_NVTX_CORE2_STRING_W)
EQUAL(NVTX_CBID_CORE2_DomainCreateA, LP_NVTX_CORE2_DOMAIN_A)
EQUAL(NVTX_CBID_CORE2_DomainCreateW, LP_NVTX_CORE2_DOMAIN_W)
EQUAL(NVTX_MESSAGE_UNKNOWN, LP_NVTX_TEXT_NONE)
EQUAL(NVTX_MESSAGE_TYPE_ASCII, LP_NVTX_TEXT_ASCII)
EQUAL(NVTX_MESSAGE_TYPE_UNICODE, LP_NVTX_TEXT_WIDE)
EQUAL(NVTX_MESSAGE_TYPE_REGISTERED, LP_NVTX_TEXT_REGISTERED)
