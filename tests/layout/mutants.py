#!/usr/bin/env python3
"""mutants.py: that tests/mutants can be tried: each patch fits the source, the tests it names are
there, and docs/accuracy.md has a row for it.

    mutants.py SOURCE
"""
import pathlib
import re
import shutil
import subprocess
import sys


def has_test(source, name):
    """Whether a test of that name, as tests/CMakeLists.txt makes it of a file, is there."""
    kind, _, rest = name.partition(".")
    if kind == "unit":
        return (source / f"tests/unit/test_{rest}.c").exists()
    if kind.startswith("random"):  # made of seeds
        return (source / "tests" / kind).is_dir()
    return any((source / "tests" / kind).glob(rest + "*"))


def row_of(text):
    without, fails = (re.search(rf"^{head}: (.*)$", text, re.M).group(1)
                      for head in ("Without", "Fails"))
    return without, fails.split()


def faults(source):
    table = (source / "docs/accuracy.md").read_text(encoding="utf-8")
    for path in sorted((source / "tests/mutants").glob("*.patch")):
        name = path.relative_to(source)
        without, tests = row_of(path.read_text(encoding="utf-8"))
        tried = subprocess.run(["patch", "-p0", "-s", "--dry-run", "-d", source, "-i", path],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               check=False)
        if tried.returncode != 0:
            yield f"{name}: does not fit: {tried.stdout.splitlines()[0]}"
        for test in tests:
            if not has_test(source, test):
                yield f"{name}: there is no test {test}"
        if f"\n| {without} |" not in table:
            yield f"{name}: no row in docs/accuracy.md: {without}"


def main(source):
    if not shutil.which("patch"):
        print("skipped: no patch")
        return 77
    found = list(faults(pathlib.Path(source).resolve()))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
