# protected_data.sh: a program that write-protects its data, to be told by SIGSEGV of what it changes, as checkpoints,
# persistent memory and collectors do. What lineprof changes there, it changes while that signal is blocked.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"

# Enough functions and waits for pages that hold nothing but their gates.
"$PYTHON" - >program.c <<'C'
print("""#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
extern char __data_start[], _end[];
static volatile char table[1 << 16];
static uintptr_t low, high;
static volatile int *faults; /* not in what is protected */
static void on_fault(int number, siginfo_t *info, void *context)
{
	const uintptr_t page = (uintptr_t)info->si_addr & ~(uintptr_t)4095;
	if (page < low || page >= high)
		signal(number, SIG_DFL);
	else
		mprotect((void *)page, 4096, PROT_READ | PROT_WRITE);
	++*faults;
}
static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}""")
for i in range(120):
    print(f"""static __attribute__((noinline)) unsigned f{i}(unsigned n)
{{
	unsigned r = n;
	for (unsigned i = 0; i < n % 40; i++)
		r = r * 3 + table[i * 64];
	return r;
}}
static __attribute__((noinline)) unsigned g{i}(unsigned n)
{{
	unsigned r = 0;
	for (unsigned i = 0; i < 20; i++)
		r += f{i}(n + i);
	if (n == 7)
		usleep(n);
	return r;
}}""")
print("""int main(void)
{
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
	const double end = now() + 0.4;
	double next = 0;
	unsigned r = 7;
	int rounds = 0;
	faults = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	low = (uintptr_t)__data_start & ~(uintptr_t)4095;
	high = (uintptr_t)_end & ~(uintptr_t)4095;
	sigaction(SIGSEGV, &action, NULL);
	while (now() < end) {
		if (now() > next) {
			next = now() + 0.02;
			mprotect((void *)low, high - low, PROT_READ);
			rounds++;
			table[0] = r = 7;
		}""")
for i in range(120):
    print(f"\t\tr += g{i}(r);")
print("""	}
	puts(rounds > 1 && *faults > 1 ? "told" : "not told");
	return 5;
}""")
C
$CLANG -O2 program.c -o plain
$CC -O2 -g program.c -o program
same "what it prints without lineprof" "told" "$(./plain)"
for how in LINEPROF_ENGINE=perf LINEPROF_ENGINE=timer LINEPROF_ENGINE=none LINEPROF_MODE=counts LINEPROF=off; do
	rm -f ./*.lprof
	status=0
	env $how ./program >out 2>err || status=$?
	same "status with $how" 5 "$status"
	same "what it prints with $how" "told" "$(cat out)"
	[ $how != LINEPROF=off ] || break
	"$LPVIEW" --check program.lprof >check.out || fail "$how: $(cat check.out)"
	same "calls with $how" 0 "$(query program.lprof \
		"sum(calls[0] % 20 for calls in [profile.calls('$PWD/program.c', f'f{i}') for i in range(120)])")"
done
