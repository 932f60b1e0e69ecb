// runtime_returns.cpp: what C++'s runtime does for a program comes back, so nothing counts behind it: to give memory
// back, and to begin to catch.
// RUN: %clangxx %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck %s
void work();

extern "C" void gives_back(void *first, void *second, int *done)
{
	::operator delete(first);
	*done = 1;
	::operator delete(second);
	*done = 2;
}

extern "C" int catches(int x)
{
	try {
		work();
	} catch (...) {
		x++;
	}
	return x;
}
// CHECK-LABEL: define {{.*}}@gives_back(
// CHECK: store i64
// CHECK-NOT: store i64
// CHECK: ret void

// CHECK-LABEL: define {{.*}}@catches(
// CHECK: landingpad
// CHECK: call {{.*}}@__cxa_begin_catch(
// CHECK-NOT: store i64
// CHECK: call {{.*}}@__cxa_end_catch(
