/* gpu_probes.c: a flag is tested before and behind each call to CUDA, and nothing else is in its
 * way; what reports errors only is left alone.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -O0 -S -emit-llvm %s -o - | FileCheck %s
 */
int cudaMemset(void *, int, unsigned long);
int cudaMemcpy_ptds(void *, const void *, unsigned long, int);
int cudaGetLastError(void);
int cudaMemsetting(void);
int cublasSgemm_v2(void);
int cublassy(void);

int fill(void *p)
{
	return cudaMemset(p, 1, 8);
}

int others(void *p)
{
	cublassy();
	cudaMemcpy_ptds(p, p, 8, 1);
	return cublasSgemm_v2() + cudaGetLastError();
}
/*
 * The table: name's size, line, node, group (5: memory, 4: set, 3: copy, 7: library).
 * CHECK-DAG: @__lineprof_k.fill.{{.*}}.0 = {{.*}}c"cudaMemset\00"
 * CHECK-DAG: @__lineprof_g.fill.{{.*}}.0 = {{.*}}, i32 10, i32 15, i32 1, i32 4 }, section "lineprof_gpu"
 * CHECK-DAG: @__lineprof_k.others.{{.*}}.0 = {{.*}}c"cudaMemcpy\00"
 * CHECK-DAG: @__lineprof_k.others.{{.*}}.1 = {{.*}}c"cublasSgemm\00"
 * CHECK-DAG: @__lineprof_g.others.{{.*}}.1 = {{.*}}, i32 11, i32 22, i32 {{[0-9]+}}, i32 7 }, section "lineprof_gpu"
 * CHECK-NOT: @__lineprof_g.others.{{.*}}.2 =
 *
 * CHECK-LABEL: define {{.*}}@fill(
 * CHECK: [[GATE:%.*]] = load volatile i32, {{.*}}@__lineprof_gpu
 * CHECK: icmp {{eq|ne}} i32 [[GATE]], 0
 * CHECK-NEXT: br i1 {{.*}} !prof
 * CHECK: call preserve_mostcc void @__lineprof_gpu_begin(
 * CHECK: call i32 @cudaMemset(
 * CHECK: load volatile i32, {{.*}}@__lineprof_gpu
 * CHECK: call preserve_mostcc void @__lineprof_gpu_close(
 *
 * CHECK-LABEL: define {{.*}}@others(
 * CHECK-NOT: call preserve_mostcc void @__lineprof_gpu_begin(
 * CHECK: call i32 @cublassy()
 */
