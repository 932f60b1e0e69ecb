#!/usr/bin/env python3
"""compare.py: every line of a program, hits of lineprof against llvm-cov's, same clang, same input.

    compare.py NAME      with CLANG_MAJOR, BUILD, PLUGIN, PLUGIN_LIBRARY and LPVIEW set

Of all lines that llvm-cov reports and on which a statement or a function begins by clang's own
AST, at least 99 % must agree; a line that lineprof leaves out is a difference. llvm-cov shows for
a line the largest count of all that reaches into it; where that is another number, it is asked
for the count at the very place where the statement begins. Lines on which nothing begins (braces,
continuation lines, comments, macro definitions) are counted apart.
docs/hits.md explains the classes.
"""
import collections
import importlib
import json
import os
import pickle
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
sys.path.insert(0, HERE)
import classes
import coverage
import lprof
import statement_lines
import variants

REQUIRED_PCT = 99.0
LEVEL = os.environ.get("LEVEL", "-O2")
COVERAGE = ["-fprofile-instr-generate", "-fcoverage-mapping"]


class Run:
    """The numbers of one way to build and one list of runs."""

    def __init__(self, folder, name):
        self.files = []
        self.path = os.path.join(folder, name)

    def environment(self, variable, suffix):
        """For variants.execute(): each run writes a file of its own."""
        def of_run(number):
            file = f"{self.path}.{number}.{suffix}"
            if os.path.exists(file):
                os.remove(file)
            self.files.append(file)
            return {variable: file, **({"LINEPROF_FILE": "/dev/null"} if suffix == "profraw" else {})}
        return of_run

    def covered(self, major, built):
        files = [file for file in self.files if os.path.exists(file)]
        return coverage.Coverage(major, built, files, self.path + ".profdata")

    def profiled(self):
        """{file: {line: hits}}, the sum of all runs."""
        out = {}
        for file in self.files:
            if not os.path.exists(file):
                continue # a command that was not the program
            for path, lines in lprof.Profile(file).all_hits().items():
                mine = out.setdefault(path, {})
                for line, hits in lines.items():
                    mine[line] = mine.get(line, 0) + hits
        return out


class Measured:
    """All that is compared."""

    def __init__(self, program, major, folder):
        compiler = variants.Compiler(major, folder)
        started = [compiler.start(program, "profiled" + LEVEL, ["-fplugin=" + os.environ["PLUGIN"]],
                                  LEVEL),
                   compiler.start(program, "coverage", COVERAGE, "-O0"),
                   compiler.start(program, "expanded", COVERAGE, "-O0", is_expanded=True)]
        self.facts = statement_facts(program, compiler, major, folder)
        profiled, covered, expanded = map(compiler.finish, started)

        def coverage_of(built, name, runs="RUNS"):
            run = Run(folder, name)
            printed = variants.execute(program, built, folder,
                                       run.environment("LLVM_PROFILE_FILE", "profraw"), runs)
            return run.covered(major, built), printed

        def hits_of(name, runs="RUNS"):
            run = Run(folder, name)
            printed = variants.execute(program, profiled, folder,
                                       run.environment("LINEPROF_FILE", "lprof"), runs)
            return run.profiled(), printed

        self.hits, printed = hits_of("profiled")
        self.covered, printed_covered = coverage_of(covered, "coverage")
        by_expanded, printed_expanded = coverage_of(expanded, "expanded")
        self.covered.read_regions()
        self.expanded = coverage.of_sources(by_expanded.lines)
        self.printed = [printed, printed_covered, printed_expanded]
        self.calm_hits = self.calm_covered = {}
        if program.commands("CALM_RUNS", program=""):
            self.calm_hits, _ = hits_of("calm", "CALM_RUNS")
            self.calm_covered = coverage_of(covered, "calm-coverage", "CALM_RUNS")[0].lines


def statement_facts(program, compiler, major, folder):
    """{file: Lines} of all sources; kept, as it depends on the sources alone."""
    kept = os.path.join(folder, "statements.pickle")
    tool = statement_lines.build_tool(major, os.path.dirname(os.path.dirname(folder)))
    key = [(path, os.path.getmtime(path)) for path in
           [*program.sources(), tool, statement_lines.__file__]]
    if os.path.exists(kept):
        with open(kept, "rb") as file:
            kept_key, merged = pickle.load(file)
        if kept_key == key:
            return merged
    merged = {}
    for source in program.sources():
        found = statement_lines.read(tool, compiler.clang, program.flags(source), source)
        for path, lines in found.items():
            merged.setdefault(path, statement_lines.Lines()).merge(lines)
    with open(kept, "wb") as file:
        pickle.dump((key, merged), file)
    return merged


class Comparison:
    def __init__(self):
        self.differs = collections.Counter()
        self.finer = collections.Counter()
        self.apart = collections.Counter()
        self.details = []
        self.files = self.reported = self.counted = self.equal = self.only_lineprof = 0

    def add_file(self, path, measured):
        text = classes.Text(path)
        facts = measured.facts.get(path, statement_lines.Lines())
        covered, hits = measured.covered.lines[path], measured.hits.get(path, {})
        self.files += 1
        self.reported += len(covered)
        self.only_lineprof += len(set(hits) - set(covered))
        for number, want in sorted(covered.items()):
            got = hits.get(number)
            if number not in facts.begins and got is None:
                name = classes.nothing_begins(text, number, facts)
                self.apart[name] += 1
                if "other" in name:
                    self._tell(path, number, f"[{name}] llvm-cov {want}", text)
                continue
            if got == want:
                self.counted += 1
                self.equal += 1
                continue
            evidence = classes.Evidence(text, path, number, facts, measured)
            if got is None and evidence.is_missing:
                self.apart["a function of which the program has no copy"] += 1
                continue
            self.counted += 1
            name = classes.finer_class(got, evidence)
            if name:
                self.finer[name] += 1
                continue
            name = classes.difference(got, want, evidence)
            if number not in facts.begins:
                name = "shown by lineprof where nothing begins; " + name
            self.differs[name] += 1
            self._tell(path, number, f"[{name}] lineprof {got}, llvm-cov {want}, "
                       f"with macros expanded {evidence.expanded}", text)

    def _tell(self, path, number, what, text):
        self.details.append(f"{os.path.basename(path)}:{number}: {what}: {text.lines[number - 1]}")

    def equal_pct(self):
        return 100.0 * self.equal / max(self.counted, 1)

    def agree_pct(self):
        """Equal, or llvm-cov gives lineprof's number when it is asked more finely."""
        return 100.0 * (self.equal + sum(self.finer.values())) / max(self.counted, 1)

    def print(self, title):
        print(f"{title}: {self.files} files, {self.reported} lines reported by llvm-cov")
        print(f"{self.counted:6}  lines on which a statement or function begins")
        print(f"{self.equal:6}  equal: {self.equal_pct():.2f} %")
        for name, count in self.finer.most_common():
            print(f"{count:6}  {name}")
        print(f"{self.equal + sum(self.finer.values()):6}  agree: {self.agree_pct():.2f} %")
        for name, count in self.differs.most_common():
            print(f"{count:6}  differ: {name}")
        for name, count in self.apart.most_common():
            print(f"{count:6}  nothing begins: {name}")
        print(f"{self.only_lineprof:6}  shown by lineprof only")

    def save(self, folder):
        """Writes each difference, and the numbers for table.py; returns the former's path."""
        report = os.path.join(folder, f"differences{LEVEL}.txt")
        with open(report, "w", encoding="utf-8") as file:
            file.write("\n".join(self.details) + "\n")
        with open(os.path.join(folder, f"result{LEVEL}.json"), "w", encoding="utf-8") as file:
            json.dump({"counted": self.counted, "equal": self.equal, "differs": self.differs,
                       "finer": self.finer, "apart": self.apart, "only_lineprof": self.only_lineprof}, file)
        return report


def main():
    name, major, build = sys.argv[1], os.environ["CLANG_MAJOR"], os.environ["BUILD"]
    program = variants.Program(importlib.import_module("catalogue." + name), build)
    if not program.is_here():
        print(f"{program.title}: its source is not there (./check downloads it)")
        return 77
    folder = os.path.join(build, "programs", name, major)
    os.makedirs(folder, exist_ok=True)
    program.prepare()
    measured = Measured(program, major, folder)
    if len(set(measured.printed)) != 1:
        print(f"{program.title}: its output differs:\n" + "\n".join(measured.printed))
        return 1
    comparison = Comparison()
    for path in sorted(measured.covered.lines):
        if not path.startswith(program.not_compared()):
            comparison.add_file(path, measured)
    comparison.print(f"{program.title}, clang {major}, {LEVEL}")
    print(f"each difference: {comparison.save(folder)}")
    if comparison.counted < program.least_lines:
        print(f"too few lines to be {program.title}")
        return 1
    if comparison.agree_pct() < REQUIRED_PCT:
        print(f"fewer than {REQUIRED_PCT} % agree")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
