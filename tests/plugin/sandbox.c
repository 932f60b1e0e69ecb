/* sandbox.c: who shuts the program into a sandbox says so before, with the filter, and behind it whether it has; what a
 * wrapper does its caller knows, and is asked for as it runs; other uses of these functions say nothing.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck %s
 */
int prctl(int option, ...);
long syscall(long number, ...);
int seccomp_load(void *context);

/* CHECK-LABEL: define {{.*}}@by_filter(
 * CHECK: call void @__lineprof_region(i32 5, {{.*}}%
 * CHECK: call i32 (i32, ...) @prctl(
 * CHECK: icmp slt i32 %
 * CHECK: select {{.*}} i32 8, i32 7
 * CHECK: call void @__lineprof_region(
 */
int by_filter(void *filter)
{
	return prctl(22, 2, filter);
}

/* CHECK-LABEL: define {{.*}}@strictly(
 * CHECK: call void @__lineprof_region(i32 6,
 * CHECK: @prctl(
 */
int strictly(void)
{
	return prctl(22, 1);
}

/* CHECK-LABEL: define {{.*}}@without_counter(
 * CHECK: call void @__lineprof_region(i32 9,
 * CHECK: @prctl(
 */
int without_counter(void)
{
	return prctl(26, 2, 0, 0, 0);
}

/* It fails by less than 0; by another thread's number, too, where all are to have the filter and that is not told
 * by an error.
 * CHECK-LABEL: define {{.*}}@by_operation(
 * CHECK: select
 * CHECK: call void @__lineprof_region(i32 %
 * CHECK: [[DONE:%[0-9]+]] = {{.*}}call {{.*}} @syscall(
 * CHECK: icmp slt i64 [[DONE]], 0
 * CHECK: [[FLAGS:%[0-9]+]] = and i32 %{{[0-9]+}}, 17
 * CHECK: [[ALL:%[0-9]+]] = icmp eq i32 [[FLAGS]], 1
 * CHECK: [[OTHER:%[0-9]+]] = icmp ne i64 [[DONE]], 0
 * CHECK: and i1 [[ALL]], [[OTHER]]
 */
long by_operation(unsigned operation, unsigned flags, void *filter)
{
	return syscall(317, operation, flags, filter);
}

/* CHECK-LABEL: define {{.*}}@by_option(
 * CHECK: icmp ne i32 %
 * CHECK: call void @__lineprof_region(i32 %
 * CHECK: @prctl(
 * CHECK: br i1
 * CHECK: call void @__lineprof_region(
 */
int by_option(int option, unsigned long value, void *filter)
{
	return prctl(option, value, filter, 0, 0);
}

/* CHECK-LABEL: define {{.*}}@by_its_number(
 * CHECK: call void @__lineprof_region(i32 5, {{.*}}%
 * CHECK: @syscall(
 */
long by_its_number(void *filter)
{
	return syscall(157, 22, 2, filter, 0, 0);
}

/* CHECK-LABEL: define {{.*}}@by_number(
 * CHECK: ptrtoint
 * CHECK: icmp ne i32 %
 * CHECK: call void @__lineprof_region(i32 %
 * CHECK: @syscall(
 */
long by_number(long number, long first, void *second, long third)
{
	return syscall(number, first, second, third);
}

/* CHECK-LABEL: define {{.*}}@by_library(
 * CHECK: call void @__lineprof_region(i32 10, {{.*}}%
 * CHECK: @seccomp_load(
 */
int by_library(void *context)
{
	return seccomp_load(context);
}

/* CHECK-LABEL: define {{.*}}@others(
 * CHECK-NOT: @__lineprof_region(
 * CHECK: ret i64
 */
long others(int option)
{
	return prctl(15, "name") + prctl(22, 3) + prctl(26, 1) + prctl(option, 3) + prctl(option) +
	       syscall(317, 2, 0, 0) + syscall(157, 22, 3) + syscall(157, option, 4) + syscall(39);
}

/* One of the program's own is not the library's.
 * CHECK-LABEL: define {{.*}}@by_its_own(
 * CHECK-NOT: @__lineprof_region(
 * CHECK: ret i32
 */
__attribute__((noinline)) int minijail_enter(void *jail)
{
	return jail != 0;
}

int by_its_own(void *jail)
{
	return minijail_enter(jail);
}
