/* flow.c: what an inlined function brings along is not counted where it follows from the caller's
 * counts. Here two branches are counted: the way to them, and what is inlined there, is their sum.
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s
 */
int g(int), h(int);

static int inner(int x)
{
	return x * 3;
}

void outer(int x)
{
	x = inner(x);
	if (x & 1)
		g(x);
	else
		h(-x);
}
/*
 * CHECK-LABEL: define {{.*}}@outer(
 * CHECK-NOT: store i64
 * CHECK: br i1
 * CHECK: store i64
 * CHECK: store i64
 * CHECK-NOT: store i64
 * CHECK: ret void
 */
