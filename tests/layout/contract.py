#!/usr/bin/env python3
"""contract.py: what objects of different days share in one program (format/abi.h, abi.def) is what contract.txt says.

    contract.py SOURCE_TREE      with UPDATE=1: writes contract.txt

Sections, symbols that the linker keeps one of, and fields of records: where one is another and LP_ABI_VERSION is not,
objects of before and of now are linked without a word, and count wrongly.
"""
import difflib
import os
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
kept = root / "tests/layout/contract.txt"
header = (root / "format/abi.h").read_text(encoding="utf-8")
records = (root / "format/abi.def").read_text(encoding="utf-8")

lines = re.findall(r"^#define (LP_ABI_VERSION \d+)", header, re.M)
lines += [f"{name} {text}" for name, text in re.findall(r'^#define LP_((?:SECTION|SYMBOL)_\w+) "([^"]+)"', header, re.M)]
for record, fields in re.findall(r"^#ifdef LP_RECORD_(\w+)\n(.*?)^#endif", records, re.M | re.S):
    lines += [f"{record}: {of_type} {name}" for of_type, name in re.findall(r"^LP_FIELD_(\w+)\((\w+)\)", fields, re.M)]
assert len(lines) > 80, "format/abi.h is not read as it is written"

if os.environ.get("UPDATE") == "1":
    kept.write_text("\n".join(lines) + "\n", encoding="utf-8")
before = kept.read_text(encoding="utf-8").splitlines()
if before != lines:
    print("\n".join(difflib.unified_diff(before, lines, "tests/layout/contract.txt", "format/abi.h, abi.def", n=0, lineterm="")))
    print("LP_ABI_VERSION is another when these are, unless objects of both count rightly in one program; then, "
          "UPDATE=1 python3 tests/layout/contract.py .")
    sys.exit(1)
