/* calls_apart.c: calls of one function in both arms of a branch stay two, so that each line has its own time. Without
 * lineprof the optimiser makes one of them, with an argument that depends on the way; and the code generator one of what
 * ends both ways. No time is lost by that where none is taken, nor of calls that never come back.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -O2 -S %s -o - | FileCheck --check-prefix=CODE %s
 * RUN: %clang %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=COUNTS %s
 */
__attribute__((noreturn)) void fail(int status);

static volatile long sum;

__attribute__((noinline)) static long work(long n)
{
	for (long i = 0; i < n; i++)
		n ^= i * 31;
	return n;
}

__attribute__((noinline)) static void last(void)
{
	for (int i = 0; i < 100; i++)
		sum += i;
}

long either(int rounds)
{
	long all = 0;

	for (int i = 0; i < rounds; i++)
		if (i % 10 == 0)
			all += work(1);
		else
			all += work(2);
	return all;
}

void ends(int rounds)
{
	for (int i = 0; i < rounds; i++)
		if (i % 10 == 0) {
			sum += 1;
			last();
		} else {
			sum *= 2;
			last();
		}
}

long fails(long x)
{
	if (x < 0)
		fail(1);
	if (x > 100)
		fail(2);
	return x;
}
/*
 * CHECK-LABEL: define {{.*}}@either(
 * CHECK-DAG: call {{.*}}@work({{.*}} 1)
 * CHECK-DAG: call {{.*}}@work({{.*}} 2)
 * CHECK-LABEL: define {{.*}}@ends(
 * CHECK: call {{.*}}@last()
 * CHECK: call {{.*}}@last()
 * CHECK-LABEL: define {{.*}}@fails(
 * CHECK-NOT: nomerge noreturn
 *
 * CODE-LABEL: {{^}}ends:
 * CODE: {{call|bl}}{{.*}}last
 * CODE: {{call|bl}}{{.*}}last
 * CODE: {{^}}fails:
 *
 * COUNTS-LABEL: define {{.*}}@either(
 * COUNTS: call {{.*}}@work({{.*}} %
 * COUNTS-LABEL: define {{.*}}@ends(
 */
