/* vectorised.c: a counted loop is still vectorised, and its counter is added once, behind it.
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s
 */
unsigned sum(const unsigned *values, int size)
{
	unsigned total = 0;

	for (int i = 0; i < size; i++)
		total += values[i];
	return total;
}
/*
 * CHECK-LABEL: define {{.*}}@sum(
 * CHECK: {{^}}vector.body:
 * CHECK-NOT: {{load|store}} i64
 * CHECK: add <4 x i32>
 * CHECK-NOT: {{load|store}} i64
 * CHECK: {{^}}middle.block:
 */
