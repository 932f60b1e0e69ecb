# many_labels.sh: of more than a thousand labels in a row each has its visits: of those that control comes to, and of
# those above them.
. "$SOURCE/tests/e2e/lib.sh"
cat >labels.py <<'EOF'
LABELS = 1200
print("int by_case(int x) { int r = 0; switch (x) {")
for i in range(LABELS):
    print("\tcase %d:" % (3 * i))
print("\tr = 7; break; default: r = 1; }")
print("\treturn r; }")
print("int by_goto(int x) { int r = 0;")
for i in range(LABELS):
    print("\tif (x == %d) goto l%d;" % (3 * i, i))
print("\treturn 1;")
for i in range(LABELS):
    print("l%d:" % i)
print("\tr = 7; return r; }")
print("int main(void) { int sum = 0;")
print("\tfor (int i = 0; i < 3 * %d; i++) sum += by_case(i) - by_goto(i);" % LABELS)
print("\treturn sum; }")
EOF
"$PYTHON" labels.py >labels.c
for level in -O0 -O2; do
	$CC $level labels.c -o labels
	LINEPROF_MODE=counts ./labels
	"$PYTHON" - "$TOOLS" labels.c <<'END2' || fail "at $level"
import sys
sys.path.insert(0, sys.argv[1])
import lprof
hits = {line["line"]: line["hits"] for line in lprof.Profile("labels.lprof").json["lines"]}
passed = {"case": 0, "goto": 0}
for number, text in enumerate(open(sys.argv[2], encoding="utf-8"), 1):
    kind = "case" if text.startswith("\tcase") else "goto" if text.startswith("l") else None
    if not kind:
        continue
    passed[kind] += 1
    if hits[number] != passed[kind]:
        sys.exit(f"line {number}, {text.strip()}: {hits[number]} hits of {passed[kind]}")
if passed != {"case": 1200, "goto": 1200}:
    sys.exit(f"{passed}")
END2
done
