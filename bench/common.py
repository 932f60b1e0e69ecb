"""common.py: what the benchmarks share: finding the build, building Lua, timing."""
import concurrent.futures
import dataclasses
import math
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
BUILD = os.path.realpath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
PLUGIN = os.environ.get("PLUGIN", os.path.join(BUILD, "lib/liblineprof.so"))
STATIC_RUNTIME = os.path.join(os.path.dirname(PLUGIN), "lineprof/lineprof_rt.o")
LUA = os.path.join(BUILD, "third_party/lua5.4/src")
SCRIPTS = os.path.join(ROOT, "bench/lua")
os.environ.setdefault("LPVIEW", os.path.join(BUILD, "bin/lpview"))
sys.path.insert(0, os.path.join(ROOT, "tests/tools"))


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def need_build():
    if not os.path.exists(PLUGIN):
        sys.exit(f"{PLUGIN} is not there: build first (./check or ./demo)")
    if not os.path.exists(os.path.join(LUA, "lua.h")):
        sys.exit(f"{LUA} is not there: ./demo or ./check downloads it")


def build_lua(clang, flags, program, link_flags=()):
    """All of Lua 5.4 with `flags`, at `program`."""
    folder = program + ".objects"
    os.makedirs(folder, exist_ok=True)
    names = sorted(name for name in os.listdir(LUA) if name.endswith(".c") and name != "luac.c")

    def compile_one(name):
        target = os.path.join(folder, name + ".o")
        run([clang, "-O2", "-DLUA_USE_LINUX", "-DLUA_COMPAT_5_3", *flags,
             "-c", os.path.join(LUA, name), "-o", target])
        return target

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, names))
    link = [flag for flag in flags if flag.startswith("-fprofile")]
    run([clang, *link, *link_flags, *objects, "-o", program, "-lm", "-ldl", "-Wl,-E"])
    return program


def cpu_seconds(command, folder):
    """User and system time of one run; its output goes nowhere, its status must be 0."""
    environment = dict(os.environ, LINEPROF_FILE=os.path.join(folder, "bench.lprof"),
                       LLVM_PROFILE_FILE=os.path.join(folder, "bench.profraw"))
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen(command, stdin=null, stdout=null, env=environment, cwd=folder)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {child.returncode}")
    return usage.ru_utime + usage.ru_stime


@dataclasses.dataclass
class Usage:
    """What one run took."""
    cpu_s: float
    wall_s: float
    written_bytes: int  # in files of the tool's
    peak_kib: int  # memory

    def smaller(self, other):
        """The smaller of each figure."""
        if other is None:
            return self
        return Usage(*map(min, dataclasses.astuple(self), dataclasses.astuple(other)))


def folder_bytes(folder):
    return sum(os.path.getsize(os.path.join(place, name))
               for place, _, names in os.walk(folder) for name in names)


def usage(command, folder, way):
    """One run of `command` in an empty folder, in a way of ways.py."""
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    environment = dict(os.environ, LINEPROF_FILE=os.path.join(out, "bench.lprof"),
                       LLVM_PROFILE_FILE=os.path.join(out, "bench.profraw"),
                       GCOV_PREFIX=os.path.join(out, "gcov"), **way.environment)
    words = [word.replace("{out}", out) for word in way.prefix] + command
    begin = time.monotonic()
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen(words, stdin=null, stdout=null, stderr=null, env=environment,
                                 cwd=out)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    wall_s = time.monotonic() - begin
    if child.returncode != 0:
        sys.exit(f"{' '.join(words)}: status {child.returncode}")
    return Usage(used.ru_utime + used.ru_stime, wall_s, folder_bytes(out), used.ru_maxrss)


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def machine():
    """The processor, its number and the kernel, in a line."""
    model = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        for line in info:
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    system = os.uname()
    return f"{model}, {os.cpu_count()} CPUs, {system.sysname} {system.release}"
