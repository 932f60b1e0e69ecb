# openmp_ordered.sh: loops of OpenMP of which each round waits for others, or is a part by itself, have their rounds, and
# for each thread that works at them their end, however they are dealt out.
# Two clangs are enough: what is between them has the same directives.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/openmp.sh"
# Loops whose rounds wait for others: what finds these stands partly where the loop does. Rounds of the
# outer one are pieces of their own.
cat >across.c <<'END'
#include <stdio.h>
static long a[100][20], last, kept;
#pragma omp threadprivate(kept)
static void one(int n) //= 1
{
#pragma omp parallel for ordered(1) //= 1
	for (int i = 1; i < n; i++) { //= 99 + 99 + 2
#pragma omp ordered depend(sink : i - 1) //= 99
		a[i][0] = a[i - 1][0] + 1; //= 99
#pragma omp ordered depend(source) //= 99
	}
}
static void two(int n, int m) //= 1
{
#pragma omp parallel for ordered(2) //= 1
	for (int i = 1; i < n; i++) //= 99 + 99 + 2
		for (int j = 1; j < m; j++) { //= 99 * 20
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1) //= 99 * 19
			a[i][j] = a[i - 1][j] + a[i][j - 1]; //= 99 * 19
			if (i == 50) //= 99 * 19
				last++; //= 19
#pragma omp ordered depend(source) //= 99 * 19
		}
}
int main(void) //= 1
{
	long k = 0; //= 1
	one(100); //= 1
	two(100, 20); //= 1
#pragma omp parallel firstprivate(k) //= 1
	{
#pragma omp single copyprivate(k, kept) //= 2
		{
			k = 7; //= 1
			kept = 8; //= 1
		}
#pragma omp atomic //= 2
		last += k + kept; //= 2
	}
	printf("%ld %ld\n", a[99][19] & 1, last); //= 1
	return 0; //= 1
}
END
# What is done in turn, and how loops are dealt out, piece by piece; `simd` has it in a function of its own.
cat >ordered.c <<'END'
#include <stdio.h>
static long in_turn[64], count, m;
static void turns(int n) //= 1
{
#pragma omp parallel for ordered schedule(dynamic) //= 1
	for (int i = 0; i < n; i++) { //= 40 + 2
		long x = i * 2; //= 40
#pragma omp ordered //= 40
		in_turn[count++] = x; //= 40
		if (i % 4 == 0) { //= 40
			x++; //= 10
		}
	}
}
static void some(int n) //= 1
{
#pragma omp parallel //= 1
	{
#pragma omp for ordered schedule(static, 3) //= 2
		for (int i = 0; i < n; i++) //= 30 + 2
			if (i & 1) { //= 30
#pragma omp ordered //= 15
				{
					m += i; //= 15
					if (i == 29) //= 15
						m++; //= 1
				}
			}
		m += 0; //= 2
	}
}
static void simd(int n, long *v) //= 1
{
#pragma omp simd //= 1
	for (int i = 0; i < n; i++) { //= 16 + 1
		v[i] += i; //= 16
#pragma omp ordered simd //= 16
		m += v[i]; //= 16
	}
}
/* Nothing to be done in turn. */
static void none(int n) //= 1
{
#pragma omp parallel for ordered //= 1
	for (int i = 0; i < n; i++) { //= 8 + 2
		if (i > n) { //= 8
#pragma omp ordered //= 0
			m++; //= 0
		}
	}
}
static void chunks(int n) //= 1
{
#pragma omp parallel for schedule(dynamic, 4) //= 1
	for (int i = 0; i < n; i++) //= 40 + 2
		m += i; //= 40
#pragma omp parallel for schedule(guided) //= 1
	for (int i = 0; i < n; i++) //= 40 + 2
		m += i; //= 40
#pragma omp parallel //= 1
	{
#pragma omp for schedule(nonmonotonic : dynamic) collapse(2) //= 2
		for (int i = 0; i < 4; i++) //= 16 + 2
			for (int k = 0; k < 4; k++) //= 16
				m += k; //= 16
#pragma omp for schedule(runtime) nowait //= 2
		for (int i = 0; i < n; i++) //= 40 + 2
			m += i; //= 40
	}
}
int main(void) //= 1
{
	turns(40); //= 1
	some(30); //= 1
	simd(16, in_turn); //= 1
	none(8); //= 1
	chunks(40); //= 1
	printf("%ld\n", m); //= 1
	return 0; //= 1
}
END
# Running sums.
cat >scan.c <<'END'
#include <stdio.h>
static long v[64], out[64], kept;
static void inclusive(int n) //= 1
{
	long sum = 0; //= 1
#pragma omp simd reduction(inscan, + : sum) //= 1
	for (int i = 0; i < n; i++) { //= 16 + 1
		sum += v[i]; //= 16
#pragma omp scan inclusive(sum) //= 16
		out[i] = sum; //= 16
	}
	kept += sum; //= 1
}
static void exclusive(int n) //= 1
{
	long sum = 0; //= 1
#pragma omp simd reduction(inscan, + : sum) //= 1
	for (int i = 0; i < n; i++) { //= 16 + 1
		out[i] = sum; //= 16
#pragma omp scan exclusive(sum) //= 16
		sum += v[i]; //= 16
	}
	kept += sum; //= 1
}
/* Two loops by clang, of half of the body each: the loop and `scan` are known to have their hits twice. */
static void dealt(int n) //= 1
{
	long sum = 0; //= 1
#pragma omp parallel for reduction(inscan, + : sum) //= 1
	for (int i = 0; i < n; i++) { //= 2 * 40 + 2
		sum += v[i]; //= 40
#pragma omp scan inclusive(sum) //= 2 * 40
		out[i] = sum; //= 40
	}
	kept += sum; //= 1
}
static void inside(int n) //= 1
{
	long sum = 0; //= 1
#pragma omp parallel //= 1
	{
#pragma omp for reduction(inscan, + : sum) //= 2
		for (int i = 0; i < n; i++) { //= 2 * 40 + 2
			out[i] = sum; //= 40
#pragma omp scan exclusive(sum) //= 2 * 40
			if (i % 4) //= 40
				sum += v[i]; //= 30
		}
	}
	kept += sum; //= 1
}
int main(void) //= 1
{
	for (int i = 0; i < 64; i++) //= 64 + 1
		v[i] = i; //= 64
	inclusive(16); //= 1
	exclusive(16); //= 1
	dealt(40); //= 1
	inside(40); //= 1
	printf("%ld\n", kept); //= 1
	return 0; //= 1
}
END
for level in "-O0" "-O2" "-O2 -g"; do
	check_openmp "$level" across.c ordered.c scan.c
	# Of the statement behind `ordered simd`, and of loops by two threads; `scan` makes no more of them.
	same "calls at $level" "16 12" "$(query ordered.lprof \
		"sum(f.ncalls for f in profile.functions() if f.name == 'simd.omp_outlined')") $(query ordered.lprof \
		"sum(f.ncalls for f in profile.functions() if 'omp_outlined' in f.linkage_name)")"
	same "calls of running sums at $level" 4 "$(query scan.lprof \
		"sum(f.ncalls for f in profile.functions() if 'omp_outlined' in f.linkage_name)")"
done
