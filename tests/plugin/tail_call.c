/* tail_call.c: nothing of ours stands between a call in tail position and its return.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -O0 -S -emit-llvm %s -o - | FileCheck --check-prefix=MUST %s
 */
struct state;
typedef int step(struct state *, void *);

int go(struct state *s, step *next)
{
	for (volatile int i = 0; i < 3; i++)
		;
	return next(s, next);
}

int must(struct state *s, void *next)
{
	for (volatile int i = 0; i < 3; i++)
		;
	__attribute__((musttail)) return ((step *)next)(s, next);
}
/*
 * CHECK-LABEL: define {{.*}}@go(
 * CHECK: %[[R:[0-9a-z]+]] = tail call i32 %
 * CHECK-NEXT: ret i32 %[[R]]
 * CHECK-LABEL: define {{.*}}@must(
 * CHECK: %[[M:[0-9a-z]+]] = musttail call i32 %
 * CHECK-NEXT: ret i32 %[[M]]
 *
 * MUST-LABEL: define {{.*}}@must(
 * MUST: %[[M:[0-9a-z]+]] = musttail call i32 %
 * MUST-NEXT: ret i32 %[[M]]
 */
