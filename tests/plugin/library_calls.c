/* library_calls.c: what the C library does is on the line that called it: its calls in tail position
 * are no jumps. Those of the program's own and of other units are, and those that have to be.
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
 * CHECK: {{ }}tail call {{.*}}@own(
 * CHECK-LABEL: define {{.*}}@must(
 * CHECK: musttail call {{.*}}@strchr(
 *
 * COUNTS-LABEL: define {{.*}}@grow(
 * COUNTS: {{ }}tail call {{.*}}@realloc(
 */
