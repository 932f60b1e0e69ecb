# merge_large.sh: what lpview merge takes of a large program whose processes each run another small part of it: the debug
# information of its one unit is not read again for each of them.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
"$PYTHON" - >large.c <<'END'
count = 3000
print("#include <stdlib.h>")
for i in range(count):
    print(f"int f{i}(int a)\n{{\n\tif (a & 1)\n\t\ta += {i};\n\tfor (int i = 0; i < 200; i++)\n\t\ta ^= i * a;\n\treturn a;\n}}")
print("int (*all[])(int) = {" + ",".join(f"f{i}" for i in range(count)) + "};")
print("""int main(int argc, char **argv)
{
	const int from = atoi(argv[argc - 1]) * 150;
	int sum = 0;
	for (int k = 0; k < 400; k++)
		for (int i = from; i < from + 150; i++)
			sum += all[i](k);
	return sum == 1;
}""")
END
$CC -O0 -g large.c -o large
for i in $(seq 0 15); do
	LINEPROF_FILE=run.$i.lprof ./large "$i"
done
# Other work on the machine takes some of both.
"$PYTHON" - "$LPVIEW" run.*.lprof <<'END' || fail "merge takes too long"
import resource, subprocess, sys
def spent(*arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.argv[1], *arguments, *sys.argv[2:]], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
merge = min(spent("merge", "-f", "-o", "sum.lprof") for _ in range(2))
view = min(spent("--functions") for _ in range(2))
print(f"merge {merge:.2f} s of CPU time, {merge / view:.1f} times that of the sum without a file")
sys.exit(merge > 5 * view)
END
