# openmp_tasks.sh: tasks of OpenMP, what waits for them, and what is done at once, are counted as often as they are in the
# source, in whatever thread.
# Two clangs are enough: what is between them has the same directives.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/openmp.sh"
cat >tasks.c <<'END'
#include <stdio.h>
static long a[20][10], n, m;
static long fib(int k) //= 177
{
	long x, y; //= 177
	if (k < 2) //= 177
		return k; //= 89
#pragma omp task shared(x) //= 88
	x = fib(k - 1); //= 88
#pragma omp task shared(y) //= 88
	{
		long z = fib(k - 2); //= 88
		y = z; //= 88
	}
#pragma omp taskwait //= 88
	return x + y; //= 88
}
int main(void) //= 1
{
#pragma omp parallel for collapse(2) //= 1
	for (int i = 0; i < 20; i++) //= 200 + 2
		for (int j = 0; j < 10; j++) //= 200
			a[i][j] = i; //= 200
#pragma omp parallel sections //= 1
	{
#pragma omp section //= 1
		n++; //= 1
#pragma omp section //= 1
		{
			int q = 3; //= 1
			m += q; //= 1
		}
	}
#pragma omp parallel //= 1
#pragma omp single //= 2
	printf("%ld\n", fib(10)); //= 1
#pragma omp parallel //= 1
	{
#pragma omp single //= 2
		{
#pragma omp taskloop grainsize(10) //= 1
			for (int i = 0; i < 100; i++) { //= 100 + 10
#pragma omp atomic //= 100
				n += i; //= 100
			}
		}
#pragma omp master //= 2
		m++; //= 1
#pragma omp for //= 2
		for (int i = 0; i < 10; i++) { //= 10 + 2
			long t = i * 2; //= 10
			m += t; //= 10
		}
#pragma omp barrier //= 2
	}
	printf("%ld %ld\n", n, m); //= 1
	return 0; //= 1
}
END
# Tasks that are waited for: by who made them, with all that these made, and piece by piece of a loop, which shows each
# piece's end.
cat >waited.c <<'END'
#include <stdio.h>
static long m, n, done[4];
static long waits(int k) //= 15
{
	long x = 0, y = 0; //= 15
	if (k == 0) //= 15
		return 1; //= 8
#pragma omp task shared(x) //= 7
	x = waits(k - 1); //= 7
#pragma omp task shared(y) //= 7
	y = waits(k - 1); //= 7
#pragma omp taskwait //= 7
	return x + y; //= 7
}
static long adds(int k) //= 20
{
#pragma omp atomic //= 20
	m += k; //= 20
	return k; //= 20
}
static void grouped(int count) //= 1
{
	for (int i = 0; i < count; i++) { //= 4 + 1
#pragma omp taskgroup //= 4
		{
			for (int j = 0; j < 5; j++) { //= 4 * 6
#pragma omp task //= 20
				adds(j); //= 20
			}
		}
		done[i] = m; //= 4
	}
}
/* A group of one statement, and one in each round of a thread's own loop. */
static void nested(int count) //= 2
{
	long own = 0; //= 2
	for (int i = 0; i < count; i++) //= 2 * (3 + 1)
#pragma omp taskgroup //= 2 * 3
		own += i; //= 2 * 3
	if (own > 100) { //= 2
#pragma omp taskgroup //= 0
		own = 0; //= 0
	}
}
static void looped(int count) //= 1
{
#pragma omp taskloop num_tasks(5) //= 1
	for (int i = 0; i < count; i++) //= 60 + 5
		m += i; //= 60
#pragma omp taskloop grainsize(6) collapse(2) //= 1
	for (int i = 0; i < 6; i++) //= 36 + 6
		for (int j = 0; j < 6; j++) //= 36
			n += j; //= 36
	n++; //= 1
#pragma omp taskloop simd num_tasks(4) //= 1
	for (int i = 0; i < count; i++) //= 60 + 4
		n += i; //= 60
#pragma omp taskloop num_tasks(3) nogroup if (count > 100) //= 1
	for (int i = 0; i < count; i++) { //= 60 + 3
		if (i % 3 == 0) //= 60
			m++; //= 20
	}
#pragma omp taskwait //= 1
	m--; //= 1
}
int main(void) //= 1
{
#pragma omp parallel //= 1
	{
#pragma omp single //= 2
		{
			m += waits(3); //= 1
			grouped(4); //= 1
			looped(60); //= 1
		}
		nested(3); //= 2
	}
	printf("%ld %ld\n", m, n); //= 1
	return 0; //= 1
}
END
# What is done at once stands at its brace or its last statement; tasks that wait for others, or are done at once; code of
# clang's own at the place of a first statement without braces.
cat >upkeep.c <<'END'
#include <stdio.h>
static long m;
static void captured(int n) //= 1
{
	long v, x = 0; //= 1
	for (int i = 0; i < n; i++) { //= 40 + 1
#pragma omp atomic capture //= 40
		{
			v = x; //= 40
			x += 2; //= 40
		}
		m += v; //= 40
	}
#pragma omp atomic capture //= 1
	{
		v = x; //= 1
		x += n; //= 1
	}
	if (n < 7) { //= 1
#pragma omp atomic capture //= 0
		{
			v = x; //= 0
			x += 2; //= 0
		}
		m += v; //= 0
	}
}
static void elements(long *p, int n) //= 1
{
	long v; //= 1
	for (int i = 0; i < n; i++) //= 10 + 1
		if (i & 1) { //= 10
#pragma omp atomic capture //= 5
			{
				p[i] *= n; //= 5
				v = p[i]; //= 5
			}
			m += v; //= 5
		}
}
static void dependent(int n) //= 1
{
	int a = 0; //= 1
	for (int k = 0; k < n; k++) { //= 10 + 1
#pragma omp task depend(inout : a) if (k > 4) //= 10
		a += k; //= 10
#pragma omp task depend(in : a) //= 10
		m += a; //= 10
	}
}
static void hinted(int n) //= 1
{
	for (int k = 0; k < n; k++) { //= 10 + 1
#pragma omp critical(one) hint(1) //= 10
		m += k; //= 10
	}
}
static void copied(void) //= 1
{
	int y = 0; //= 1
#pragma omp parallel private(y) //= 1
	{
#pragma omp single copyprivate(y) //= 2
		y = 7; //= 1
#pragma omp atomic //= 2
		m += y; //= 2
	}
}
static void untied(void) //= 1
{
#pragma omp parallel //= 1
#pragma omp single //= 2
	for (int i = 0; i < 5; i++) { //= 5 + 1
#pragma omp task untied //= 5
		m++; //= 5
#pragma omp task untied //= 5
		{
			m++; //= 5
			if (m < 0) //= 5
				m = 0; //= 0
#pragma omp taskyield //= 5
			m--; //= 5
		}
	}
}
static void by_master(int n) //= 1
{
#pragma omp parallel master taskloop num_tasks(2) //= 1
	for (int i = 0; i < n; i++) //= 20 + 2
		m += i; //= 20
#pragma omp parallel //= 1
#pragma omp master taskloop num_tasks(2) //= 2
	for (int i = 0; i < n; i++) //= 20 + 2
		m += i; //= 20
}
int main(void) //= 1
{
	long p[10] = {0}; //= 1
	captured(40); //= 1
	elements(p, 10); //= 1
	dependent(10); //= 1
	hinted(10); //= 1
	copied(); //= 1
	untied(); //= 1
	by_master(20); //= 1
	printf("%d\n", m > 0); //= 1
	return 0; //= 1
}
END
for level in "-O0" "-O2" "-O2 -g"; do
	check_openmp "$level" tasks.c waited.c upkeep.c
	# Which part of an untied task is next no branch of the source's asks.
	same "branches of an untied task at $level" "" "$("$LPVIEW" --branches upkeep.lprof | grep -F elsewhere || :)"
	# By whomever it was taken, a task is called once.
	same "calls of tasks at $level" "[20, 15]" "$(query waited.lprof \
		"[sum(f.ncalls for f in profile.functions() if f.name == name) for name in ('adds', 'waits')]")"
done
