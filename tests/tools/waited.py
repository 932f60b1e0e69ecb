"""waited.py PROFILE SOURCE: each line that has a mark, `// NAME MS`, waited that long, itself or, if it has one of the names
below, in what it calls. Status 1: one did not; 2: one did longer, which befalls a busy machine."""
import re
import sys

import lprof

OF_ALL = ("THREE", "ONE_NAP", "TAKE")

profile = lprof.Profile(sys.argv[1])
seen = {line["line"]: line for line in profile.json["lines"]}
short = late = 0


def look(what, got_ms, least, most):
    global short, late
    if not least <= got_ms <= most:
        print(f"{what}: {got_ms} ms, expected {least} to {most}")
    short += got_ms < least
    late += got_ms > most


for number, text in enumerate(open(sys.argv[2], encoding="utf-8"), 1):
    mark = re.search(r"// (\w+) (\d+)$", text)
    if mark:
        wanted = int(mark[2])
        what = "time_ns" if mark[1] in OF_ALL else "wait_ns"
        look(f"{mark[1]}: {what}", seen[number][what] / 1e6, 0.8 * wanted, 1.5 * wanted + 15)
for function in profile.functions():
    if function.name == "nap":
        look("nap: cumtime", 1000 * function.cumtime_s, 80, 200)
sys.exit(1 if short else 2 if late else 0)
