/* seccomp_filter.c: the machine of classic BPF, with the system call as its packet. */
#include "runtime/seccomp_filter.h"

#include <stdbool.h>
#include <stddef.h>

struct machine {
	const uint32_t *packet;
	uint32_t a, x;
	uint32_t memory[BPF_MEMWORDS];
};

enum { PACKET_BYTES = sizeof(struct seccomp_data), WORD_BITS = 32 };

static bool load(struct machine *machine, const struct sock_filter *now, uint32_t *to)
{
	switch (BPF_MODE(now->code)) {
	case BPF_ABS:
		if (now->k % sizeof(uint32_t) || now->k >= PACKET_BYTES)
			return false;
		*to = machine->packet[now->k / sizeof(uint32_t)];
		return true;
	case BPF_LEN:
		*to = PACKET_BYTES;
		return true;
	case BPF_IMM:
		*to = now->k;
		return true;
	case BPF_MEM:
		if (now->k >= BPF_MEMWORDS)
			return false;
		*to = machine->memory[now->k];
		return true;
	default:
		return false;
	}
}

static bool store(struct machine *machine, const struct sock_filter *now, uint32_t value)
{
	if (now->k >= BPF_MEMWORDS)
		return false;
	machine->memory[now->k] = value;
	return true;
}

static uint32_t operand(const struct machine *machine, const struct sock_filter *now)
{
	return BPF_SRC(now->code) == BPF_X ? machine->x : now->k;
}

static bool calculate(struct machine *machine, const struct sock_filter *now)
{
	const uint32_t value = operand(machine, now);

	switch (BPF_OP(now->code)) {
	case BPF_ADD:
		machine->a += value;
		break;
	case BPF_SUB:
		machine->a -= value;
		break;
	case BPF_MUL:
		machine->a *= value;
		break;
	case BPF_DIV: /* by zero: the kernel's verdict is 0, to kill */
		if (!value)
			return false;
		machine->a /= value;
		break;
	case BPF_AND:
		machine->a &= value;
		break;
	case BPF_OR:
		machine->a |= value;
		break;
	case BPF_XOR:
		machine->a ^= value;
		break;
	case BPF_LSH:
		machine->a <<= value % WORD_BITS;
		break;
	case BPF_RSH:
		machine->a >>= value % WORD_BITS;
		break;
	case BPF_NEG:
		machine->a = -machine->a;
		break;
	default:
		return false;
	}
	return true;
}

/* How many of the next instructions are skipped; UINT32_MAX: that is no jump. */
static uint32_t jump(const struct machine *machine, const struct sock_filter *now)
{
	const uint32_t value = operand(machine, now);
	bool holds;

	switch (BPF_OP(now->code)) {
	case BPF_JA:
		return now->k;
	case BPF_JEQ:
		holds = machine->a == value;
		break;
	case BPF_JGT:
		holds = machine->a > value;
		break;
	case BPF_JGE:
		holds = machine->a >= value;
		break;
	case BPF_JSET:
		holds = machine->a & value;
		break;
	default:
		return UINT32_MAX;
	}
	return holds ? now->jt : now->jf;
}

static bool transfer(struct machine *machine, const struct sock_filter *now)
{
	if (BPF_MISCOP(now->code) == BPF_TAX)
		machine->x = machine->a;
	else if (BPF_MISCOP(now->code) == BPF_TXA)
		machine->a = machine->x;
	else
		return false;
	return true;
}

/* All but jumps and returns. */
static bool step(struct machine *machine, const struct sock_filter *now)
{
	switch (BPF_CLASS(now->code)) {
	case BPF_LD:
		return load(machine, now, &machine->a);
	case BPF_LDX:
		return load(machine, now, &machine->x);
	case BPF_ST:
		return store(machine, now, machine->a);
	case BPF_STX:
		return store(machine, now, machine->x);
	case BPF_ALU:
		return calculate(machine, now);
	case BPF_MISC:
		return transfer(machine, now);
	default:
		return false;
	}
}

/* Jumps lead forwards, so it ends. */
uint32_t lp_seccomp_verdict(const struct sock_filter *code, uint32_t count,
			    const struct seccomp_data *data)
{
	struct machine machine = {.packet = (const uint32_t *)(const void *)data};

	for (uint64_t at = 0; at < count; at++) {
		const struct sock_filter *const now = &code[at];

		if (BPF_CLASS(now->code) == BPF_RET)
			return BPF_RVAL(now->code) == BPF_A ? machine.a : now->k;
		if (BPF_CLASS(now->code) == BPF_JMP)
			at += jump(&machine, now);
		else if (!step(&machine, now))
			break;
	}
	return SECCOMP_RET_KILL_PROCESS;
}
