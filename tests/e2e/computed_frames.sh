# computed_frames.sh: who called code whose frame's address is computed, as that of assembler that aligns its stack
# (OpenSSL's numbers), and of what gcc realigns: by its call frame information.
# One clang is enough: who called is found when the program runs.
. "$SOURCE/tests/e2e/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip "assembler for x86-64"
# Its caller's frame pointer is lost, and its frame is larger than what is searched for a return address.
cat >spin.S <<'END'
	.text
	.globl spin
	.type spin,@function
spin:
	.cfi_startproc
	mov %rsp,%rax
	.cfi_def_cfa_register %rax
	push %rbp
	.cfi_offset %rbp,-16
	sub $4160,%rsp
	and $-1024,%rsp
	mov %rax,40(%rsp)
	.cfi_escape 0x0f,0x05,0x77,0x28,0x06,0x23,0x08 /* CFA: *(rsp + 40) + 8, as in x86_64-mont5.s */
	xor %ebp,%ebp
1:	imul $3,%rdi,%rdi
	inc %rbp
	cmp $3000,%rbp
	jb 1b
	mov 40(%rsp),%rsi
	.cfi_def_cfa %rsi,8
	mov -8(%rsi),%rbp
	.cfi_restore %rbp
	lea (%rsi),%rsp
	.cfi_def_cfa_register %rsp
	mov %rdi,%rax
	ret
	.cfi_endproc
	.size spin,.-spin

	/* In %r10 from the beginning to the end, as at the head of gcc's. */
	.globl bare
	.type bare,@function
bare:
	.cfi_startproc
	lea 8(%rsp),%r10
	.cfi_def_cfa %r10,0
	push %rbp
	.cfi_offset %rbp,-16
	sub $4160,%rsp
	and $-1024,%rsp
	xor %ebp,%ebp
1:	imul $3,%rdi,%rdi
	inc %rbp
	cmp $3000,%rbp
	jb 1b
	mov -16(%r10),%rbp
	.cfi_restore %rbp
	lea -8(%r10),%rsp
	.cfi_def_cfa %rsp,8
	mov %rdi,%rax
	ret
	.cfi_endproc
	.size bare,.-bare

	/* What gcc makes of a function that realigns its stack: the frame's address was pushed. */
	.globl realigned
	.type realigned,@function
realigned:
	.cfi_startproc
	lea 8(%rsp),%r10
	.cfi_def_cfa %r10,0
	and $-1024,%rsp
	push -8(%r10)
	push %rbp
	.cfi_escape 0x10,0x06,0x02,0x76,0x00 /* rbp: at rbp */
	mov %rsp,%rbp
	push %r10
	.cfi_escape 0x0f,0x03,0x76,0x78,0x06 /* CFA: *(rbp - 8) */
	sub $4168,%rsp
	call *%rsi
	mov -8(%rbp),%r10
	.cfi_def_cfa %r10,0
	leave
	lea -8(%r10),%rsp
	.cfi_def_cfa %rsp,8
	ret
	.cfi_endproc
	.size realigned,.-realigned
	.section .note.GNU-stack,"",@progbits
END
cat >callers.c <<'END'
#include <stdlib.h>
#include <string.h>
long spin(long);
long bare(long);
long realigned(long, long (*)(long));
static long s;
static long through(long n)
{
	return realigned(n, spin) + 1;
}
static long (*leaf)(long);
__attribute__((noinline)) static void work(void)
{
	long pad[4000]; /* a large frame */
	for (int i = 0; i < 40; i++)
		pad[i] = s + i;
	s += leaf(pad[s & 31]);
	s ^= pad[s & 15];
}
__attribute__((noinline)) static void often(void)
{
	for (int i = 0; i < 3; i++)
		work();
}
__attribute__((noinline)) static void once(void)
{
	work();
	s++;
}
int main(int argc, char **argv)
{
	leaf = !strcmp(argv[1], "spin") ? spin : !strcmp(argv[1], "bare") ? bare : through;
	for (int i = 0; i < atoi(argv[argc - 1]); i++) {
		often();
		once();
	}
	return s == 1;
}
END
# PROFILE: most samples show who called, and three quarters of these are of often().
cat >callers.py <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import lprof
profile = lprof.Profile(sys.argv[2])
names = [function.name for function in profile.functions()]
by = {names[call["caller"]]: call["cumtime_samples"] for call in profile.json["calls"]
      if None not in (call["caller"], call["callee"]) and names[call["callee"]] == "work"}
known, taken = by["often"] + by["once"], sum(f.self_samples for f in profile.functions())
share = 100 * by["often"] / max(known, 1)
print(f"{known} of {taken} samples, {share:.0f} % of them by often()")
sys.exit(not (known > 0.9 * taken and abs(share - 75) < 15))
END
$CLANG -c spin.S
$CC -O2 callers.c spin.o -o callers
for engine in perf timer; do
	for leaf in spin bare realigned; do
		LINEPROF_ENGINE=$engine LINEPROF_FILE=$leaf.lprof ./callers $leaf 60000
		"$LPVIEW" --functions $leaf.lprof >report.txt
		! grep 'do not show who called' report.txt || fail "$leaf by $engine: callers are lost"
		"$PYTHON" callers.py "$TOOLS" $leaf.lprof || fail "$leaf by $engine: callers are wrong"
	done
done
