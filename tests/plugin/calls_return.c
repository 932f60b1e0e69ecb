/* calls_return.c: what is called last is on the line that called it: calls in tail position of the C library,
 * and of functions from which such calls come to an end, are no jumps. Those of other units, by pointers and in
 * circles are, and those that have to be.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=COUNTS %s
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *strchr(const char *, int);
int far(int x);

void *grow(void *p, size_t bytes)
{
	return realloc(p, bytes);
}

void *copy(void *to, const void *from, size_t bytes)
{
	return memcpy(to, from, bytes);
}

int stop(unsigned s)
{
	return (int)sleep(s);
}

long place(const char *name, char *to, size_t bytes)
{
	return readlink(name, to, bytes);
}

int other(int x)
{
	return far(x);
}

__attribute__((noinline)) static int own(int x)
{
	return far(x) + 1;
}

int local(int x)
{
	return own(x + 1);
}

int wrapper(int x)
{
	return local(x * 3);
}

int by_pointer(int (*callback)(int), int x)
{
	return callback(x + 1);
}

int odd(int x);

__attribute__((noinline)) int even(int x)
{
	return x == 0 ? 1 : odd(x - 1);
}

__attribute__((noinline)) int odd(int x)
{
	return x == 0 ? 0 : even(x - 1);
}

/* Assembler may be called last, but stands where it is called. */
__attribute__((noinline)) static void in_assembler(void)
{
	__asm__ volatile("");
}

void over_assembler(void)
{
	in_assembler();
}

int turn(int x);

/* The compiler may be told something between the call and the return. */
__attribute__((noinline)) int turn_back(int x)
{
	int result;

	if (x == 0)
		return 0;
	result = turn(x - 1);
	__builtin_assume(result != 7);
	return result;
}

__attribute__((noinline)) int turn(int x)
{
	return x == 0 ? 1 : turn_back(x - 1);
}

int into_circle(int x)
{
	return even(x + 1);
}

int over_other(int x)
{
	return other(x);
}

char *must(const char *s, int c)
{
	__attribute__((musttail)) return strchr(s, c);
}
/*
 * CHECK-LABEL: define {{.*}}@grow(
 * CHECK: notail call {{.*}}@realloc(
 * CHECK-LABEL: define {{.*}}@copy(
 * CHECK: notail call void @llvm.memcpy
 * CHECK-LABEL: define {{.*}}@stop(
 * CHECK: notail call {{.*}}@sleep(
 * CHECK-LABEL: define {{.*}}@place(
 * CHECK: notail call {{.*}}@readlink(
 * CHECK-LABEL: define {{.*}}@other(
 * CHECK: {{ }}tail call {{.*}}@far(
 * CHECK-LABEL: define {{.*}}@local(
 * CHECK: notail call {{.*}}@own(
 * CHECK-LABEL: define {{.*}}@wrapper(
 * CHECK: notail call {{.*}}@own(
 * CHECK-LABEL: define {{.*}}@by_pointer(
 * CHECK: {{ }}tail call {{.*}} %{{[0-9a-z]+}}(
 * CHECK-LABEL: define {{.*}}@even(
 * CHECK: {{ }}tail call {{.*}}@odd(
 * CHECK-LABEL: define {{.*}}@odd(
 * CHECK: {{ }}tail call {{.*}}@even(
 * CHECK-LABEL: define {{.*}}@over_assembler(
 * CHECK: notail call {{.*}}@in_assembler(
 * CHECK-LABEL: define {{.*}}@turn_back(
 * CHECK: {{ }}tail call {{.*}}@turn(
 * CHECK-LABEL: define {{.*}}@turn(
 * CHECK: {{ }}tail call {{.*}}@turn_back(
 * CHECK-LABEL: define {{.*}}@into_circle(
 * CHECK: {{ }}tail call {{.*}}@even(
 * CHECK-LABEL: define {{.*}}@over_other(
 * CHECK: {{ }}tail call {{.*}}@far(
 * CHECK-LABEL: define {{.*}}@must(
 * CHECK: musttail call {{.*}}@strchr(
 *
 * COUNTS-LABEL: define {{.*}}@grow(
 * COUNTS: {{ }}tail call {{.*}}@realloc(
 */
