/* vectorised.c: a counted loop is still vectorised, and its counter is added once, behind it.
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O3 -ffast-math -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s --check-prefix=FAST
 */
unsigned sum(const unsigned *values, int size)
{
	unsigned total = 0;

	for (int i = 0; i < size; i++)
		total += values[i];
	return total;
}
/*
 * CHECK-LABEL: define {{.*}}@sum(
 * CHECK: {{^}}vector.body:
 * CHECK-NOT: {{load|store}} i64
 * CHECK: add <4 x i32>
 * CHECK-NOT: {{load|store}} i64
 * CHECK: {{^}}middle.block:
 */

/* A maximum is no branch, where no line asks how often it was which; nor is one of the user's own making. */
int greatest(const int *values, int size)
{
	int most = values[0];

	for (int i = 0; i < size; i++)
		most = values[i] > most ? values[i] : most;
	return most;
}
/*
 * CHECK-LABEL: define {{.*}}@greatest(
 * CHECK: {{^}}vector.body:
 * CHECK: {{^}}middle.block:
 */

static inline int lesser(int a, int b) { return a < b ? a : b; }

int least(const int *values, int size)
{
	int most = values[0];

	for (int i = 0; i < size; i++)
		most = lesser(most, values[i]);
	return most;
}
/*
 * CHECK-LABEL: define {{.*}}@least(
 * CHECK: {{^}}vector.body:
 * CHECK: {{^}}middle.block:
 */

/* A sum that is chosen, beside the count of how often. */
double above(const double *values, int size)
{
	double total = 0;

	for (int i = 0; i < size; i++)
		if (values[i] > 0.5)
			total += values[i];
	return total;
}
/*
 * FAST-LABEL: define {{.*}}@above(
 * FAST: {{^}}vector.body:
 * FAST: {{^}}middle.block:
 */
