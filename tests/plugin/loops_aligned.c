/* loops_aligned.c: loops begin where the processor fetches, unless the user says otherwise or wants small code.
 * RUN: %clang %plugin -O2 -S %s -o - | FileCheck %s
 * RUN: %clang %plugin -O2 -falign-loops=64 -S %s -o - | FileCheck --check-prefix=CHOSEN %s
 * RUN: %clang %plugin -Os -S %s -o - | FileCheck --check-prefix=SMALL %s
 */
unsigned long steps(unsigned long n)
{
	unsigned long count = 0;

	while (n != 1) {
		n = n & 1 ? 3 * n + 1 : n / 2;
		count++;
	}
	return count;
}
/*
 * CHECK-LABEL: steps:
 * CHECK: .p2align{{[[:space:]]+}}5
 * CHECK-LABEL: .cfi_endproc
 *
 * CHOSEN-LABEL: steps:
 * CHOSEN: .p2align{{[[:space:]]+}}6
 * CHOSEN-LABEL: .cfi_endproc
 *
 * SMALL-LABEL: steps:
 * SMALL-NOT: .p2align
 * SMALL-LABEL: .cfi_endproc
 */
