#!/usr/bin/env python3
"""truth.py: programs whose shares of time are known, by each engine.

    truth.py SOURCE

The program takes a number: how many rounds of its work to do. It is run until the CPU time
that its comments ask for has passed, four times that with the timer. Comments in the source:

    code;    //~ NAME                the line belongs to NAME
    //: seconds = 2                  CPU time with perf (default: 2); with the timer 4 times that
    //: share NAME = 70 +- 2         percent that NAME's lines have of all lines of the source
    //: least NAME = 90              the same, from below
    //: flags = -pthread             added to the build (default: -O2)
    //: rounds = 1                   how many, whatever time they take
    //: tries = 5                    at most so often (default: 2)
    //: work = timed                 it works by the clock: its hits differ from run to run
    //: interrupts = many            perf's samples are held against the user time that the kernel
                                     states, not against all CPU time: no sample sees interrupts

The tolerance is the stated one or 3 sigma of the samples, what is larger. What is out is tried
once more. Fewer than 400 samples are no test. What the program prints as "function NAME SECONDS" must
be that function's tottime within 3 percent. Its exit status must be 0. Hits must be the same
with every engine and in every mode.
"""
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lprof
import toolchain

ENGINES = {"perf": 1, "timer": 4}
LEAST_SAMPLES = 400
OWN_TOLERANCE = 0.03


def fail(text):
    print(text)
    sys.exit(1)


class Truth:
    def __init__(self, path):
        self.path = os.path.realpath(path)
        self.names = {}
        self.shares = {}
        self.leasts = {}
        self.settings = {"seconds": "2", "flags": "-O2", "rounds": "0", "tries": "2",
                         "work": "fixed", "interrupts": "few"}
        with open(path, encoding="utf-8") as source:
            for number, line in enumerate(source, 1):
                self._read(number, line)

    def _read(self, number, line):
        head = re.match(r"\s*//: (.*?)\s*=\s*(.*?)\s*$", line)
        if head is None:
            mark = re.search(r"//~ (\w+)", line)
            if mark:
                self.names.setdefault(mark.group(1), []).append(number)
            return
        key, value = head.groups()
        words = key.split()
        if words[0] == "share":
            share, tolerance = value.split("+-")
            self.shares[words[1]] = (float(share) / 100, float(tolerance) / 100)
        elif words[0] == "least":
            self.leasts[words[1]] = float(value) / 100
        elif key in self.settings:
            self.settings[key] = value
        else:
            fail(f"{self.path}:{number}: unknown: {key}")


class Run:
    """One run of the program, and its profile."""

    def __init__(self, program, rounds, **environment):
        path = f"{program}.lprof"
        if os.path.exists(path):
            os.remove(path)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*toolchain.runner(), program, str(rounds)], stdout=subprocess.PIPE, text=True,
                              env=dict(os.environ, LINEPROF_FILE=path, **environment))
        if done.returncode != 0:
            fail(f"{environment}: exit status {done.returncode}: {done.stdout}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        user_s, kernel_s = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
        self.user_share = user_s / max(user_s + kernel_s, 1e-9)
        self.profile = lprof.Profile(path)
        self.run = self.profile.json["run"]
        self.own = {name: float(seconds) for name, seconds in
                    re.findall(r"^function (\w+) ([0-9.]+)$", done.stdout, re.M)}


def share_problems(truth, run):
    samples = run.run["samples"]
    out = []
    for name, lines in truth.names.items():
        share = run.profile.line_share(truth.path, lines)
        print(f"  {name}: {100 * share:.2f} %")
        if name in truth.shares:
            want, tolerance = truth.shares[name]
            tolerance = max(tolerance, 3 * math.sqrt(want * (1 - want) / samples))
            if abs(share - want) > tolerance:
                out.append(f"{name}: {100 * share:.2f} %, expected {100 * want:.2f} "
                           f"+- {100 * tolerance:.2f}")
        if name in truth.leasts:
            least = truth.leasts[name]
            least -= 3 * math.sqrt(least * (1 - least) / samples)
            if share < least:
                out.append(f"{name}: {100 * share:.2f} %, expected {100 * least:.2f} or more")
    return out


def own_problems(run):
    out = []
    for name, seconds in run.own.items():
        found = [f.tottime_s for f in run.profile.functions() if f.name == name]
        print(f"  {name}(): {sum(found):.4f} s, by its own clock {seconds:.4f} s")
        if abs(sum(found) - seconds) > OWN_TOLERANCE * seconds:
            out.append(f"{name}(): {sum(found):.4f} s, expected {seconds:.4f}")
    return out


def coverage_problems(truth, run):
    """Samples stand for the CPU time. What the kernel does for others, as interrupts and
    switches of threads, is in it too, and in no sample of perf."""
    stands_for = run.run["samples"] * run.run["sample_period_ns"] / run.run["cpu_ns"]
    print(f"  samples stand for {100 * stands_for:.1f} % of the CPU time")
    if truth.settings["interrupts"] == "many" and run.run["engine"] == "perf":
        print(f"  {100 * run.user_share:.1f} % of it was user time")
        stands_for /= run.user_share
    return [] if 0.9 < stands_for < 1.1 else [f"samples are {100 * stands_for:.1f} % of the time"]


def try_engine(truth, program, rounds, engine):
    run = Run(program, rounds, LINEPROF_ENGINE=engine)
    samples, took = run.run["samples"], run.run["engine"]
    if took != engine:
        print(f"{engine}: skipped: {run.run['engine_note']}")
        return []
    print(f"{engine}: {samples} samples, {run.run['kernel_samples']} in the kernel, "
          f"{run.run['samples_lost']} lost, one in {run.run['sample_period_ns'] / 1e6:.3f} ms")
    problems = own_problems(run)
    if not truth.names:
        return problems
    if samples < LEAST_SAMPLES:
        print(f"{engine}: skipped: only {samples} samples")
        return problems
    return problems + share_problems(truth, run) + coverage_problems(truth, run)


def check_hits(truth, program):
    """Counting knows nothing of engines and modes."""
    expected = Run(program, 1, LINEPROF_ENGINE="none").profile.hits(truth.path)
    for variable, value in (("ENGINE", "perf"), ("ENGINE", "timer"), ("MODE", "counts"),
                            ("MODE", "deterministic")):
        hits = Run(program, 1, **{"LINEPROF_" + variable: value}).profile.hits(truth.path)
        if hits != expected:
            fail(f"LINEPROF_{variable}={value}: hits {hits}, expected {expected}")


def rounds_for(truth, program, factor):
    if int(truth.settings["rounds"]):
        return int(truth.settings["rounds"])
    one_s = Run(program, 1, LINEPROF_ENGINE="none").run["cpu_ns"] / 1e9
    return math.ceil(float(truth.settings["seconds"]) * factor / one_s)


def check(truth, folder):
    program = os.path.join(folder, "program")
    subprocess.run([*toolchain.compiler(truth.path.endswith(".cpp"), with_lineprof=True),
                    *truth.settings["flags"].split(), truth.path, "-o", program], check=True)
    os.environ.pop("LINEPROF_MODE", None)
    if truth.settings["work"] == "fixed":
        check_hits(truth, program)
    for engine, factor in ENGINES.items():
        rounds = rounds_for(truth, program, factor)
        for _ in range(int(truth.settings["tries"])):
            problems = try_engine(truth, program, rounds, engine)
            if not problems:
                break
            print("  out: " + "; ".join(problems))
        else:
            fail(f"{engine}: out, time after time: " + "; ".join(problems))


def main():
    if len(sys.argv) != 2:
        fail(__doc__)
    folder = tempfile.mkdtemp(prefix="lineprof-truth-")
    try:
        check(Truth(sys.argv[1]), folder)
    finally:
        shutil.rmtree(folder)


main()
