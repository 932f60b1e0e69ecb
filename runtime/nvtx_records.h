/*
 * nvtx_records.h: what is read of NVTX 3, as a program hands it to a tool: the same in all
 * its versions. tests/cuda/abi.sh compares this with the real headers.
 */
#ifndef LINEPROF_RUNTIME_NVTX_RECORDS_H
#define LINEPROF_RUNTIME_NVTX_RECORDS_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

enum {
	LP_NVTX_TABLE_CALLBACKS = 1, /* NVTX_ETID_CALLBACKS */
	LP_NVTX_CORE = 1,            /* NVTX_CB_MODULE_CORE */
	LP_NVTX_CORE2 = 5,           /* NVTX_CB_MODULE_CORE2 */
	LP_NVTX_NO_LEVEL = -2,       /* NVTX_NO_PUSH_POP_TRACKING */
};

/* NvtxCallbackIdCore, NvtxCallbackIdCore2 */
enum lp_nvtx_call {
	LP_NVTX_CORE_START_EX = 4,
	LP_NVTX_CORE_START_A = 5,
	LP_NVTX_CORE_START_W = 6,
	LP_NVTX_CORE_END = 7,
	LP_NVTX_CORE_PUSH_EX = 8,
	LP_NVTX_CORE_PUSH_A = 9,
	LP_NVTX_CORE_PUSH_W = 10,
	LP_NVTX_CORE_POP = 11,
	LP_NVTX_CORE2_START_EX = 2,
	LP_NVTX_CORE2_END = 3,
	LP_NVTX_CORE2_PUSH_EX = 4,
	LP_NVTX_CORE2_POP = 5,
	LP_NVTX_CORE2_STRING_A = 10,
	LP_NVTX_CORE2_STRING_W = 11,
	LP_NVTX_CORE2_DOMAIN_A = 12,
	LP_NVTX_CORE2_DOMAIN_W = 13,
};

/* nvtxMessageType_t */
enum lp_nvtx_text_type {
	LP_NVTX_TEXT_NONE = 0,
	LP_NVTX_TEXT_ASCII = 1,
	LP_NVTX_TEXT_WIDE = 2,
	LP_NVTX_TEXT_REGISTERED = 3,
};

/* nvtxEventAttributes_t */
struct lp_nvtx_event {
	uint16_t version;
	uint16_t size_bytes; /* of this, as the program knows it */
	uint32_t category;
	int32_t colour_type;
	uint32_t colour;
	int32_t payload_type;
	int32_t reserved;
	uint64_t payload;
	int32_t text_type;
	const void *text;
};

typedef void (*lp_nvtx_function)(void);

/* NvtxExportTableCallbacks */
struct lp_nvtx_callbacks {
	size_t size_bytes;
	/* `*table`: where the functions' addresses are kept, by number; `*size` of them. */
	int (*functions)(int module, lp_nvtx_function ***table, unsigned *size);
};

/* NvtxGetExportTableFunc_t */
typedef const void *(*lp_nvtx_get_table_fn)(uint32_t table);

#endif
