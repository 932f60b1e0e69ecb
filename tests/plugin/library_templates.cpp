// library_templates.cpp: as library_calls.c, for what C++'s library has as templates, in this unit or
// in its own.
// RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
#include <algorithm>
#include <ostream>
#include <vector>

struct Point {
  int x, y;
};

std::ostream &operator<<(std::ostream &to, const Point &p) { return to << p.x; }

void order(std::vector<long> &v) { std::sort(v.begin(), v.end()); }

// CHECK-LABEL: define {{.*}}@_ZlsRSoRK5Point(
// CHECK: notail call {{.*}}@_ZNSolsEi(
// CHECK-LABEL: define {{.*}}@_Z5orderRSt6vectorIlSaIlEE(
// CHECK: notail call {{.*}}@_ZSt22__final_insertion_sort
