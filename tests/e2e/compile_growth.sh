# compile_growth.sh: the plugin's own passes take a time that grows with a function, not with its
# square. By the compiler's own report of CPU time, the plugin against itself: a function of four
# times the lines takes each pass about four times as long, where a square would be sixteen.
. "$SOURCE/tests/e2e/lib.sh"
newest=$(ls "$(dirname "$PLUGIN")/lineprof" | grep -x '[0-9]*' | sort -n | tail -n 1)
[ "$FULL" = 1 ] || [ "$CLANG_MAJOR" = "$newest" ] || skip "the passes are the same with clang $newest"
cat >growth.py <<'END'
import re, subprocess, sys

TELLS_S = 0.004    # what takes less is not measured
ROUNDS = 7

clang, plugin = sys.argv[1:]


# What a function has many of: what is in front of it, each of them, what is around them; so many at first, so many
# times that, and how many times as long that may take. Functions each end the one before. A label is visited from
# each that falls through to it: that grows with the square. Scopes with a return in each take 8.5 times as long, and
# took 23 where each looked at all of them.
SHAPES = {
    "loops.c": ("", "\tfor (int i = 0; i < x; i++)\n\t\tx += p[i] & %(i)d;\n\tif (x > %(i)d)\n\t\tx = g(x);\n",
                "", "", 125, 4, 8),
    "ends.cpp": ("struct end { end(int); ~end(); };\n", "\tend e%(i)d(%(i)d);\n\tif (g(%(i)d))\n\t\treturn %(i)d;\n",
                 "", "", 125, 4, 8),
    "scopes.cpp": ("struct end { end(int); ~end(); };\n",
                   "\t{\n\tend e(%(i)d);\n\tif (g(%(i)d))\n\t\treturn %(i)d;\n\t(void)x;\n\t}\n", "", "", 1000, 4, 14),
    "functions.c": ("static int h(int x)\n{\n\treturn g(x) + 1;\n}\n", "\tif (x > %(i)d)\n\t\treturn h(x);\n\treturn x;\n}\nint f%(i)d(int x, const int *p)\n{\n",
                    "", "", 125, 4, 8),
    "checks.cpp": ("struct check { check(int); ~check(); void is(bool); void fails(); };\n",
                   "\tdo {\n\t\tcheck c(%(i)d);\n\t\ttry {\n\t\t\tc.is(g(x) == %(i)d);\n\t\t} catch (...) {\n"
                   "\t\t\tc.fails();\n\t\t}\n\t} while (0);\n", "", "", 60, 4, 10),
    "labels.c": ("", "\tcase 3 * %(i)d:\n", "\tswitch (x) {\n", "\t\treturn g(x);\n\t}\n", 500, 3, 20),
}


def write(name, count):
    head, part, begin, end = SHAPES[name][:4]
    with open(name, "w", encoding="utf-8") as out:
        out.write("int g(int);\n" + head + "int f(int x, const int *p)\n{\n" + begin)
        out.writelines(part % {"i": i} for i in range(count))
        out.write(end + "\treturn x;\n}\n")


def measure(name, least):
    """Compiles once, and takes into least the user and system time of each of the plugin's passes where it
    is less than before: other programs only add to it. Apart, the kernel only estimates the two."""
    report = subprocess.run([clang, "-O1", "-fplugin=" + plugin, "-ftime-report", "-c", name,
                             "-o", "growth.o"], stderr=subprocess.PIPE, text=True, check=True)
    for row in re.findall(r"^(.*) lineprof::(\w+)$", report.stderr, re.M):
        times = re.findall(r"([\d.]+) \(", row[0])
        took = float(times[-2])    # in front of wall time
        least[row[1]] = min(took, least.get(row[1], took))


def too_long(shape, small, large):
    """What is said of the passes that take longer than the shape may: nothing if none does."""
    *_, times, most = SHAPES[shape]
    return "; ".join(f"{name}: {small[name]} s, with {times} times the lines {took} s"
                     for name, took in large.items() if took > TELLS_S and took > most * small[name])


for shape, (*_, count, times, _) in SHAPES.items():
    small, large = {}, {}
    write(shape, count)
    for _ in range(ROUNDS):
        measure(shape, small)
    # What is long is asked again: more rounds can only make it shorter.
    write(shape, count * times)
    for _ in range(ROUNDS):
        measure(shape, large)
        if "PromotePass" not in large:
            sys.exit(f"no report of the plugin's passes: {large}")
        if not too_long(shape, small, large):
            break
    else:
        sys.exit(f"{shape}: {too_long(shape, small, large)}")
END
$PYTHON growth.py "$CLANG" "$PLUGIN" || fail "grows faster than the function"

# Statements in each other: whether control gets past one is asked of those inside it, of each once, where twice would
# be 2^40 times.
cat >nested.py <<'END2'
DEPTH = 40
print("int g(int);\nint f(int i)\n{")
for level in range(DEPTH):
    print("for (;;) { if (g(i)) { switch (g(%d)) { case 1: return 1; default: g(1);" % level)
for level in range(DEPTH):
    print("} g(2); } else return 2; g(3); }")
print("}")
END2
$PYTHON nested.py >nested.c
timeout 60 $CC -c nested.c || fail "statements in each other: $?"
