# openmp.sh: what stands behind directives of OpenMP is counted, in all threads. A loop's line shows its
# rounds and, for each thread that works at it, its end; a region's line how often it was begun.
. "$SOURCE/tests/e2e/lib.sh"
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
#pragma omp simd reduction(+ : s)
	for (int i = 0; i < 1000; i++) //= 1000 + 1
		s += a[i]; //= 1000
#pragma omp parallel //= 1
	{
#pragma omp for
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
export OMP_NUM_THREADS=2 OMP_DYNAMIC=false
# Any version of the runtime serves these.
for folder in /usr/lib/llvm-"$CLANG_MAJOR"/lib /usr/lib/llvm-*/lib; do
	if [ -f "$folder/libomp.so" ]; then
		break
	fi
done
[ -f "$folder/libomp.so" ] || skip "no libomp"
export LD_LIBRARY_PATH="$folder"
for level in "-O0" "-O2" "-O2 -g"; do
	rm -f regions.lprof
	# shellcheck disable=SC2086
	$CC $level -fopenmp regions.c -L"$folder" -o regions
	./regions >out.txt
	check_profile regions.lprof regions.c || fail "at $level"
	# Four regions, one of them five times, by two threads.
	same "calls at $level" 16 "$(query regions.lprof \
		"sum(f.ncalls for f in profile.functions() if 'omp_outlined' in f.linkage_name)")"
done
