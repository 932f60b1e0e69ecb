# kills.sh: kill -9 at random moments: every file opens, its invariants hold, and its counts are
# between what the program had noted as done and as begun.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
enum { THREADS = 3 };
static volatile unsigned long *marks; /* of each thread: begun, done */
__attribute__((noinline)) static unsigned long work(unsigned long n)
{
	unsigned long sum = n;
	for (unsigned long i = 0; i < n % 64; i++)
		sum += i * sum;
	return sum;
}
static void *thread(void *argument)
{
	volatile unsigned long *const mark = argument;
	volatile unsigned long sink = 0;
	for (unsigned long n = 1;; n++) {
		mark[0] = n;
		sink = work(n);
		mark[1] = n;
	}
	return (void *)sink;
}
int main(void)
{
	const int fd = open("marks", O_RDWR | O_CREAT | O_TRUNC, 0666);
	pthread_t other;
	if (fd < 0 || ftruncate(fd, 4096))
		return 1;
	marks = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	for (int i = 1; i < THREADS; i++)
		pthread_create(&other, 0, thread, (void *)(marks + 2 * i));
	thread((void *)marks);
}
C
$CC -O2 program.c -pthread -o program
[ "$FULL" = 1 ] && rounds=200 || rounds=15
cat >kills.py <<'PY'
import os, random, struct, subprocess, sys, time
sys.path.insert(0, sys.argv[1])
import lprof
seed = int(os.environ.get("SEED", random.randrange(1 << 30)))
chance = random.Random(seed)
rounds, opened = int(sys.argv[2]), 0
for number in range(rounds):
    for name in "marks", "program.lprof":
        if os.path.exists(name):
            os.unlink(name)
    program = subprocess.Popen(["./program"])
    # Half of them while it starts.
    time.sleep(chance.random() * (0.02 if number % 2 else 0.3))
    program.kill()
    program.wait()
    marks = struct.unpack("512Q", open("marks", "rb").read().ljust(4096, b"\0")) \
        if os.path.exists("marks") else (0,) * 512
    begun, done = sum(marks[0:6:2]), sum(marks[1:6:2])
    where = f"seed {seed}, round {number}"
    if not os.path.exists("program.lprof"):
        if begun:
            sys.exit(f"{where}: no profile")
        continue
    shown = subprocess.run([os.environ["LPVIEW"], "--json", "program.lprof"],
                           capture_output=True, text=True)
    if shown.returncode:
        # Before the program itself begins, there may be no code in it yet.
        if begun or "no instrumented code" not in shown.stderr and "lpview:" not in shown.stderr:
            sys.exit(f"{where}: {shown.stderr}")
        continue
    calls = lprof.Profile("program.lprof").calls(os.path.abspath("program.c"), "work")[0]
    if not done <= calls <= begun:
        sys.exit(f"{where}: {calls} calls, but {done} were done and {begun} begun")
    opened += 1
print(f"{rounds} kills, {opened} profiles")
sys.exit(0 if opened >= rounds // 3 else f"seed {seed}: only {opened} profiles of {rounds}")
PY
"$PYTHON" kills.py "$TOOLS" $rounds || fail "kill -9"
