/* one_instruction.c: on x86-64 a counter is counted by one instruction also where nothing is optimised, so that the
 * handler of a signal does not come in between; by whichever assembler.
 * RUN: %clang %plugin --target=x86_64-linux-gnu -O0 -S %s -o - | FileCheck %s
 * RUN: %clang %plugin --target=x86_64-linux-gnu -O0 -Xclang -disable-O0-optnone -S %s -o - | FileCheck %s
 * RUN: %clang %plugin --target=x86_64-linux-gnu -O2 -DLEFT='__attribute__((optnone, noinline))' -S %s -o - | FileCheck %s
 * RUN: %clang %plugin --target=x86_64-linux-gnu -O0 -fno-integrated-as -S %s -o - | FileCheck %s
 * RUN: %clang %plugin --target=x86_64-linux-gnu -O0 -masm=intel -S %s -o - | FileCheck --check-prefix=INTEL %s
 * RUN: %clang %plugin --target=x86_64-linux-gnu -O0 -masm=intel -fno-integrated-as -S %s -o - | FileCheck --check-prefix=INTEL %s
 */
#ifndef LEFT
#define LEFT
#endif
void g(void);

LEFT int f(int x)
{
	if (x)
		g();
	return x;
}
/*
 * CHECK-LABEL: f:
 * CHECK: addq{{[[:space:]]+}}$1, {{[0-9]*}}(%r{{[a-z0-9]+}})
 * CHECK: addq{{[[:space:]]+}}$1, {{[0-9]*}}(%r{{[a-z0-9]+}})
 * CHECK-LABEL: .cfi_endproc
 *
 * INTEL-LABEL: f:
 * INTEL: add{{[[:space:]]+}}qword ptr [{{%?r[a-z0-9]+( \+ [0-9]+)?}}], 1
 * INTEL: add{{[[:space:]]+}}qword ptr [{{%?r[a-z0-9]+( \+ [0-9]+)?}}], 1
 * INTEL-LABEL: .cfi_endproc
 */
