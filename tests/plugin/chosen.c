/* chosen.c: a count on one of two short ways leaves them to be made one without a jump, as they are without the count.
 * RUN: %clang -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -g -O2 -S -emit-llvm %s -o - | FileCheck %s
 */
unsigned steps(unsigned long n)
{
	unsigned count = 0;

	while (n != 1) {
		if (n & 1)
			n = 3 * n + 1;
		else
			n /= 2;
		count++;
	}
	return count;
}
/*
 * CHECK-LABEL: define{{.*}} @steps(
 * CHECK: select i1
 * CHECK-LABEL: {{^}$}}
 */
