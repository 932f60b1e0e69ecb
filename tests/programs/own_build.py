#!/usr/bin/env python3
"""own_build.py: a program's own build system, with nothing but the flag in its CFLAGS.

    own_build.py NAME    with CLANG_MAJOR, BUILD, PLUGIN, PLUGIN_LIBRARY and LPVIEW set

Builds it with and without the plugin, runs both, and wants the same output, no message of
lineprof's or of the compiler's about it, and a profile that knows most of the program.
"""
import importlib
import json
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
sys.path.insert(0, HERE)
import lprof
import variants

LEVEL = os.environ.get("LEVEL", "-O2")
# What it prints and what the compiler warns of are the same at each level, and this one is quick.
PLAIN_LEVEL = "-O0"


def build_and_run(program, major, folder, flags):
    """Returns what the build and the run printed."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    words = {"cc": f"clang-{major}", "cxx": f"clang++-{major}", "flags": flags, "build": folder}
    told = "".join(variants.run(command, cwd=folder)
                   for command in program.commands("OWN_BUILD", **words))
    built = os.path.join(folder, program.get("OWN_PROGRAM")[0])
    printed = variants.run(program.get("OWN_RUN", program=built, **words), cwd=folder,
                           env=dict(os.environ, LINEPROF_FILE=os.path.join(folder, "%p.lprof")))
    return told, printed


def plain_results(program, major, folder):
    """What the build without the plugin printed; kept, as it depends on none of our code."""
    kept = folder + ".plain.json"
    key = json.dumps([program.commands("OWN_BUILD", cc="", cxx="", flags="", build=""),
                      os.path.getmtime(os.path.realpath(shutil.which(f"clang-{major}"))),
                      program.newest_input()])
    if os.path.exists(kept):
        with open(kept, encoding="utf-8") as file:
            found = json.load(file)
        if found["key"] == key:
            return found["told"], found["printed"]
    told, printed = build_and_run(program, major, folder, PLAIN_LEVEL)
    with open(kept, "w", encoding="utf-8") as file:
        json.dump({"key": key, "told": told, "printed": printed}, file)
    return told, printed


def without_noise(text):
    """Times and paths differ from run to run."""
    return re.sub(r"\d+\.\d+( ?m?s)?|/\S+", "", text)


def main():
    name, major, build = sys.argv[1], os.environ["CLANG_MAJOR"], os.environ["BUILD"]
    program = variants.Program(importlib.import_module("catalogue." + name), build)
    if not program.is_here():
        print(f"{program.title}: its source is not there (./check downloads it)")
        return 77
    program.prepare()
    folder = os.path.realpath(os.path.join(build, "programs", name, f"own-{major}{LEVEL}"))
    told_plain, plain = plain_results(program, major, folder)
    told, printed = build_and_run(program, major, folder,
                                  f"{LEVEL} -fplugin={os.environ['PLUGIN']}")
    if without_noise(plain) != without_noise(printed):
        print(f"{program.title}: its output differs:\n{plain}\n---\n{printed}")
        return 1
    if told.count("warning:") > told_plain.count("warning:"):
        print(f"{program.title}: the build warns of more:\n{told}")
        return 1
    profiles = [os.path.join(folder, file) for file in sorted(os.listdir(folder))
                if file.endswith(".lprof")]
    if not profiles:
        print(f"{program.title}: wrote no profile")
        return 1
    functions = calls = 0
    for path in profiles:
        profile = lprof.Profile(path)
        functions = max(functions, len(profile.functions()))
        calls += sum(function.ncalls for function in profile.functions())
    print(f"{program.title}, clang {major}, {LEVEL}: {len(profiles)} profiles, "
          f"{functions} functions, {calls} calls")
    shutil.rmtree(folder) # half a gigabyte for all
    return 0 if calls > 100 else 1


if __name__ == "__main__":
    sys.exit(main())
