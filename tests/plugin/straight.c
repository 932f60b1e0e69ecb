/* straight.c: the address of the only counter in code without branches is added by the instruction that counts; where
 * several count, or without call frame information, it is in a register, which takes assembler.
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -fno-asynchronous-unwind-tables -S -emit-llvm %s -o - | FileCheck --check-prefix=BARE %s
 */
int g(int);

int straight(int x)
{
	return x + 1;
}

int branches(int x)
{
	if (x > 7)
		return g(x) + 1;
	return g(x) + 2;
}
/*
 * CHECK-LABEL: define {{.*}}@straight(
 * CHECK-NOT: asm
 * CHECK: store i64
 * CHECK-NOT: asm
 * CHECK: ret i32
 *
 * CHECK-LABEL: define {{.*}}@branches(
 * CHECK: asm "", "=r,0"
 * CHECK: store i64
 *
 * BARE-LABEL: define {{.*}}@straight(
 * BARE: asm "", "=r,0"
 */
