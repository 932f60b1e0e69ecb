# fork_overhead.sh: what lineprof itself does at the beginning of a program and of a forked child, which takes long where
# the program is large, is its overhead; and a child with one thread has no more CPU time than wall time.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
"$PYTHON" - >large.c <<'END'
count = 4000
print("#include <stdlib.h>\n#include <sys/wait.h>\n#include <time.h>\n#include <stdio.h>\n#include <unistd.h>")
for i in range(count):
    print(f"int f{i}(int a)\n{{\n\tif (a & 1)\n\t\ta += {i};\n\tfor (int i = 0; i < a % 7; i++)\n\t\ta ^= i;\n\treturn a;\n}}")
print("int (*all[])(int) = {" + ",".join(f"f{i}" for i in range(count)) + "};")
print("""static double spent(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}
int main(int argc, char **argv)
{
	for (int i = 0; i < 5; i++) {
		if (fork() == 0) {
			printf("%d %.0f\\n", getpid(), spent());
			exit(all[argc](0));
		}
		wait(NULL);
	}
	return 0;
}""")
END
$CC -O0 large.c -o large
LINEPROF_FILE=run.lprof ./large >told.txt
# Each child tells what it had taken when fork() returned, which is nearly all of it; what the kernel took of that before
# lineprof was asked is not lineprof's.
while read -r pid told; do
	"$LPVIEW" --json run.*"$pid".lprof | "$PYTHON" -c '
import json, sys
run, told = json.load(sys.stdin)["run"], float(sys.argv[1])
print({k: run[k] for k in ("wall_ns", "cpu_ns", "overhead_ns")}, "told:", told)
sys.exit(not (run["cpu_ns"] <= 1.02 * run["wall_ns"] and run["overhead_ns"] >= 0.5 * told))' "$told" || fail "a child"
done <told.txt
"$LPVIEW" --json run.lprof | "$PYTHON" -c '
import json, sys
run = json.load(sys.stdin)["run"]
print({k: run[k] for k in ("wall_ns", "cpu_ns", "overhead_ns")})
sys.exit(not 0.1 * run["cpu_ns"] <= run["overhead_ns"] <= run["cpu_ns"])' || fail "the program"
