#!/usr/bin/env python3
"""own_suite.py: a program's own tests, built by its own build system with nothing but the flag.

    own_suite.py NAME    with CLANG_MAJOR, BUILD, PLUGIN and LPVIEW set

Each command of SUITE must succeed, and what they print must hold SUITE_SAYS. The profiles that they
leave must be sound: those of about MOST_PROFILES processes are looked at, the last one's among them.
"""
import importlib
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
sys.path.insert(0, HERE)
import lprof
import variants

MOST_PROFILES = 40


def as_user():
    """Some tests want permissions to be refused to them."""
    return "setpriv --reuid=65534 --regid=65534 --clear-groups" if os.getuid() == 0 else ""


def profiles_in(folder):
    """Of the processes in the order in which they ended."""
    return sorted((os.path.join(place, name) for place, _, names in os.walk(folder)
                   for name in names if name.endswith(".lprof")), key=os.path.getmtime)


def main():
    name, major, build = sys.argv[1], os.environ["CLANG_MAJOR"], os.environ["BUILD"]
    program = variants.Program(importlib.import_module("catalogue." + name), build)
    if not program.is_here():
        print(f"{program.title}: its source is not there (./check downloads it)")
        return 77
    program.prepare()
    folder = os.path.realpath(os.path.join(build, "programs", name, f"suite-{major}"))
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    words = {"cc": f"clang-{major}", "cxx": f"clang++-{major}", "build": folder,
             "flags": f"-O2 -fplugin={os.environ['PLUGIN']}", "as_user": as_user()}
    environment = dict(os.environ, LINEPROF_FILE=os.path.join(folder, "profiles", "%p.lprof"))
    os.makedirs(os.path.join(folder, "profiles"))
    os.chmod(os.path.join(folder, "profiles"), 0o777)
    printed = "".join(variants.run(command, cwd=folder, env=environment)
                      for command in program.commands("SUITE", **words))
    for text in program.get("SUITE_SAYS"):
        if not re.search(text, printed):
            print(f"{program.title}: its tests do not say '{text}':\n{printed[-8000:]}")
            return 1
    # One that a configure script has killed, or that ended before it began, may have no code.
    paths = [path for path in profiles_in(folder) if os.path.getsize(path) > 0]
    looked_at = paths[::-max(1, len(paths) // MOST_PROFILES)]
    calls = sum(function.ncalls for path in looked_at for function in lprof.Profile(path).functions())
    print(f"{program.title}, clang {major}: {len(paths)} profiles, {calls} calls in "
          f"{len(looked_at)} of them")
    shutil.rmtree(folder)
    return 0 if calls > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
