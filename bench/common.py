"""common.py: what the benchmarks share: finding the build, building Lua, timing."""
import concurrent.futures
import os
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
BUILD = os.path.realpath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
PLUGIN = os.environ.get("PLUGIN", os.path.join(BUILD, "lib/liblineprof.so"))
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
