#!/usr/bin/env python3
"""expect.py: checks programs whose comments say what a profile of them must show.

    expect.py run SOURCE [TURN]          builds, runs and checks one source, at each level; with the
                                         number TURN at one of them, by turns
    expect.py check PROFILE SOURCE...    checks a profile that is there against its sources

Comments in a source (a // or a /* */ comment, so that macros can have them too):

    code;             //= 5          the line shows 5 hits; any Python expression
    code              //= -          the line may show anything
    a line without a comment         shows nothing: it must not be in the profile
    //: N = fibonacci(30)            a name for the expressions
    //: calls fib = N                calls of the functions of that name in this source
    //: calls walk = 5/1             the same, with the primitive calls behind the slash
    //: edge main -> f = 3        calls of one by the other, exact; `-` is code that is not
    //: edge main -> g = ~        instrumented; ~: the number must be marked as estimated
    //: edge main -> h = ~3       estimated, and be this
    //: levels = -O0 | -O2 -flto     how to build it (default: -O0 | -O2)
    //: flags = -pthread             added to every build
    //: args = 3 4                   arguments of the program
    //: status = 3                   its exit status (default: 0)
    //: runs = 20                    how often the profile must come out so (default: 1)
    //: stack_kb = 8192              its stack
    //: target = x86_64              the only one that it is for: see toolchain.py

What the program prints must be what it prints when it was built without lineprof.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lprof
import toolchain

EMULATED_LEVEL = "-O2"
ALL_LEVELS = "-O0 | -O1 | -O2 | -O3 | -O2 -flto | -O2 -flto=thin"


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def fail(text):
    print(text)
    sys.exit(1)


class Expectation:
    """What the comments of one source say."""

    SETTINGS = ("levels", "flags", "args", "status", "runs", "stack_kb", "target",
                "full_levels")

    def __init__(self, path):
        self.path = os.path.realpath(path)
        self.settings = {}
        self.hits = {}
        self.calls = {}
        self.edges = {}
        self.anything = set()
        names = {"fibonacci": fibonacci}
        with open(path, encoding="utf-8") as source:
            self.text = source.read().splitlines()
        for number, line in enumerate(self.text, 1):
            head = re.match(r"\s*//: (.*?)\s+=\s+(.*)$", line)
            if head:
                self._setting(names, head.group(1), head.group(2))
                continue
            found = re.search(r"(?://=|/\*=)\s*(.*?)\s*(?:\*/.*)?$", line)
            if found and found.group(1).startswith("-"):
                self.anything.add(number)
            elif found:
                self.hits[number] = eval(found.group(1), dict(names))

    def _setting(self, names, name, value):
        if name.startswith("calls "):
            pair = re.fullmatch(r"(\d+)/(\d+)", value)
            total = int(pair.group(1)) if pair else eval(value, dict(names))
            self.calls[name[len("calls "):]] = (total, int(pair.group(2)) if pair else None)
        elif name.startswith("edge "):
            caller, callee = [None if side.strip() == "-" else side.strip()
                              for side in name[len("edge "):].split("->")]
            number = value.lstrip("~")
            self.edges[caller, callee] = (eval(number, dict(names)) if number else None,
                                          number == value)
        elif name in self.SETTINGS:
            self.settings[name] = value
        else:
            names[name] = eval(value, dict(names))

    def differences(self, profile):
        """Lines of text, one for each number that is not as expected."""
        out = []
        seen = profile.hits(self.path)
        if seen is None:
            return [f"{self.path}: not in the profile"]
        for number in sorted(set(self.hits) | set(seen)):
            if number in self.anything:
                continue
            want, got = self.hits.get(number), seen.get(number)
            if want != got:
                text = self.text[number - 1].strip() if number <= len(self.text) else ""
                out.append(f"{os.path.basename(self.path)}:{number}: "
                           f"hits {'nothing' if got is None else got}, "
                           f"expected {'nothing' if want is None else want}: {text}")
        for name, (total, primitive) in self.calls.items():
            got = profile.calls(self.path, name)
            if got is None:
                out.append(f"{name}: no such function in the profile")
            elif got[0] != total or primitive not in (None, got[1]):
                out.append(f"{name}: calls {got[0]}/{got[1]}, expected {total}/{primitive}")
        return out + self._edge_differences(profile)

    def _edge_differences(self, profile):
        if not self.edges:
            return []
        out = profile.call_sums()
        seen = profile.edges(self.path)
        for (caller, callee), (want, want_exact) in self.edges.items():
            ncalls, exact = seen.get((caller, callee), (0, True))
            if want is None and (exact or ncalls == 0):
                out.append(f"{caller} -> {callee}: {ncalls}, expected an estimate")
            elif want is not None and (ncalls, exact) != (want, want_exact):
                out.append(f"{caller} -> {callee}: {'' if exact else '~'}{ncalls}, "
                           f"expected {'' if want_exact else '~'}{want}")
        return out


def _separate(levels):
    return [level.strip() for level in levels.split("|")]


def lld():
    """The linker that link-time optimisation needs: it must be of the same LLVM."""
    return shutil.which("ld.lld-" + os.environ["CLANG_MAJOR"])


def compile_command(source, settings, level, plugin):
    command = toolchain.compiler(source.endswith(".cpp"), plugin)
    command += level.split() + settings.get("flags", "").split()
    if "-flto" in level:
        command.append("-fuse-ld=lld-" + os.environ["CLANG_MAJOR"])
    return command


def execute(program, settings, environment, folder):
    command = toolchain.runner() + [program] + settings.get("args", "").split()
    if "stack_kb" in settings:
        command = ["sh", "-c", f'ulimit -s {settings["stack_kb"]} && exec "$@"', "sh"] + command
    return subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)


def build(source, settings, level, program, with_lineprof):
    command = compile_command(source, settings, level, with_lineprof)
    built = subprocess.run(command + [source, "-o", program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True)
    if built.returncode != 0 or (with_lineprof and built.stdout):
        fail(f"{' '.join(command)}: status {built.returncode}\n{built.stdout}")


def run_plain(source, settings, level, folder):
    build(source, settings, level, f"{folder}/plain", with_lineprof=False)
    plain = execute(f"{folder}/plain", settings, os.environ, folder)
    if plain.returncode != int(settings.get("status", "0")):
        fail(f"without lineprof: status {plain.returncode}\n{plain.stderr.decode()}")
    return plain


def levels_of(settings, turn):
    """How the program is built here, each time."""
    if os.environ.get("FULL") == "1":
        return _separate(settings.get("full_levels", ALL_LEVELS))
    levels = _separate(settings.get("levels", "-O0 | -O2"))
    # Emulated, each run takes long.
    if "EMULATOR" in os.environ and EMULATED_LEVEL in levels:
        return [EMULATED_LEVEL]
    return levels if turn is None else [levels[turn % len(levels)]]


def run(source, turn=None):
    expectation = Expectation(source)
    settings = expectation.settings
    target = os.environ.get("TARGET", os.uname().machine)
    if not target.startswith(settings.get("target", "")):
        print(f"skipped: for {settings['target']}, not for {target}")
        sys.exit(77)
    levels = levels_of(settings, turn)
    folder = tempfile.mkdtemp(prefix="lineprof-e2e-")
    failures = []
    plain = None
    for level in levels:
        if "-flto" in level and not lld():
            print(f"{level}: left out, no ld.lld-{os.environ['CLANG_MAJOR']}")
            continue
        # What it does without lineprof is the same at each level.
        plain = plain or run_plain(source, settings, level, folder)
        build(source, settings, level, f"{folder}/profiled", with_lineprof=True)
        for turn in range(int(settings.get("runs", "1"))):
            profile = f"{folder}/profile.lprof"
            if os.path.exists(profile):
                os.remove(profile)
            ran = execute(f"{folder}/profiled", settings,
                          dict(os.environ, LINEPROF_FILE=profile), folder)
            for what in ("returncode", "stdout", "stderr"):
                if getattr(ran, what) != getattr(plain, what):
                    failures.append(f"{level}: {what}: {getattr(ran, what)!r}, "
                                    f"without lineprof {getattr(plain, what)!r}")
            if not os.path.exists(profile):
                failures.append(f"{level}: no profile was written")
                break
            failures += [f"{level}: run {turn + 1}: {text}" for text
                         in expectation.differences(lprof.Profile(profile))]
            if failures:
                break
    if plain is None:
        print("skipped: no level is left")
        sys.exit(77)
    if failures:
        print(f"kept in {folder}")
        fail("\n".join(failures))
    shutil.rmtree(folder)
    print(f"{len(expectation.hits)} lines and {len(expectation.calls)} functions as expected "
          f"at {', '.join(levels)}")


def check(profile_path, sources):
    profile = lprof.Profile(profile_path)
    differences = []
    for source in sources:
        differences += Expectation(source).differences(profile)
    if differences:
        fail("\n".join(differences))


if __name__ == "__main__":
    if len(sys.argv) in (3, 4) and sys.argv[1] == "run":
        run(os.path.realpath(sys.argv[2]), *map(int, sys.argv[3:]))
    elif len(sys.argv) > 3 and sys.argv[1] == "check":
        check(sys.argv[2], sys.argv[3:])
    else:
        print(__doc__)
        sys.exit(2)
