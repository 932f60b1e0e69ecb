// gpu_launch.cpp: which call between __cudaPushCallConfiguration and the way around it starts the
// kernel; in nvcc's and clang's shapes, without either. A launch that may throw has its end on the
// normal way only.
// RUN: %clangxx %plugin -O0 -fexceptions -S -emit-llvm %s -o - | FileCheck %s
extern "C" unsigned __cudaPushCallConfiguration(int, int);
extern "C" unsigned __cudaPopCallConfiguration(void *);
void kernel(int);
namespace ns {
void __device_stub__marked(int);
} // namespace ns
int argument();
struct Temporary {
  Temporary();
  ~Temporary();
  operator int() const;
};

void poppingStub(int) { __cudaPopCallConfiguration(nullptr); }

// nvcc's: `push ? (void)0 : kernel(arguments)`.
void declared() {
  __cudaPushCallConfiguration(1, 2) ? (void)0 : kernel(argument());
}
// A stub in the arguments' own launch is another site; a destructor starts nothing.
void nested() {
  if (!__cudaPushCallConfiguration(1, 2))
    poppingStub((__cudaPushCallConfiguration(3, 4)
                     ? (void)0
                     : ns::__device_stub__marked(Temporary()),
                 argument()));
}
void pointer(void (*k)(int)) {
  __cudaPushCallConfiguration(1, 2) ? (void)0 : k(argument());
}
// CHECK-DAG: @__lineprof_k._Z8declaredv.{{[0-9a-f]+}}.0 = {{.*}}c"kernel(int)\00"
// CHECK-DAG: @__lineprof_k._Z6nestedv.{{[0-9a-f]+}}.0 = {{.*}}c"poppingStub(int)\00"
// CHECK-DAG: @__lineprof_k._Z6nestedv.{{[0-9a-f]+}}.1 = {{.*}}c"ns::marked(int)\00"
// CHECK-DAG: @__lineprof_g._Z7pointerPFviE.{{[0-9a-f]+}}.0 = {{.*}}, i32 0, i32 33, i32 {{[0-9]+}}, i32 1 }, section "lineprof_gpu"
// The stubs themselves have no sites, and are not counted: they stand for their callers.
// CHECK-NOT: @__lineprof_f.{{.*}}poppingStub
// CHECK-NOT: @__lineprof_f.{{.*}}__device_stub__

// CHECK-LABEL: define {{.*}}@_Z8declaredv(
// CHECK: call {{.*}}@_Z8argumentv
// CHECK-NOT: call {{.*}}@_Z6kernel
// CHECK: call preserve_mostcc void @__lineprof_gpu_begin(
// CHECK: call void @_Z6kerneli(
// CHECK: call preserve_mostcc void @__lineprof_gpu_close(
// CHECK-LABEL: define {{.*}}@_Z6nestedv(
// CHECK: call preserve_mostcc void @__lineprof_gpu_begin(
// CHECK: invoke void @_ZN2ns21__device_stub__markedEi(
// CHECK-NEXT: to label %[[NORMAL:[0-9]+]] unwind
// CHECK: {{^}}[[NORMAL]]:
// CHECK-NEXT: load volatile i32, {{.*}}@__lineprof_gpu
