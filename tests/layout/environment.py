#!/usr/bin/env python3
"""environment.py: the environment variables that a program reads are in the pages, with their words.

    environment.py SOURCE_TREE
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
READERS = [*sorted((root / "runtime").glob("*.[ch]")), root / "plugin/start_up.cpp"]
OPTIONS = (root / "docs/options.md").read_text(encoding="utf-8")
MANUAL = (root / "packaging/lineprof.7.tail.scd").read_text(encoding="utf-8")

code = "\n".join(re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S)
                 for path in READERS)
variables = sorted(set(re.findall(r'"(LINEPROF(?:_[A-Z_]+)?)"', code)))
lists = {name: re.findall(r'"(\w+)"', words) for name, words in
         re.findall(r"(\w+)\[\] = \{([^}]*), NULL\}", code)}
words_of = {variable: lists[name] for variable, name in
            re.findall(r'choice\(\s*"(\w+)",\s*(\w+),', code)}

problems = []
if len(words_of) < 8 or not set(words_of) < set(variables):
    problems.append("runtime/settings.c is not read as it is written")
for variable in variables:
    words = words_of.get(variable, [])
    row = re.search(rf"^\| .*`{variable}`.*$", OPTIONS, re.M)
    if not row:
        problems.append(f"docs/options.md: no row of {variable}")
    else:
        problems += [f"docs/options.md: {variable} can be `{word}`, too"
                     for word in words if f"`{word}`" not in row[0]]
    entry = re.search(rf"^\*{variable}\*\n((?:\t.*\n)+)", MANUAL, re.M)
    if not entry:
        problems.append(f"packaging/lineprof.7.tail.scd: no {variable}")
        continue
    # The first word is what happens anyway.
    problems += [f"packaging/lineprof.7.tail.scd: {variable} can be *{word}*, too"
                 for word in words[1:] if f"*{word}*" not in entry[1]]

print("\n".join(problems))
sys.exit(1 if problems else 0)
