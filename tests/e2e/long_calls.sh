# long_calls.sh: what runs between system calls that take longer than the kernel's tick has its share of the samples,
# by either engine. The program says itself what each line took.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END_OF_APP'
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(void)
{
	const size_t bytes = 50 << 20;
	double map = 0, work = 0, unmap = 0;
	unsigned long x = 1;

	for (int round = 0; round < 120; round++) {
		double begin = cpu_seconds();
		char *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		map += cpu_seconds() - begin;
		if (memory == MAP_FAILED)
			return 1;
		begin = cpu_seconds();
		for (int i = 0; i < 6000000; i++)
			x = (x ^ x >> 7) * 6364136223846793005UL; // WORK
		work += cpu_seconds() - begin;
		begin = cpu_seconds();
		munmap(memory, bytes);
		unmap += cpu_seconds() - begin;
	}
	printf("%.1f\n", 100 * work / (map + work + unmap));
	return x == 0;
}
END_OF_APP
$CC -O2 app.c -o app
# How much is lost depends on where the timer's periods lie between the ticks, which is another in each run.
for engine in timer timer timer timer perf; do
	share=$(LINEPROF_FILE=$engine.lprof LINEPROF_ENGINE=$engine ./app) || fail "$engine: no memory"
	"$LPVIEW" --check $engine.lprof >check.out || fail "$(cat check.out)"
	"$PYTHON" - "$TOOLS" $engine.lprof "$share" <<'END_OF_CHECK' || fail "$engine"
import sys

sys.path.insert(0, sys.argv[1])
import lprof

profile = lprof.Profile(sys.argv[2])
number = next(n for n, text in enumerate(open("app.c", encoding="utf-8"), 1) if "// WORK" in text)
samples = sum(line["self_samples"] for line in profile.json["lines"])
seen = 100 * sum(line["self_samples"] for line in profile.json["lines"]
                 if line["line"] in (number - 1, number)) / samples
print(f"{seen:.1f} % of {samples} samples, {sys.argv[3]} % of the time")
sys.exit(abs(seen - float(sys.argv[3])) > 4)
END_OF_CHECK
done
