// square_root_rounds.c: what counts a loop's rounds, between a root's call and a count, is gone when
// LLVM makes the root's instruction, which then takes over the place of the count: no probe's
// (square_root.c).
// REQUIRES: clang-19
// REQUIRES: clang-22
// RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
double sqrt(double x);

double rounds(const int *values, int count) {
  double root = 1;
  int sum = 0;
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < count; i++)
      sum += values[i];
  for (int k = 0; k < 60000000; k++)
    root = sqrt(root + k);
  return root + sum;
}
// CHECK: call double @sqrt
// CHECK-NEXT: {{add|or}} {{.*}} !dbg [[ROUND:![0-9]+]]
// CHECK-NEXT: getelementptr {{.*}} !dbg [[ROUND]]
