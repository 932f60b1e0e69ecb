"""ways.py: the ways to build and to run a program that the benchmarks compare."""
import dataclasses
import shutil

import common

PLUGIN_FLAG = "-fplugin=" + common.PLUGIN


@dataclasses.dataclass
class Way:
    """One way: flags of compiler and linker, environment and words in front of the command."""
    about: str
    flags: list = dataclasses.field(default_factory=list)
    link: list = dataclasses.field(default_factory=list)
    environment: dict = dataclasses.field(default_factory=dict)
    prefix: list = dataclasses.field(default_factory=list)
    tool: str = ""  # has to be installed
    build: str = ""  # the way whose program is run; its own if empty


WAYS = {
    "plain": Way("-O2"),
    "again": Way("the same build, run once more: the noise", build="plain"),
    "counts": Way("lineprof, mode=counts", [PLUGIN_FLAG, "-fplugin-arg-lineprof-mode=counts"],
                  environment={"LINEPROF_MODE": "counts"}),
    "timer": Way("lineprof as it comes, LINEPROF_ENGINE=timer", [PLUGIN_FLAG],
                 environment={"LINEPROF_ENGINE": "timer"}),
    "perf": Way("lineprof as it comes, LINEPROF_ENGINE=perf", build="timer",
                environment={"LINEPROF_ENGINE": "perf"}),
    "deterministic": Way("lineprof, LINEPROF_MODE=deterministic: no samples", build="timer",
                         environment={"LINEPROF_MODE": "deterministic"}),
    "pgo": Way("-fprofile-generate", ["-fprofile-generate"], ["-fprofile-generate"]),
    "llvm-cov": Way("-fprofile-instr-generate -fcoverage-mapping",
                    ["-fprofile-instr-generate", "-fcoverage-mapping"],
                    ["-fprofile-instr-generate"]),
    "gcov": Way("--coverage", ["--coverage"], ["--coverage"]),
    "gprof": Way("-pg", ["-pg"], ["-pg"]),
    "perf record": Way("perf record -F 999", build="plain", tool="perf",
                       prefix=["perf", "record", "-q", "-F", "999", "-e", "cpu-clock:u",
                               "-o", "{out}/perf.data"]),
    "uftrace": Way("uftrace record, -pg", build="gprof", tool="uftrace",
                   prefix=["uftrace", "record", "-d", "{out}/uftrace.data"]),
    "callgrind": Way("valgrind --tool=callgrind", build="plain", tool="valgrind",
                     prefix=["valgrind", "-q", "--tool=callgrind",
                             "--callgrind-out-file={out}/callgrind.out"]),
    # Not in the table: where the time goes.
    "frames": Way("counts, frame pointers kept", [PLUGIN_FLAG, "-fno-omit-frame-pointer",
                                                  "-fplugin-arg-lineprof-mode=counts"],
                  environment={"LINEPROF_MODE": "counts"}),
    "none": Way("lineprof, no samples", build="timer", environment={"LINEPROF_ENGINE": "none"}),
}
DEFAULT = ["plain", "again", "counts", "timer", "perf", "pgo", "llvm-cov", "gcov", "gprof",
           "perf record"]


def choose(names):
    """Those of `names` that can run here, and why others cannot."""
    chosen, skipped = {}, []
    for name in names:
        way = WAYS[name]
        if way.tool and not shutil.which(way.tool):
            skipped.append(f"{name}: {way.tool} is not installed")
        else:
            chosen[name] = way
    return chosen, skipped


def built_as(name):
    return WAYS[name].build or name

