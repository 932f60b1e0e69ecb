#!/usr/bin/env python3
"""compare.py: random programs, whose times by lineprof must be those of the work that they count themselves.

    compare.py c|cpp [FIRST LAST [ENGINE [FLAG...]]]

Each seed from FIRST to LAST (default: 8, with FULL=1 60) at one level and with one engine, by turns, or with ENGINE
and FLAGs. The program of a seed that fails stays in a folder, with the command that runs it. Environment: LPVIEW, and
as in ../tools/toolchain.py.

Shares of all time: of lines, themselves and with what they call; of functions likewise. Calls must be exact. What is
out by more than TOLERANCE and 4 sigma of the samples is run once more, and then wrong.
"""
import dataclasses
import math
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
import lprof
import toolchain
from generate import generate
from seeds import compare_seeds, seeds

LEVELS = ("-O0", "-O1", "-O2", "-O3")
# What they run, in seconds; the timer's samples are fewer.
ENGINES = {"perf": 2, "timer": 5}
FLAGS = {"c": ["-std=gnu11"], "cpp": ["-std=c++17"]}
TOLERANCE = 0.025
# With less work at a time the calls around it would be seen.
LEAST_UNITS = 10
UNITS_PER_SECOND = 2.2e7
# Of the first look at what a program does.
FEW_ROUNDS = 5


class Broken(Exception):
    """A program that cannot be compared: not built, or not run to its end."""


def _execute(command, **environment):
    ran = subprocess.run(command, env=dict(os.environ, **environment), stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    if ran.returncode != 0:
        raise Broken(f"{' '.join(command)}: status {ran.returncode}: {ran.stdout[:500]} {ran.stderr[:2000]}")
    return ran


def _run(command, **environment):
    return _execute([*toolchain.runner(), *command], **environment)


def _build(folder, name, language, flags):
    common = ["-w", "-pthread", "-g0", "-I" + HERE]
    _execute([*toolchain.compiler(False, False), *common, "-fexceptions", *flags, "-c", HERE + "/foreign.c",
              "-o", f"{folder}/foreign.o"])
    is_truth = name == "truth"
    _execute([*toolchain.compiler(language == "cpp", not is_truth), *common, *FLAGS[language], *flags,
              *["-DTRUTH"] * is_truth, f"{folder}/timed.{language}", f"{folder}/foreign.o", "-o", f"{folder}/{name}"])


@dataclasses.dataclass
class Truth:
    """{line: units}, {line: units and what it calls}; by line of the name: the same of functions, and calls."""
    line_self: dict
    line_cumulative: dict
    function_self: dict
    function_cumulative: dict
    calls: dict
    done: dict


def _truth(folder, rounds, works=""):
    truth = Truth({}, {}, {}, {}, {}, {})
    for text in _run([f"{folder}/truth", str(rounds)], WORKS=works).stderr.splitlines():
        what, number, *values = text.split()
        number, values = int(number), [int(value) for value in values]
        if what == "line":
            truth.line_self[number], truth.line_cumulative[number] = values
        elif what == "function":
            truth.function_self[number], truth.function_cumulative[number], truth.calls[number] = values
        else:
            truth.done[number] = values[0]
    return truth


def _choose_works(p, folder, seconds):
    """Rounds, and the units of each work, which are to take about `seconds` together: large parts and small ones."""
    units = seconds * UNITS_PER_SECOND
    in_round = sum(_truth(folder, FEW_ROUNDS).done.values()) / FEW_ROUNDS
    # Few rounds have long works, many have short ones.
    most = max(FEW_ROUNDS + 1, units / 3 / (LEAST_UNITS * in_round))
    rounds = int(math.exp(p.random.uniform(math.log(FEW_ROUNDS), math.log(most))))
    done = _truth(folder, rounds).done
    parts = {number: p.random.paretovariate(0.8) for number in done}
    whole = sum(parts.values())
    works = [max(LEAST_UNITS, int(units * parts[number] / whole / done[number])) if number in done else 0
             for number in range(p.works + 1)]
    return rounds, " ".join(str(work) for work in works)


def _is_cost(text):
    """Whether the line takes time that is no work."""
    return any(word in text for word in ("raise(", "throw ", "longjmp(", "push_back("))


class Comparison:
    """Of a profile with the truth; `found` has a line of text for each number that differs."""

    def __init__(self, p, truth, profile, path):
        self.p, self.truth, self.profile, self.found = p, truth, profile, []
        self.path = os.path.realpath(path)
        self.texts = [""] + p.text().splitlines()
        self.lines = {line["line"]: line for line in profile.json["lines"] if self._is_here(line["file"])}
        self.units = sum(truth.line_self.values())
        self.seen_ns = sum(lprof.ran_ns(line) for line in self.lines.values())
        # What no sample stands for is in what clocks say.
        self.waiting = max(0, profile.json["totals"]["lifetime_ns"] / self.seen_ns - 1)
        self.costs = sum(lprof.ran_ns(line) for number, line in self.lines.items()
                         if _is_cost(self.texts[number])) / self.seen_ns
        self._compare_lines()
        self._compare_functions()

    def _is_here(self, file):
        return os.path.realpath(file) == self.path

    def _compare(self, what, line, units, ns):
        want, got = units / self.units, ns / self.seen_ns
        sigma = math.sqrt(want * (1 - min(want, 1)) / self.profile.json["run"]["independent_samples"])
        allowed = TOLERANCE + self.costs + 4 * sigma
        if want - got > allowed or got - want > allowed + (0 if what == "self" else self.waiting):
            self.found.append(f"{what} {line}: {100 * got:.1f} %, expected {100 * want:.1f} +- {100 * allowed:.1f}: "
                              f"{self.texts[line].strip()}")

    def _compare_lines(self):
        for number, line in sorted(self.lines.items()):
            self._compare("self", number, self.truth.line_self.get(number, 0), lprof.ran_ns(line))
            if "JOIN" not in self.texts[number]:
                self._compare("time", number, self.truth.line_cumulative.get(number, 0), line["time_ns"])

    def _compare_functions(self):
        truth = self.truth
        for number, calls in sorted(truth.calls.items()):
            here = [function for function in self.profile.functions()
                    if function.line == number and self._is_here(function.file)]
            ncalls = sum(function.ncalls for function in here)
            if ncalls != calls:
                self.found.append(f"calls {number}: {ncalls}, expected {calls}: {self.texts[number]}")
            self._compare("tottime", number, truth.function_self[number],
                          1e9 * sum(function.tottime_s - function.wait_s for function in here))
            # Who joins threads waits for them.
            if "main(" not in self.texts[number] or not self.p.has_threads:
                self._compare("cumtime", number, truth.function_cumulative[number],
                              1e9 * sum(function.cumtime_s for function in here))


def _profile(folder, engine, rounds, works):
    """The profile. The command stays in the folder."""
    path = f"{folder}/plain.lprof"
    if os.path.exists(path):
        os.remove(path)
    with open(f"{folder}/again", "w", encoding="utf-8") as file:
        file.write(f"WORKS='{works}' LINEPROF_ENGINE={engine} LINEPROF_FILE={path} {folder}/plain {rounds}\n")
    _run([f"{folder}/plain", str(rounds)], WORKS=works, LINEPROF_FILE=path, LINEPROF_ENGINE=engine,
             LINEPROF_REPORT="never")
    return lprof.Profile(path)


def compare(p, folder, engine, flags):
    """Lines of text, one for each number that differs."""
    source = f"{folder}/timed.{p.language}"
    with open(source, "w", encoding="utf-8") as file:
        file.write(p.text())
    try:
        _build(folder, "truth", p.language, ["-O1"])
        _build(folder, "plain", p.language, flags)
        rounds, works = _choose_works(p, folder, ENGINES[engine])
        truth = _truth(folder, rounds, works)
        found = Comparison(p, truth, _profile(folder, engine, rounds, works), source).found
        if found:
            found = Comparison(p, truth, _profile(folder, engine, rounds, works), source).found
        return found
    except (Broken, SystemExit) as broken:
        return [str(broken)]


def main(language, arguments):
    def compare_seed(seed, folder):
        engine = arguments[2] if len(arguments) > 2 else list(ENGINES)[seed % 4 == 0]
        flags = arguments[3:] or [LEVELS[seed % len(LEVELS) - seed // 4 % 2]]
        how = f"{language} {' '.join(flags)}, {engine}, again by sh {folder}/again"
        return how, compare(generate(seed, language), folder, engine, flags)
    compare_seeds(seeds(arguments, few=8, many=60), "times", compare_seed)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in FLAGS or len(sys.argv) == 3:
        print(__doc__)
        sys.exit(2)
    main(sys.argv[1], sys.argv[2:])
