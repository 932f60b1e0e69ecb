/* shared_extremes.c: a variable that others may see is written where the source writes it, and not for a minimum without a jump.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 */
void share(int *variable);
void use(void);

/* CHECK-LABEL: define {{.*}}@raised(
 * CHECK: call void @share(
 * CHECK-NOT: {{smax|select}}
 * CHECK: br i1
 * CHECK-NOT: {{smax|select}}
 * CHECK: store i32 %{{a|0}}, 
 * CHECK: ret void
 */
void raised(int a)
{
	int m;
	share(&m);
	if (m < a) m = a;
	use();
}
