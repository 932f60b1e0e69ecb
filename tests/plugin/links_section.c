/* links_section.c: what shared counters count for is one variable, so one section, for all functions that no other unit
 * has.
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck %s
 */
static int inner(int x)
{
	return x * 3;
}

int first(int x)
{
	return inner(x) + 1;
}

int second(int x)
{
	return inner(x) + 2;
}

/*
 * CHECK: @__lineprof_l = internal global {{.*}}section "lineprof_links"
 * CHECK-NOT: section "lineprof_links"
 */
