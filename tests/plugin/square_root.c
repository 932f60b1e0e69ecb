// square_root.c: what LLVM makes of a call behind the plugin (here a root's instruction, with the
// call for negative numbers) takes over the place of what follows the call. That is the count of the
// round, which begins at the call's place: the root's time is not taken for the probe's.
// RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
double sqrt(double x);

double total(const double *values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum = sqrt(sum + values[i]);
  return sum;
}
// CHECK: call double @sqrt({{.*}} !dbg [[AT:![0-9]+]]
// CHECK-NEXT: getelementptr {{.*}} !dbg [[AT]]
