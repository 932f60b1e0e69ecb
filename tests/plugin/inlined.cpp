// inlined.cpp: the inliner decides as if nothing were counted: what is inlined without the plugin
// is so with it, though counting makes it half as long again.
// RUN: %clang -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=PLAIN %s
// RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck %s
extern int v[12];

inline int choose(int x) {
  if (x & 2)
    v[1] = x;
  if (x & 4)
    v[2] = x;
  if (x & 8)
    v[3] = x;
  if (x & 16)
    v[4] = x;
  if (x & 32)
    v[5] = x;
  if (x & 64)
    v[6] = x;
  if (x & 128)
    v[7] = x;
  if (x & 256)
    v[8] = x;
  if (x & 512)
    v[9] = x;
  if (x & 1024)
    v[10] = x;
  if (x & 2048)
    v[11] = x;
  return v[0];
}

int first(int x) { return choose(x); }
int second(int x) { return choose(x + 1); }
// PLAIN-NOT: define {{.*}}choose
// CHECK-NOT: define {{.*}}choose
// CHECK-NOT: llvm.annotation
