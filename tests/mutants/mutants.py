#!/usr/bin/env python3
"""mutants.py: what the tests find when a mechanism is taken out of lineprof.

    mutants.py SOURCE FOLDER [NAME...]     (default: all of tests/mutants/NAME.patch)

Each patch takes one mechanism out; its head says which (`Without:`) and which tests must fail
then (`Fails:`), those of clang 19 where a test has one for each clang. FOLDER gets a copy of
the source and a build of it, and is used again. First the tests have to pass as things are.
Prints the table of docs/accuracy.md. Exit status: 1 if a test does not do what is said.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

MAJOR = "19"
PARTS = ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "cmake", "docs", "examples",
         "format", "packaging", "plugin", "runtime", "viewer", "tests", "bench")


def run(words, **options):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **options)


class Mutant:
    def __init__(self, path):
        text = path.read_text(encoding="utf-8")
        head = dict(re.findall(r"^(Without|Fails): (.*)$", text, re.M))
        self.name, self.path = path.stem, path
        self.without, self.fails = head["Without"], head["Fails"].split()


class Tree:
    """The copy and its build."""

    def __init__(self, source, folder):
        self.source = folder / "source"
        self.build = folder / "build"
        shutil.rmtree(self.source, ignore_errors=True)
        self.source.mkdir(parents=True)
        for part in PARTS:
            copy = shutil.copytree if (source / part).is_dir() else shutil.copy2
            copy(source / part, self.source / part)
        # The last run left them compiled with something taken out.
        for path in (source / "tests/mutants").glob("*.patch"):
            for changed in re.findall(r"^\+\+\+ (\S+)$", path.read_text(encoding="utf-8"), re.M):
                (self.source / changed).touch()
        self.must(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja",
                   "-DLINEPROF_LLVM_MAJORS=" + MAJOR, "-DCMAKE_CXX_COMPILER=clang++"])

    @staticmethod
    def must(words):
        done = run(words)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout[-4000:]}")

    def patch(self, mutant, *how):
        self.must(["patch", "-p0", "-s", *how, "-d", self.source, "-i", mutant.path])

    def failed(self, tests):
        """Those of `tests` that fail in the copy as it is; None in place of one that is not there
        or was skipped."""
        self.must(["cmake", "--build", self.build])
        pattern = "|".join(rf"^{re.escape(name)}(\.clang-{MAJOR})?$" for name in tests)
        said = run(["ctest", "--test-dir", self.build, "-j2", "-R", pattern]).stdout
        results = dict(re.findall(r"Test +#\d+: (\S+?)(?:\.clang-\d+)? \.+(?:\s|\*)*(\w+)", said))
        return {name: None if results.get(name) in (None, "Skipped") else
                results[name] != "Passed" for name in tests}


def main(source, folder, names):
    source, folder = pathlib.Path(source).resolve(), pathlib.Path(folder).resolve()
    paths = sorted((source / "tests/mutants").glob("*.patch"))
    mutants = [Mutant(path) for path in paths if not names or path.stem in names]
    tree = Tree(source, folder)
    wrong = []
    tests = sorted({test for mutant in mutants for test in mutant.fails})
    for test, has_failed in tree.failed(tests).items():
        if has_failed:
            wrong.append(f"{test} fails with nothing taken out")
    print("| without | fails |\n|---|---|")
    for mutant in mutants:
        tree.patch(mutant)
        failed = tree.failed(mutant.fails)
        tree.patch(mutant, "-R")
        found = [test for test, has_failed in failed.items() if has_failed]
        wrong += [f"{mutant.name}: {test} passes" for test, has_failed in failed.items()
                  if has_failed is False]
        print(f"| {mutant.without} | {', '.join(f'`{test}`' for test in found)} |", flush=True)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
