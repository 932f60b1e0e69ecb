// inlined_calls_return.cpp: as calls_return.c, for what is inlined into functions that are not instrumented, C++'s library's
// and those left out: what the inlined function calls last is no jump there. Functions in which nothing is counted are as
// they were.
// RUN: %clangxx %plugin -fplugin-arg-lineprof-exclude=left_out* -O2 -S -emit-llvm %s -o - | FileCheck %s
#include <functional>

__attribute__((noinline)) void store(int x) {
  static volatile int stored;
  stored = x;
}

inline void last(int x) { store(x + 1); }

extern "C" void left_out(int x) { last(x); }

extern "C" void left_out_alone(int x) { store(x + 2); }

std::function<void(int)> callback() {
  return [](int x) { store(x + 3); };
}

// CHECK-LABEL: define {{.*}}@left_out(
// CHECK: notail call {{.*}}@_Z5storei(
// CHECK-LABEL: define {{.*}}@left_out_alone(
// CHECK: {{ }}tail call {{.*}}@_Z5storei(
// CHECK-LABEL: define {{.*}}_M_invoke
// CHECK: notail call {{.*}}@_Z5storei(
