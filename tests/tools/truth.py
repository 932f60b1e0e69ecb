#!/usr/bin/env python3
"""truth.py: programs whose shares of time are known, by each engine.

    truth.py SOURCE

The program takes a number: how many rounds of its work to do. It is run until the CPU time
that its comments ask for has passed, four times that with the timer. Comments in the source:

    code;    //~ NAME                the line belongs to NAME
    code;    //~ aside               it is no part of the whole
    //: seconds = 2                  CPU time with perf (default: 2); with the timer 4 times that
    //: share NAME = 70 +- 2         percent that NAME's lines have of all lines of the source
    //: share NAME = told +- 2       as the program prints it: "told NAME SECONDS" for each
    //: least NAME = 90              the same, from below
    //: flags = -pthread             added to the build (default: -O2)
    //: rounds = 1                   how many, whatever time they take
    //: tries = 5                    at most so often (default: 2)
    //: work = timed                 it works by the clock: its hits differ from run to run
    //: calls NAME = 7049155         of that function, exactly, in one round
    //: slowdown = 2                 at most so many times the time without lineprof: CPU time, the smallest of
                                     5 runs of each, by turns
    //: runs = 40                    that many runs of one round each: shares must be within their 95 % confidence
                                     intervals in nine of ten, whatever the number of samples
    //: dear = timer                 where perf's samples are so dear that lineprof would not choose it, it is not tried
    //: interrupts = many            perf's samples are held against the user time that the kernel
                                     states, not against all CPU time: no sample sees interrupts

The tolerance is the stated one or 3 sigma of the independent samples, what is larger. What is out is
tried once more. Fewer than 400 are no test: then the program runs for longer, up to four times. What the program prints as "function NAME SECONDS" must
be that function's tottime, "cumulative NAME SECONDS" its cumtime, and "line NAME SECONDS" the time of NAME's
lines with what they call, each within 3 percent or 3 sigma, A+B the sum of two; and "calls NAME NUMBER" its
calls. What it prints as "sampled NAME SECONDS" is CPU time that the samples in that function must stand for, instead of
all samples for all CPU time: of many short threads, the kernel's part before a thread runs and behind its end is large,
and no sample's. Its exit status must be 0. Hits
must be the same with every engine and in every mode.
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
import where

ENGINES = {"perf": 1, "timer": 4}
LEAST_SAMPLES = 400
# Decision 0067: only who asks for perf has its samples no more often than the timer's.
DEAR_NS = 2e6
LONGER_MOST = 4
OWN_TOLERANCE = 0.03
SLOWDOWN_RUNS = 5
SLOWDOWN_SECONDS = 0.4
COVERED_RUNS = 0.9


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
                         "work": "fixed", "interrupts": "few", "slowdown": "0", "runs": "0", "dear": "perf"}
        self.calls = {}
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
            self.shares[words[1]] = (None if share.strip() == "told" else float(share) / 100, float(tolerance) / 100)
        elif words[0] == "least":
            self.leasts[words[1]] = float(value) / 100
        elif words[0] == "calls":
            self.calls[words[1]] = int(value)
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
        self.own = [(what, names.split("+"), float(seconds)) for what, names, seconds in
                    re.findall(r"^(function|cumulative|line) ([\w+]+) ([0-9.]+)$", done.stdout, re.M)]
        self.sampled = [(name, float(seconds)) for name, seconds in
                        re.findall(r"^sampled (\w+) ([0-9.]+)$", done.stdout, re.M)]
        self.told = {name: float(seconds) for name, seconds in
                     re.findall(r"^told (\w+) ([0-9.]+)$", done.stdout, re.M)}
        self.calls = [(name, int(number)) for name, number in
                      re.findall(r"^calls (\w+) (\d+)$", done.stdout, re.M)]


def share_problems(truth, run):
    samples = run.run["independent_samples"]
    out = []
    whole = 1 - run.profile.line_share(truth.path, truth.names.get("aside", []))
    for name, lines in truth.names.items():
        share = run.profile.line_share(truth.path, lines) / whole
        print(f"  {name}: {100 * share:.2f} %")
        if name in truth.shares:
            want, tolerance = truth.shares[name]
            if want is None:
                want = run.told[name] / sum(run.told.values())
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


def own_seconds(truth, run, what, name):
    """What the profile says of what the program took by its own clock."""
    if what == "line":
        return run.profile.line_seconds(truth.path, truth.names[name])
    found = [function for function in run.profile.functions() if function.name == name]
    if what == "function":
        return sum(function.tottime_s for function in found)
    seconds = sum(function.cumtime_s for function in found)
    # A clock in the function has its probes in it, as the program's own around the call has.
    if all(function.cumtime_clocked for function in found):
        return seconds
    return seconds + run.profile.site_probes_seconds(name)


def own_problems(truth, run):
    out = []
    for what, names, seconds in run.own:
        found = sum(own_seconds(truth, run, what, name) for name in names)
        text = f"{what} {'+'.join(names)}: {found:.4f} s, by its own clock {seconds:.4f} s"
        print("  " + text)
        # What rests on samples; a function's own may be a clock's.
        samples = max(seconds * 1e9 / run.run["cpu_ns"] * run.run["independent_samples"], 1)
        sigma = math.sqrt(max(1 - seconds * 1e9 / run.run["cpu_ns"], 0) / samples)
        if abs(found - seconds) > max(OWN_TOLERANCE, 3 * sigma) * seconds:
            out.append(text)
    return out


def sampled_problems(run):
    out = []
    for name, seconds in run.sampled:
        samples = sum(function.self_samples for function in run.profile.functions() if function.name == name)
        stands_for = samples * run.run["sample_period_ns"] / 1e9 / seconds
        text = f"samples in {name} stand for {100 * stands_for:.1f} % of its CPU time"
        print("  " + text)
        if not 0.9 < stands_for < 1.1:
            out.append(text)
    return out


def coverage_problems(truth, run):
    """Samples stand for the CPU time. What the kernel does for others, as interrupts and
    switches of threads, is in it too, and in no sample of perf."""
    if run.sampled:
        return sampled_problems(run)
    stands_for = run.run["samples"] * run.run["sample_period_ns"] / run.run["cpu_ns"]
    print(f"  samples stand for {100 * stands_for:.1f} % of the CPU time")
    if truth.settings["interrupts"] == "many" and run.run["engine"] == "perf":
        print(f"  {100 * run.user_share:.1f} % of it was user time")
        stands_for /= run.user_share
    return [] if 0.9 < stands_for < 1.1 else [f"samples are {100 * stands_for:.1f} % of the time"]


def enough(truth, program, rounds, engine):
    """A run, or a longer one: where samples are dear there are fewer in the same time."""
    run = Run(program, rounds, LINEPROF_ENGINE=engine)
    samples = run.run["independent_samples"]
    if 0 < samples < LEAST_SAMPLES and not int(truth.settings["rounds"]):
        longer = min(math.ceil(1.2 * LEAST_SAMPLES / samples), LONGER_MOST)
        run = Run(program, longer * rounds, LINEPROF_ENGINE=engine)
    return run


def try_engine(truth, program, rounds, engine):
    run = enough(truth, program, rounds, engine)
    samples, took = run.run["independent_samples"], run.run["engine"]
    if took != engine:
        print(f"{engine}: skipped: {run.run['engine_note']}")
        return []
    if truth.settings["dear"] == "timer" and engine == "perf" and run.run["sample_period_ns"] > DEAR_NS:
        print("perf: skipped: samples are too dear here")
        return []
    print(f"{engine}: {run.run['samples']} samples, {samples} independent, {run.run['kernel_samples']} in the kernel, "
          f"{run.run['samples_lost']} lost, one in {run.run['sample_period_ns'] / 1e6:.3f} ms")
    problems = own_problems(truth, run) + call_problems(truth, run, run.calls)
    if not truth.names:
        return problems
    if samples < LEAST_SAMPLES:
        print(f"{engine}: skipped: only {samples} samples")
        return problems
    problems += share_problems(truth, run) + coverage_problems(truth, run)
    if problems:
        where.show(program, f"{program}.lprof")
    return problems


def check_hits(truth, program):
    """Counting knows nothing of engines and modes."""
    expected = Run(program, 1, LINEPROF_ENGINE="none").profile.hits(truth.path)
    for variable, value in (("ENGINE", "perf"), ("ENGINE", "timer"), ("MODE", "counts"),
                            ("MODE", "deterministic")):
        hits = Run(program, 1, **{"LINEPROF_" + variable: value}).profile.hits(truth.path)
        if hits != expected:
            fail(f"LINEPROF_{variable}={value}: hits {hits}, expected {expected}")


def call_problems(truth, run, calls):
    found = [(name, run.profile.calls(truth.path, name)[0], expected) for name, expected in calls]
    return [f"{name}: {ncalls} calls, expected {expected}" for name, ncalls, expected in found
            if ncalls != expected]


def check_calls(truth, program):
    problems = call_problems(truth, Run(program, 1, LINEPROF_ENGINE="none"), truth.calls.items())
    if problems:
        fail("; ".join(problems))


def cpu_seconds(program, rounds, **environment):
    path = f"{program}.lprof"
    with open(os.devnull, "wb") as null:
        child = subprocess.Popen([*toolchain.runner(), program, str(rounds)], stdout=null,
                                 env=dict(os.environ, LINEPROF_FILE=path, **environment))
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        fail(f"{program}: exit status {child.returncode}")
    return used.ru_utime + used.ru_stime


def slowdown_problems(truth, program, plain, engine):
    most = float(truth.settings["slowdown"])
    rounds = rounds_for(truth, program, SLOWDOWN_SECONDS)
    took = [(cpu_seconds(plain, rounds), cpu_seconds(program, rounds, LINEPROF_ENGINE=engine))
            for _ in range(SLOWDOWN_RUNS)]
    ratio = min(with_it for _, with_it in took) / min(without for without, _ in took)
    print(f"{engine}: {ratio:.2f} times the time without lineprof")
    return [f"{ratio:.2f} times the time without, expected {most} or less"] if ratio > most else []


def interval_problems(truth, program, engine):
    covered = total = 0
    for _ in range(int(truth.settings["runs"])):
        run = Run(program, 1, LINEPROF_ENGINE=engine)
        if run.run["engine"] != engine:
            print(f"{engine}: skipped: {run.run['engine_note']}")
            return []
        if not run.run["samples"]:
            continue
        for name, (want, _) in truth.shares.items():
            share = run.profile.line_share(truth.path, truth.names[name])
            total += 1
            covered += abs(share - want) <= run.profile.line_interval(truth.path, truth.names[name])
    print(f"{engine}: {covered} of {total} shares are within their intervals")
    if total < int(truth.settings["runs"]) / 2:
        return [f"only {total} shares were seen"]
    return [] if covered >= COVERED_RUNS * total else [f"{covered} of {total} shares within their intervals"]


def rounds_for(truth, program, seconds):
    if int(truth.settings["rounds"]):
        return int(truth.settings["rounds"])
    one_s = Run(program, 1, LINEPROF_ENGINE="none").run["cpu_ns"] / 1e9
    return math.ceil(seconds / one_s)


def build(truth, program, with_lineprof):
    subprocess.run([*toolchain.compiler(truth.path.endswith(".cpp"), with_lineprof),
                    *truth.settings["flags"].split(), truth.path, "-o", program], check=True)


def try_often(truth, engine, attempt):
    for _ in range(int(truth.settings["tries"])):
        problems = attempt()
        if not problems:
            return
        print("  out: " + "; ".join(problems))
    fail(f"{engine}: out, time after time: " + "; ".join(problems))


def check(truth, folder):
    program = os.path.join(folder, "program")
    build(truth, program, with_lineprof=True)
    os.environ.pop("LINEPROF_MODE", None)
    if truth.settings["work"] == "fixed":
        check_hits(truth, program)
    check_calls(truth, program)
    if float(truth.settings["slowdown"]):
        build(truth, program + "-plain", with_lineprof=False)
    for engine, factor in ENGINES.items():
        if int(truth.settings["runs"]):
            try_often(truth, engine, lambda: interval_problems(truth, program, engine))
            continue
        rounds = rounds_for(truth, program, float(truth.settings["seconds"]) * factor)
        try_often(truth, engine, lambda: try_engine(truth, program, rounds, engine))
        if float(truth.settings["slowdown"]):
            try_often(truth, engine, lambda: slowdown_problems(truth, program, program + "-plain", engine))


def main():
    if len(sys.argv) != 2:
        fail(__doc__)
    folder = tempfile.mkdtemp(prefix="lineprof-truth-")
    try:
        check(Truth(sys.argv[1]), folder)
    finally:
        shutil.rmtree(folder)


main()
