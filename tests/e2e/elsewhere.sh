# elsewhere.sh: a function whose code is another file's, as an action of a grammar that `#line` names: each view has it
# where it stands.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >calc.y <<'END'
item: 'a' {
	for (int i = 0; i < 4000; i++)
		s += i;
}
END
cat >calc.tab.c <<'END'
static volatile unsigned long s;
static int n;
static int yylex(void) { return n++ < 10000 ? 'a' : 0; }
__attribute__((noinline)) int yyparse(void)
{
	int token;
	while ((token = yylex()) != 0)
		switch (token) {
		case 'a':
#line 1 "calc.y"
		{
	for (int i = 0; i < 4000; i++)
		s += i;
}
#line 16 "calc.tab.c"
			break;
		}
	return 0;
}
int main(void) { return yyparse(); }
END
$CC -g -O2 calc.tab.c -o calc
./calc
"$LPVIEW" --lines calc.lprof | has "the action" "calc.y:3"

"$LPVIEW" --export pprof -o out.pprof calc.lprof
"$PYTHON" - "$TOOLS" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import pprof
_, _, lines = pprof.stacks("out.pprof")
places = {(name, file.split("/")[-1], line) for name, file, line in lines if name == "yyparse"}
if ("yyparse", "calc.y", 3) not in places or ("yyparse", "calc.tab.c", 3) in places:
    sys.exit(f"pprof: {places}")
END

"$LPVIEW" --json calc.lprof >out.json
"$PYTHON" - <<'END'
import json, sys
whole = json.load(open("out.json"))
by_file, by_function = (sum(row["tottime_ns"] for row in whole[name]) for name in ("files", "functions"))
hottest = max(whole["files"], key=lambda file: file["tottime_ns"])
if abs(by_file - by_function) > 10 or not hottest["path"].endswith("calc.y"):
    sys.exit(f"files: {by_file} and {by_function}, {hottest}")
END

"$LPVIEW" --branches --function yyparse calc.lprof >out.txt
same "rows of branches" "7 8 From 2 " "$(sed -n '/^=/,$p' out.txt | awk '/^ *[0-9]|^From/ { printf "%s ", $1 }')"
has "from where they are" "From calc.y:" <out.txt
