/* links.c: what is inlined counts together with what it was inlined into: once for each piece
 * of code, and a record says for whom.
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s
 */
static int inner(int x)
{
	return x * 3;
}

static int middle(int x)
{
	return inner(x) + inner(x + 1);
}

int outer(int x)
{
	return middle(x) ^ 5;
}
/*
 * CHECK-DAG: @__lineprof_m.outer = internal global [1 x i64]
 * CHECK-DAG: @__lineprof_l{{.*}} i32 4, i32 8, [8 x i8] c"\00\00\00\01\00\02\00\02"
 * CHECK-LABEL: define {{.*}}@outer(
 * CHECK: store i64
 * CHECK-NOT: store i64
 * CHECK: ret i32
 */
