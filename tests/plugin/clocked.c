/* clocked.c: a clock has what may take long or wait: loops, and calls out of the unit; but not
 * calls that do not return, nor those that change no more than what they are given. And what may
 * be a thread's first function and calls others.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 */
#include <string.h>

int far(int x);
_Noreturn void give_up(int x);

int loops(volatile int *x, int n)
{
	for (int i = 0; i < n; i++)
		*x += i;
	return *x;
}

int calls(int x)
{
	return far(x) + 1;
}

int checks(const int *x)
{
	if (!x)
		give_up(3);
	return *x;
}

_Noreturn void ends(int x)
{
	far(x);
	give_up(3);
}

int compares(const char *a, const char *b)
{
	return strcmp(a, b) > 0;
}

int start(int (*first)(int));

__attribute__((noinline)) int twice(int x)
{
	return calls(x) * 2;
}

__attribute__((noinline)) static int first(int x)
{
	return twice(x) + 1;
}

int starts(void)
{
	return start(first);
}

int main(void)
{
	return twice(3) + 1;
}
/*
 * CHECK-LABEL: define {{.*}}@loops(
 * CHECK: call {{.*}}@__lineprof_enter(
 * CHECK-LABEL: define {{.*}}@calls(
 * CHECK: call {{.*}}@__lineprof_enter(
 * CHECK-LABEL: define {{.*}}@checks(
 * CHECK-NOT: call {{.*}}@__lineprof_enter(
 * CHECK-LABEL: define {{.*}}@ends(
 * CHECK: call {{.*}}@__lineprof_enter(
 * CHECK-LABEL: define {{.*}}@compares(
 * CHECK-NOT: call {{.*}}@__lineprof_enter(
 * CHECK-LABEL: define {{.*}}@twice(
 * CHECK-LABEL: define {{.*}}@starts(
 * CHECK-LABEL: define {{.*}}@first(
 * CHECK: call {{.*}}@__lineprof_enter(
 * CHECK-LABEL: define {{.*}}@main(
 * CHECK: call {{.*}}@__lineprof_enter(
 * CHECK-LABEL: define {{.*}}@__lineprof_
 */
