// landings.cpp: where control comes back without a return, the clocks of what was left are closed.
// RUN: %clangxx %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangxx %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=COUNTS %s
#include <csetjmp>

void may_throw();
extern "C" int work(int);
struct Guard {
	~Guard();
};

extern "C" int catches()
{
	try {
		may_throw();
	} catch (int) {
		return 1;
	}
	return 0;
}

// It goes on unwinding.
extern "C" void cleans_up()
{
	Guard guard;
	may_throw();
}

static jmp_buf landing;

extern "C" int lands()
{
	return setjmp(landing) ? work(1) : work(2);
}

// CHECK-LABEL: define {{.*}}@catches(
// CHECK: catch {{.*}}@_ZTIi
// CHECK: call {{.*}}@__lineprof_leave(
// CHECK-LABEL: define {{.*}}@cleans_up(
// CHECK: cleanup
// CHECK-NOT: @__lineprof_leave(
// CHECK: resume
// CHECK-LABEL: define {{.*}}@lands(
// CHECK: %[[CALL:[0-9a-z]+]] = {{.*}}@_setjmp(
// CHECK: icmp {{ne|eq}} i32 %[[CALL]], 0
// CHECK: call {{.*}}@__lineprof_leave(
// CHECK: work(

// COUNTS-NOT: __lineprof_leave
