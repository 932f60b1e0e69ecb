/* irreducible.c: a loop that turns twice, with turns of no loop inside of it, as many as they may be: their counts are
 * not of 32 bits.
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O1 -S -emit-llvm %s -o - | FileCheck %s
 */
unsigned long turns(unsigned long n, int is_second)
{
	unsigned long sum = 0;

	for (int i = 0; i < 2; i++) {
		unsigned long j = 0;

		if (is_second)
			goto second;
first:
		sum ^= j;
second:
		j++;
		if (j & 1)
			sum += 3;
		if (j < n)
			goto first;
	}
	return sum;
}
/*
 * CHECK-LABEL: @turns(
 * CHECK-NOT: phi i32
 * CHECK: ret i64
 */
