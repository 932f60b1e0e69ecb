/* instructions.c: machine code as rows; the only file that knows Capstone. */
#include "viewer/model/instructions.h"

#include <capstone/capstone.h>
#include <elf.h>
#include <stdlib.h>

static bool open_disassembler(uint16_t machine, csh *handle)
{
	const cs_arch arch = machine == EM_AARCH64 ? CS_ARCH_ARM64 : CS_ARCH_X86;
	const cs_mode mode = machine == EM_AARCH64 ? CS_MODE_LITTLE_ENDIAN : CS_MODE_64;

	if ((machine != EM_AARCH64 && machine != EM_X86_64) ||
	    cs_open(arch, mode, handle) != CS_ERR_OK)
		return false;
	cs_option(*handle, CS_OPT_DETAIL, CS_OPT_ON);
	/* Data between code ends nothing. */
	cs_option(*handle, CS_OPT_SKIPDATA, CS_OPT_ON);
	return true;
}

static uint64_t target_of(const cs_insn *read, bool is_x86)
{
	if (is_x86) {
		const cs_x86 *const x86 = &read->detail->x86;

		return x86->op_count > 0 && x86->operands[0].type == X86_OP_IMM
			   ? (uint64_t)x86->operands[0].imm
			   : 0;
	} else {
		/* cbz and tbz name what they test first. */
		const cs_arm64 *const arm = &read->detail->arm64;
		const uint8_t last = arm->op_count;

		return last > 0 && arm->operands[last - 1].type == ARM64_OP_IMM
			   ? (uint64_t)arm->operands[last - 1].imm
			   : 0;
	}
}

static bool is_string_operation(unsigned id)
{
	switch (id) {
	case X86_INS_MOVSB:
	case X86_INS_MOVSW:
	case X86_INS_MOVSD:
	case X86_INS_MOVSQ:
	case X86_INS_STOSB:
	case X86_INS_STOSW:
	case X86_INS_STOSD:
	case X86_INS_STOSQ:
	case X86_INS_LODSB:
	case X86_INS_LODSW:
	case X86_INS_LODSD:
	case X86_INS_LODSQ:
	case X86_INS_SCASB:
	case X86_INS_SCASW:
	case X86_INS_SCASD:
	case X86_INS_SCASQ:
	case X86_INS_CMPSB:
	case X86_INS_CMPSW:
	case X86_INS_CMPSD:
	case X86_INS_CMPSQ:
		return true;
	default:
		return false;
	}
}

/* movsd and cmpsd are names of SSE instructions, too, which have the same prefix. */
static bool repeats_itself(const cs_insn *read)
{
	const cs_x86 *const x86 = &read->detail->x86;

	return (x86->prefix[0] == X86_PREFIX_REP || x86->prefix[0] == X86_PREFIX_REPNE) &&
	       x86->opcode[0] != 0x0f && is_string_operation(read->id);
}

/* What Intel's processors since Redwood Cove make one with the load in front that fills the same
 * register, as measured: docs/decisions/0057. All of them take a cycle. */
static bool joins_load(unsigned id)
{
	switch (id) {
	case X86_INS_ADD:
	case X86_INS_SUB:
	case X86_INS_AND:
	case X86_INS_OR:
	case X86_INS_XOR:
	case X86_INS_NEG:
	case X86_INS_PADDD:
	case X86_INS_PAND:
	case X86_INS_PXOR:
	case X86_INS_PMAXSW:
	case X86_INS_XORPS:
		return true;
	default:
		return false;
	}
}

static bool is_plain_load(unsigned id)
{
	switch (id) {
	case X86_INS_MOV:
	case X86_INS_MOVDQA:
	case X86_INS_MOVDQU:
	case X86_INS_MOVAPS:
	case X86_INS_MOVUPS:
		return true;
	default:
		return false;
	}
}

static void understand_pair(const cs_insn *read, struct lp_instruction *out)
{
	const cs_x86 *const x86 = &read->detail->x86;
	const cs_x86_op *const to = &x86->operands[0];
	const cs_x86_op *const from = &x86->operands[x86->op_count > 1 ? 1 : 0];

	if (x86->op_count < 1 || to->type != X86_OP_REG)
		return;
	if (from->type == X86_OP_MEM && is_plain_load(read->id))
		out->loaded = (uint16_t)to->reg;
	if (from->type == X86_OP_REG && joins_load(read->id))
		out->worked_on = (uint16_t)to->reg;
}

static void understand(csh handle, const cs_insn *read, bool is_x86, struct lp_instruction *out)
{
	const bool is_jump =
	    cs_insn_group(handle, read, CS_GRP_JUMP) && !cs_insn_group(handle, read, CS_GRP_CALL);

	out->target = is_jump ? target_of(read, is_x86) : 0;
	out->is_call = cs_insn_group(handle, read, CS_GRP_CALL);
	out->is_return = cs_insn_group(handle, read, CS_GRP_RET);
	if (is_x86) {
		out->is_end = read->id == X86_INS_JMP || read->id == X86_INS_UD2 || out->is_return;
		out->is_nop = read->id == X86_INS_NOP;
		out->is_repeat = repeats_itself(read);
		understand_pair(read, out);
	} else {
		out->is_end =
		    (read->id == ARM64_INS_B && (read->detail->arm64.cc == ARM64_CC_INVALID ||
						 read->detail->arm64.cc == ARM64_CC_AL)) ||
		    read->id == ARM64_INS_BR || read->id == ARM64_INS_BRK || out->is_return;
		out->is_nop = read->id == ARM64_INS_NOP;
	}
}

static struct lp_instruction *add_instruction(struct lp_instructions *list)
{
	if (list->count == list->capacity) {
		const size_t capacity = 2 * list->capacity + 1024;
		struct lp_instruction *const grown =
		    (struct lp_instruction *)realloc(list->all, capacity * sizeof(*grown));

		if (!grown)
			return NULL;
		list->all = grown;
		list->capacity = capacity;
	}
	return &list->all[list->count++];
}

static enum lp_status read_all(struct lp_instructions *list, csh handle, bool is_x86,
			       const unsigned char *code, size_t left, uint64_t address)
{
	cs_insn *const read = cs_malloc(handle);
	enum lp_status status = read ? LP_OK : LP_MEMORY;

	while (status == LP_OK && cs_disasm_iter(handle, &code, &left, &address, read)) {
		struct lp_instruction *const instruction = add_instruction(list);

		if (!instruction) {
			status = LP_MEMORY;
			break;
		}
		*instruction =
		    (struct lp_instruction){.address = read->address, .size = read->size};
		/* Data has no details. */
		if (read->id != 0)
			understand(handle, read, is_x86, instruction);
	}
	if (read)
		cs_free(read, 1);
	return status;
}

enum lp_status lp_instructions_read(struct lp_instructions *list, uint16_t machine,
				    const unsigned char *code, size_t size, uint64_t address)
{
	enum lp_status status;
	csh handle;

	list->count = 0;
	if (!open_disassembler(machine, &handle))
		return LP_OK;
	status = read_all(list, handle, machine == EM_X86_64, code, size, address);
	cs_close(&handle);
	return status;
}
