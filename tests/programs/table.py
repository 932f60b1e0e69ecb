#!/usr/bin/env python3
"""table.py: the tables of docs/hits.md, of what compare.py found last.

    table.py BUILD [LEVEL]
"""
import collections
import glob
import json
import os
import sys


def results(build, level):
    """{(program, major): numbers}"""
    out = {}
    for path in glob.glob(os.path.join(build, "programs/*/*", f"result{level}.json")):
        major_folder = os.path.dirname(path)
        with open(path, encoding="utf-8") as file:
            out[(os.path.basename(os.path.dirname(major_folder)),
                 int(os.path.basename(major_folder)))] = json.load(file)
    return out


def print_programs(found, majors):
    print("| program | " + " | ".join(f"clang {major}: lines | equal | agree | differ"
                                      for major in majors) + " |")
    print("|---" * (1 + 4 * len(majors)) + "|")
    for name in sorted({name for name, _ in found}):
        cells = []
        for major in majors:
            of = found.get((name, major))
            if not of:
                cells += ["", "", "", ""]
                continue
            agree = of["equal"] + sum(of["finer"].values())
            cells += [str(of["counted"]), f"{100 * of['equal'] / of['counted']:.2f} %",
                      f"**{100 * agree / of['counted']:.2f} %**", str(of["counted"] - agree)]
        print(f"| {name} | " + " | ".join(cells) + " |")


def print_classes(found, majors):
    names = sorted({name for name, _ in found})
    for key, title in (("finer", "llvm-cov's own finer number"), ("differs", "differ")):
        total, of_program = collections.Counter(), {}
        for (name, _), of in found.items():
            of_program.setdefault(name, collections.Counter()).update(of[key])
            total.update(of[key])
        print(f"\n| {title}, clang {' and '.join(map(str, majors))} together | "
              + " | ".join(names) + " |")
        print("|---" * (1 + len(names)) + "|")
        for what, _ in total.most_common():
            print(f"| {what} | " + " | ".join(str(of_program[name][what] or "")
                                              for name in names) + " |")


def main():
    found = results(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "-O2")
    majors = sorted({major for _, major in found})
    print_programs(found, majors)
    print_classes(found, majors)


main()
