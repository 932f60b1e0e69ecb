/* once.c: given by -fplugin and by -fpass-plugin, it instruments once.
 * RUN: %clang %plugin -O0 -S -emit-llvm %s -o %t.one.ll
 * RUN: %clang %plugin -fpass-plugin=%library -O0 -S -emit-llvm %s -o %t.two.ll
 * RUN: test "$(grep -c 'store i64.*!tbaa\|add i64' %t.one.ll)" = "$(grep -c 'store i64.*!tbaa\|add i64' %t.two.ll)"
 * RUN: FileCheck %s < %t.two.ll
 */
int once(int x)
{
	return x > 3 ? x : 3;
}
/*
 * CHECK: @__lineprof_f.once.{{[0-9a-f]+}} =
 * CHECK-NOT: @__lineprof_f.once.{{[0-9a-f]+}} =
 */
