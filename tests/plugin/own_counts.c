/* own_counts.c: what the program counts itself is not counted beside it: one sum of two vectors.
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s
 */
unsigned above(const int *values, int size, int limit)
{
	unsigned count = 0;

	for (int i = 0; i < size; i++)
		if (values[i] > limit)
			count++;
	return count;
}
/*
 * CHECK-LABEL: define {{.*}}@above(
 * CHECK: {{^}}vector.body:
 * CHECK: phi <4 x i32>
 * CHECK: phi <4 x i32>
 * CHECK-NOT: phi <4 x i32>
 * CHECK: icmp sgt <4 x i32>
 */
