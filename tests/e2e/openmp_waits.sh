# openmp_waits.sh: what OpenMP's threads wait for, each other, is time of the directive's line, and of the function that has it.
# Two clangs are enough: what is between them has the same directives.
. "$SOURCE/tests/e2e/lib.sh"
cat >waiting.c <<'END'
#include <unistd.h>

int omp_get_thread_num(void);

static void unbalanced(void)
{
#pragma omp parallel for schedule(static) // FOR 120
	for (int i = 0; i < 2; i++)
		if (i == 1)
			usleep(120000);
}

static void region(void)
{
#pragma omp parallel // REGION 90
	if (omp_get_thread_num())
		usleep(90000);
}

/* Each thread waits at each barrier of its own half of the rounds. */
static void phases(void)
{
#pragma omp parallel
	for (int k = 0; k < 4; k++) {
		usleep((k + omp_get_thread_num()) % 2 ? 50000 : 10000); // WORKS 240
#pragma omp barrier // BARRIER 160
	}
}

static void inside(void)
{
#pragma omp parallel
	{
#pragma omp for // INNER_FOR 60
		for (int i = 0; i < 2; i++)
			if (i == 1)
				usleep(60000);
#pragma omp single // SINGLE 80
		usleep(80000);
#pragma omp sections // SECTIONS 70
		{
#pragma omp section
			usleep(70000);
		}
	}
}

static void one_at_a_time(void)
{
#pragma omp parallel
	{
#pragma omp critical // CRITICAL 70
		usleep(70000);
	}
}

int main(void)
{
	unbalanced();
	region();
	phases();
	inside();
	one_at_a_time();
	return 0;
}
END
# Threads that wait do not spin, as at `taskwait` and `ordered` they always do.
. "$TOOLS/openmp.sh"
export KMP_BLOCKTIME=0 KMP_LOCK_KIND=futex
for level in -O0 -O2; do
	$CC $level -fopenmp waiting.c -L"$libomp" -o waiting
	check_waits waiting.lprof waiting.c ./waiting
done
