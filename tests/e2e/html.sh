# html.sh: the page of --export html: hostile names and sources are nothing but text, there is nothing to
# load, the numbers are those of the JSON, and it says what it leaves out.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END'
__attribute__((noinline)) static unsigned long burn(unsigned long seed)
{
	for (int i = 0; i < 2000000; i++)
		seed = seed * 6364136223846793005UL + (seed >> 60);
	return seed;
}
int main(void)
{
	unsigned long sum = 0;
	for (int i = 0; i < 20; i++)
		sum += burn(i);
	return sum == 1;
}
END
$CC -O2 app.c -o app
LINEPROF_FILE=p.lprof ./app
quiet "$LPVIEW" --export html -o out.html p.lprof
"$LPVIEW" --json p.lprof >out.json
cat >page.py <<'END'
import json, re, sys
from html.parser import HTMLParser

TAGS = set("html head meta title style body header nav main footer section div dl dt dd h1 h2 h3 p a "
           "table thead tbody tr th td span small code b em".split())
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "scope", "style", "aria-label"}
page = open(sys.argv[1], encoding="utf-8", newline="").read()
profile = json.load(open(sys.argv[2]))

class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.rows, self.text, self.policy = [], [], [], [], "", ""

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in TAGS or set(values) - ATTRIBUTES:
            sys.exit(f"<{tag} {attributes}>")
        if "id" in values:
            self.ids.append(values["id"])
        if "href" in values:
            self.links.append(values["href"])
        if "style" in values and not re.fullmatch(r"--p:[\d.]+", values["style"]):
            sys.exit(f"style={values['style']}")
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        if tag == "tr":
            self.rows.append((values.get("id"), []))
        if tag == "td":
            self.rows[-1][1].append("")
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open.pop() != tag:
            sys.exit(f"</{tag}> closes another element")

    def handle_data(self, text):
        self.text += text
        if "td" in self.open:
            self.rows[-1][1][-1] += text

seen = Page()
seen.feed(page)
seen.close()
assert not seen.open, seen.open
assert seen.policy.startswith("default-src 'none'; style-src 'unsafe-inline';"), seen.policy
assert len(set(seen.ids)) == len(seen.ids)
assert seen.links and all(link[0] == "#" and link[1:] in seen.ids for link in seen.links), seen.links
assert not re.search(r"url\(|@import|expression\(|javascript:", page), "something to load"
for c in "\x1b\u202e\x00":
    assert c not in page, repr(c)
for wanted in sys.argv[3:]:
    assert wanted in seen.text, f"no text {wanted!r}"
# Every line of source that is shown, with its exact hits.
hits = {line["line"]: line["hits"] for line in profile["lines"] if line["hits"] is not None}
shown = {int(name.split("l")[1]): cells for name, cells in seen.rows if name}
assert len(shown) > 5
for number, cells in shown.items():
    assert cells[0] == str(number) and cells[1] == str(hits.get(number, "")), (number, cells)
END
"$PYTHON" page.py out.html out.json "Wall time" "seed = seed * 6364136223846793005UL + (seed >> 60);" ||
	fail "the page is wrong"
mkdir '<b title="x">'
cat >"<b title=\"x\">/<script>alert(1)<&amp;.c" <<'END'
#include <stdlib.h>
__attribute__((noinline)) int evil_of_forty_one_letters_not_one_less_in(int n)
{
	for (int i = 0; i < n; i++)
		n -= n % 7; /* </td></table><script>alert("4")</script> &lt; */
	return n;
}
int main(int argc, char **argv)
{
	return evil_of_forty_one_letters_not_one_less_in(atoi(argv[2])) == 1;
}
END
$CC -O1 "<b title=\"x\">/<script>alert(1)<&amp;.c" -o '<i>hostile'
LINEPROF_FILE=hostile.lprof "./<i>hostile" "</style><svg onload=alert(5)>$(printf '\033[31m\342\200\256')" 1000
# No compiler gives a function such a name.
"$PYTHON" - <<'END'
data = open("hostile.lprof", "rb").read()
name = b"evil_of_forty_one_letters_not_one_less_in"
assert name in data
open("hostile.lprof", "wb").write(data.replace(name, b"<script>alert(2)</script><img onerror='3'>"[:len(name)]))
END
quiet "$LPVIEW" --export html -o hostile.html hostile.lprof
"$LPVIEW" --json hostile.lprof >hostile.json
"$PYTHON" page.py hostile.html hostile.json "<script>alert(1)<&amp;.c" "<i>hostile" "</style><svg onload=alert(5)>^[[31m<U+202E>" \
	"<script>alert(2)</script><img onerror='3'" \
	'n -= n % 7; /* </td></table><script>alert("4")</script> &lt; */' || fail "hostile text gets through"

# A function whose code is another file's: its rows are below, and what is hot is linked to them.
printf 'for (int i = 0; i < n; i++)\n\ts += i;\n' >body.inc
cat >includes.c <<'END'
static volatile long s;
__attribute__((noinline)) static void burn(int n)
{
#include "body.inc"
}
int main(void)
{
	burn(30000000);
	return 0;
}
END
# Cold lines of a long function are left out, the hot ones behind them are not.
awk 'BEGIN { print "static volatile long s;\nint main(void)\n{"
	for (i = 0; i < 2000; i++) print "\ts += 1;"
	print "\tfor (long i = 0; i < 30000000; i++)\n\t\ts += i;"
	for (i = 0; i < 50; i++) print "\ts += 1;"
	print "\treturn 0;\n}" }' >long.c
cat >links.py <<'END'
import re, sys
page = open(sys.argv[1]).read()
links = re.findall(r'href="#(f[^"]+)">([^<]+)</a>', page)
for link, text in links:
    if f'id="{link}"' not in page:
        sys.exit(f"a dead link: {link}")
if sys.argv[2] not in [text for _, text in links]:
    sys.exit(f"no link to {sys.argv[2]}: {links}")
END
for hot in includes:body.inc:2 long:long.c:2005; do
	name=${hot%%:*}
	$CC -g -O1 $name.c -o $name
	LINEPROF_FILE=$name.lprof ./$name
	quiet "$LPVIEW" --export html -o $name.html $name.lprof
	"$PYTHON" links.py $name.html "${hot#*:}" || fail "links of $name"
done
grep -q '>From body.inc:</td>' includes.html || fail "from where the rows are"
same "rows of a long function" 1 "$(grep -cF '<td class="line">...</td>' long.html)"
grep -q 'the rest of the function is left out here' long.html || fail "not said that rows are left out"
"$LPVIEW" --export html --limit 1 --restrict burn includes.lprof >limited.html
for said in '1 of 2 functions that ran; the others' 'restricted to <code>1</code>, then <code>burn</code>'; do
	grep -q "$said" limited.html || fail "not said: $said"
done

# Per hit is of what the line took with what it calls, as in the text.
cat >both.c <<'END'
static volatile long s;
__attribute__((noinline)) static void burn(int n)
{
	for (int i = 0; i < n; i++) s += i;
}
int main(void)
{
	for (int i = 0; i < 4; i++)
		{ for (int k = 0; k < 20000000; k++) s += k; burn(20000000); }
	return 0;
}
END
$CC -O1 both.c -o both
LINEPROF_FILE=both.lprof ./both
"$LPVIEW" --export html -o both.html both.lprof
"$LPVIEW" --json both.lprof >both.json
cat >each.py <<'END'
import json, re, sys
UNITS = {"s": 1e9, "ms": 1e6, "µs": 1e3, "ns": 1}
lines = {line["line"]: line for line in json.load(open(sys.argv[2]))["lines"]}
rows = re.search(r'<div class="table hottest">(.*?)</div>', open(sys.argv[1], encoding="utf-8").read(), re.S)[1].split("<tr>")[2:]
for row in rows:
    number = int(re.search(r">both\.c:(\d+)<", row)[1])
    value, unit = re.findall(r'<td class="more">([\d.]+)&nbsp;(\S+)</td>', row)[-1]
    want = lines[number]["time_ns"] / lines[number]["hits"]
    assert abs(float(value) * UNITS[unit] - want) <= want / 100 + 0.01, (row, want)
assert lines[9]["time_ns"] > 1.2 * lines[9]["self_ns"] > 0, lines[9]
END
"$PYTHON" each.py both.html both.json || fail "time per hit"

# Large: the hottest part, and how much is left out.
awk 'BEGIN { for (i = 0; i < 300; i++) printf "int f%d(int n) { return n + %d; }\n", i, i
	print "int main(void) {\nint sum = 0;"
	for (i = 0; i < 300; i++) printf "sum += f%d(sum);\n", i
	print "return sum == 1;\n}" }' >wide.c
$CC -O0 wide.c -o wide
LINEPROF_ENGINE=none LINEPROF_FILE=wide.lprof ./wide
"$LPVIEW" --export html wide.lprof >wide.html
for left_out in "100 of 301 functions that ran" "50 of 603 lines that ran"; do
	grep -q "$left_out; the others are left out here." wide.html || fail "not said: $left_out"
done
[ "$(wc -c <wide.html)" -lt 300000 ] || fail "a page of $(wc -c <wide.html) bytes"
