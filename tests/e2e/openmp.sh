# openmp.sh: what stands behind directives of OpenMP is counted, in all threads. A loop's line shows its
# rounds and, for each thread that works at it, its end; a region's line how often it was begun.
# Two clangs are enough: what is between them has the same directives.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/openmp.sh"
cat >regions.c <<'END'
#include <stdio.h>
static double a[1000];
int main(void) //= 1
{
	double s = 0; //= 1
	for (int k = 0; k < 20; k++) //= 20 + 1
		s += k; //= 20
#pragma omp parallel for //= 1
	for (int i = 0; i < 1000; i++) //= 1000 + 2
		a[i] = i; //= 1000
#pragma omp parallel for reduction(+ : s) //= 1
	for (int i = 0; i < 1000; i++) { //= 1000 + 2
		double x = a[i]; //= 1000
		s += x; //= 1000
	}
#pragma omp simd reduction(+ : s) //= 1
	for (int i = 0; i < 1000; i++) //= 1000 + 1
		s += a[i]; //= 1000
#pragma omp parallel //= 1
	{
#pragma omp for //= 2
		for (int i = 0; i < 1000; i++) //= 1000 + 2
			a[i] += 1; //= 1000
#pragma omp single //= 2
		s += 1; //= 1
	}
	for (int k = 0; k < 5; k++) { //= 5 + 1
#pragma omp parallel for //= 5
		for (int i = 0; i < 1000; i++) { //= 5 * (1000 + 2)
			if (i % 4 == 0) //= 5 * 1000
				a[i] += k; //= 5 * 250
		}
	}
	printf("%g\n", s); //= 1
	return 0; //= 1
}
END
# What is dealt out to threads that are there shows how many came to it, whatever stands around it.
cat >dealt.c <<'END'
#include <stdio.h>
static long m;
static void alone(int n) //= 2
{
#pragma omp parallel //= 2
	{
#pragma omp for //= 4
		for (int i = 0; i < n; i++) //= 100 + 4
			m += i; //= 100
	}
#pragma omp parallel //= 2
	{
#pragma omp sections //= 4
		{
#pragma omp section //= 2
			m++; //= 2
#pragma omp section //= 2
			m--; //= 2
		}
	}
}
static void between(int n) //= 2
{
#pragma omp parallel //= 2
	{
		long k = 3; //= 4
#pragma omp for nowait //= 4
		for (int i = 0; i < n; i++) //= 100 + 4
			m += i; //= 100
		k++; //= 4
#pragma omp sections nowait //= 4
		{
#pragma omp section //= 2
			m++; //= 2
#pragma omp section //= 2
			m--; //= 2
		}
		m += k; //= 4
	}
}
static void orphans(int n) //= 3
{
#pragma omp sections //= 3
	{
#pragma omp section //= 2
		m++; //= 2
#pragma omp section //= 2
		m--; //= 2
	}
#pragma omp for collapse(2) //= 3
	for (int i = 0; i < n; i++) //= 2 * 100 + 3
		for (int j = 0; j < 10; j++) //= 2 * 100
			m += i; //= 2 * 100
	m++; //= 3
}
/* What is done to the loop stands in front of it, too. */
static void unrolled(int n) //= 1
{
#pragma omp parallel //= 1
	{
#pragma omp for //= 2
#pragma omp unroll partial(2) //= 2
		for (int i = 0; i < n; i++) //= 10 + 5 + 2
			m += i; //= 10
		m++; //= 2
		if (n > 4) //= 2
#pragma omp for nowait //= 2
#pragma omp tile sizes(2) //= 2
			for (int i = 0; i < n; i++) //= 10 + 5 + 2
				m += i; //= 10
	}
}
/* Where nothing is to be dealt out there is no code of the loop's body. */
static void nothing(void) //= 1
{
#pragma omp parallel //= 1
	{
#pragma omp for //= 2
		for (int i = 5; i < 3; i++) //= 2
			m += i; //= -
		m++; //= 2
	}
}
int main(void) //= 1
{
	alone(100); //= 1
	alone(0); //= 1
	between(100); //= 1
	between(0); //= 1
	orphans(10); //= 1
#pragma omp parallel //= 1
	orphans(10); //= 2
	nothing(); //= 1
	unrolled(10); //= 1
	printf("%d\n", m != 0); //= 1
	return 0; //= 1
}
END
# What threads do for a directive is none of the statements around it.
cat >serial.c <<'END'
#include <stdio.h>
struct sum { long n; };
#pragma omp declare reduction(plain : struct sum : omp_out.n += omp_in.n)
static long reduced(void) //= 1
{
	struct sum a = {0}; //= 1
	a.n++; //= 1
#pragma omp parallel for reduction(plain : a) //= 1
	for (int i = 0; i < 100; i++) //= 100 + 2
		a.n += i; //= 100
	a.n++; //= 1
	return a.n; //= 1
}
static long by_master(void) //= 1
{
	long a = 0; //= 1
	a++; //= 1
#pragma omp parallel master //= 1
	{
		a += 5; //= 1
	}
	a++; //= 1
	return a; //= 1
}
int main(void) //= 1
{
	long n = 0; //= 1
	for (int i = 0; i < 5; i++) { //= 5 + 1
#pragma omp parallel master //= 5
		n++; //= 5
	}
	printf("%ld %ld %ld\n", reduced(), by_master(), n); //= 1
	return 0; //= 1
}
END
# Teams, and what is for a device, on the host.
cat >teams.c <<'END'
#include <stdio.h>
static double a[1000], b[1000];
int main(void) //= 1
{
	double s = 0; //= 1
	int n = 0; //= 1
#pragma omp target map(tofrom : s) //= 1
	for (int i = 0; i < 1000; i++) //= 1000 + 1
		s += a[i] + i; //= 1000
#pragma omp target data map(tofrom : a) //= 1
	{
#pragma omp target teams distribute parallel for reduction(+ : s) //= 1
		for (int i = 0; i < 1000; i++) //= 1000 + 2
			s += i * 2; //= 1000
#pragma omp target map(tofrom : n) //= 1
		{
			n++; //= 1
			if (n > 7) //= 1
				n = 7; //= 0
		}
	}
#pragma omp teams distribute parallel for //= 1
	for (int i = 0; i < 1000; i++) { //= 1000 + 2
		double x = i; //= 1000
		b[i] += x; //= 1000
	}
#pragma omp target teams distribute parallel for collapse(2) //= 1
	for (int i = 0; i < 10; i++) //= 100 + 2
		for (int k = 0; k < 10; k++) //= 100
			a[10 * i + k] = i; //= 100
	for (int i = 0; i < 6; i++) { //= 6 + 1
#pragma omp parallel if (i > 3) //= 6
#pragma omp master //= 2 * 2 + 4
		n++; //= 6
#pragma omp task if (i > 3) //= 6
		n++; //= 6
#pragma omp taskwait //= 6
	}
	printf("%g %d\n", s + b[7], n); //= 1
	return 0; //= 1
}
END
# What a region gets by reference is read where it begins, at the place of its first use.
cat >references.cpp <<'END'
#include <cstdio>
struct list { double at[100]; double &operator[](int i) { return at[i]; } }; //= 3
static void scale(list &v, double f) //= 1
{
#pragma omp parallel //= 1
	{
#pragma omp for //= 2
		for (int i = 0; i < 40; i++) { //= 40 + 2
			if (f < 0) //= 40
				v[i] = 0; //= 0
		}
#pragma omp sections //= 2
		{
#pragma omp section //= 1
			if (f < 0) //= 1
				v[1] = 0; //= 0
#pragma omp section //= 1
			v[2] = 0; //= 1
		}
#pragma omp single //= 2
		{
			if (f < 0) //= 1
				v[1] = 0; //= 0
		}
	}
}
static long tasks(long &sum) //= 1
{
	long count = 0; //= 1
	list here = {}; //= 1
	list &also = here; //= 1
#pragma omp parallel //= 1
#pragma omp single //= 2
	{
#pragma omp taskloop num_tasks(4) shared(count) //= 1
		for (int i = 0; i < 20; i++) { //= 20 + 4
			if (i == 50) //= 20
				count++; //= 0
			if (i == 51) //= 20
				also[3] = 7; //= 0
		}
#pragma omp taskgroup //= 1
		{
#pragma omp task shared(sum) //= 1
			if (count == 99) //= 1
				sum++; //= 0
		}
	}
	const auto inside = [&](int wanted) { //= 2
#pragma omp parallel for //= 1
		for (int i = 0; i < 20; i++) { //= 20 + 2
			if (i == wanted) //= 20
				here[i] += sum; //= 1
		}
	};
	inside(3); //= 1
	return count; //= 1
}
static void simd(int &v, int *w, int n) //= 1
{
#pragma omp simd //= 1
	for (int i = 0; i < n; i++) //= 4 + 1
		w[i] += v; //= 4
}
int main() //= 1
{
	list v = {}; //= 1
	long sum = 0; //= 1
	int w[4] = {}; //= 1
	scale(v, 2); //= 1
	simd(w[2], w, 4); //= 1
	std::printf("%ld %g\n", tasks(sum), v[7]); //= 1
	return 0; //= 1
}
END
# Several loops that become one, whose ends are not known: each shows the rounds of that.
cat >nests.cpp <<'END'
static int w[64];
static void dealt(int n, int m) //= 1
{
#pragma omp parallel for collapse(2) //= 1
	for (int i = 0; i < n; i++) //= 20 + 2
		for (int j = 0; j < m; j++) //= 20
			w[i * m + j]++; //= 20
}
static void three(int n, int m, long k) //= 1
{
#pragma omp parallel for collapse(3) //= 1
	for (int i = 2; i < n; i++) //= 2 * 4 * 6 + 2
		for (long j = m; j > 1; j--) { //= 2 * 4 * 6
			for (long l = k; l < 2 * k; l += 2) { //= 2 * 4 * 6
				if (l == k) //= 2 * 4 * 6
					w[i]++; //= 8
				for (int q = 0; q < 2; q++) //= 2 * 4 * 6 * 3
					w[q] |= 8; //= 2 * 4 * 6 * 2
			}
		}
}
static void simd(int n, int m) //= 1
{
#pragma omp simd collapse(2) //= 1
	for (int i = 0; i < n; i++) //= 20 + 1
		for (int j = 0; j < m; j++) //= 20
			w[i * m + j]++; //= 20
}
int main() //= 1
{
	dealt(4, 5); //= 1
	three(4, 5, 12); //= 1
	simd(4, 5); //= 1
	return 0; //= 1
}
END
# What clang makes of statements has the name of the function they are in.
cat >names.cpp <<'END'
static long n;
struct box {
	void fill(int k)
	{
#pragma omp parallel
#pragma omp single
#pragma omp task
		{
#pragma omp parallel for
			for (int i = 0; i < k; i++) {
#pragma omp atomic
				n += i;
			}
		}
	}
};
extern "C" void plain(int k)
{
#pragma omp parallel
#pragma omp single
#pragma omp task
	n += k;
}
int main()
{
	box().fill(10);
	plain(3);
	return 0;
}
END
# The region needs nothing of the function that ends in it: the runtime's call could be a jump.
cat >last.c <<'END'
static volatile unsigned long sink;
__attribute__((noinline)) static void kernel(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		unsigned long x = i;
		for (int k = 0; k < 1000000; k++)
			x = x * 6364136223846793005UL ^ x >> 7;
		sink = x;
	}
}
int main(void)
{
	kernel();
	kernel();
	return 0;
}
END
for level in "-O0" "-O2" "-O2 -g"; do
	check_openmp "$level" regions.c dealt.c serial.c teams.c references.cpp nests.cpp
	# Four regions, one of them five times, by two threads.
	same "calls at $level" 16 "$(query regions.lprof \
		"sum(f.ncalls for f in profile.functions() if 'omp_outlined' in f.linkage_name)")"
done
for level in -O0 -O2; do
	rm -f names.lprof
	$CXX $level -fopenmp names.cpp -L"$libomp" -o names
	./names
	"$LPVIEW" names.lprof --functions | sed -n 's/.*names\.cpp:[0-9]*(\(.*\))$/\1/p' | sort >functions.txt
	same "names at $level" "box::fill(int)
box::fill(int) [clone .omp_outlined]
box::fill(int) [clone .omp_outlined]
box::fill(int) [clone .omp_outlined]
main
plain
plain.omp_outlined
plain.omp_outlined" "$(cat functions.txt)"
done
for level in -O1 -O2; do
	rm -f last.lprof
	$CC $level -fopenmp last.c -L"$libomp" -o last
	./last
	same "kernel() has main()'s time at $level" True "$(query last.lprof \
		"(lambda c: c['kernel'] > 0.8 * c['main'] > 0)({f.name: f.cumtime_s for f in profile.functions()})")"
done
