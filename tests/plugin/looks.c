/* looks.c: where the gate around a call that may wait is shut, the thread counts such calls, and asks the runtime when it
 * has let as many pass as that has said. Functions' clocks, which are in hotter places, have no such count.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -fplugin-arg-lineprof-tls=dynamic -fPIC -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=DYNAMIC %s
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=COUNTS %s
 */
#include <unistd.h>

int far(int x);

int clocked(int x)
{
	return far(x) + 1;
}

void naps(void)
{
	usleep(1);
	far(1);
}
/*
 * CHECK: @__lineprof.looks = linkonce_odr hidden thread_local(initialexec) global i32 0
 * CHECK-LABEL: define {{.*}}@clocked(
 * CHECK-NOT: @__lineprof.looks
 * CHECK-LABEL: define {{.*}}@naps(
 * CHECK: [[LEFT:%.*]] = load i32, {{.*}}@__lineprof.looks
 * CHECK: [[NOW:%.*]] = sub i32 [[LEFT]], 1
 * CHECK: store i32 [[NOW]], {{.*}}@__lineprof.looks
 * CHECK: call {{.*}}@__lineprof_wait_looks(
 * CHECK-LABEL: define {{.*}}@__lineprof_wait_looks(
 * CHECK: @__lineprof_look(
 * DYNAMIC: @__lineprof.looks = linkonce_odr hidden thread_local global i32 0
 * COUNTS-NOT: @__lineprof.looks
 */
