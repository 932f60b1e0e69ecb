#!/usr/bin/env python3
"""compare.py: random programs, whose hits and calls by lineprof must be those that they count themselves, and so how
often operands of conditions held.

    compare.py c|cpp|co|two [FIRST LAST [FLAG...]]

Each seed from FIRST to LAST (default: 40, with FULL=1 400) at one level, by turns, or with FLAGs; a second unit at the
next level. The
program of a seed that fails stays in a folder, with both texts; `generate.py` makes it again, `reduce.py` smaller.
Environment: LPVIEW, and as in ../tools/toolchain.py.

A line on which a statement begins must show its hits; it may be missing if it has none. Other lines must be missing.
An operand may be missing: there may be no branch that asks it alone.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
import lprof
import toolchain
from generate import generate, write
from seeds import compare_seeds, seeds

LEVELS = ("-O0", "-O1", "-O2", "-O3")
FLAGS = {"c": ["-std=gnu11"], "cpp": ["-std=c++17", "-Wno-narrowing"], "co": ["-std=c++20", "-Wno-narrowing"],
         "two": ["-std=c++17", "-Wno-narrowing"]}


class Broken(Exception):
    """A program that cannot be compared: not built, or not run to its end."""


def _compile(program, flags, with_lineprof):
    # Signed numbers may overflow in what is random.
    command = [*toolchain.compiler(program.is_cpp, with_lineprof), "-w", "-fwrapv", *FLAGS[program.language], *flags]
    built = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode != 0 or built.stdout:
        raise Broken(f"{' '.join(command)}: status {built.returncode}\n{built.stdout[:2000]}")


def _next_level(flags):
    """The same flags, another level."""
    return [LEVELS[(LEVELS.index(flag) + 1) % len(LEVELS)] if flag in LEVELS else flag for flag in flags]


def _build(source, program, made, flags, with_lineprof=False):
    if program.units == 1:
        return _compile(program, [*flags, source, "-o", made], with_lineprof)
    objects = [f"{made}.{unit}.o" for unit in (1, 2)]
    for unit, (of_unit, levels) in enumerate(zip(objects, (flags, _next_level(flags))), 1):
        _compile(program, [*levels, f"-DUNIT={unit}", "-c", source, "-o", of_unit], with_lineprof)
    return _compile(program, [*flags, *objects, "-o", made], with_lineprof)


def _run(program, **environment):
    try:
        ran = subprocess.run([*toolchain.runner(), program], env=dict(os.environ, **environment), stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
    except subprocess.TimeoutExpired as late:
        raise Broken(f"{program}: not done after {late.timeout} s") from late
    if ran.returncode != 0:
        raise Broken(f"{program}: status {ran.returncode}: {ran.stderr[:500]}")
    return ran


def _truth(program, counting, folder):
    """What the program prints, and what it counts itself: {line: hits}, {line: calls}, {place: [held, did not]}."""
    _build(counting, program, f"{folder}/counting", ["-O0", "-include", f"{folder}/counting.h"])
    ran = _run(f"{folder}/counting")
    hits, calls = dict.fromkeys(program.all_begun(), 0), {}
    operands = {place: [0, 0] for place, _ in program.operands}
    for text in ran.stderr.splitlines():
        what, *numbers = text.split()
        number, first, second = (int(word) for word in numbers)
        if what == "operand":
            place, is_negated = program.operands[number]
            operands[place][is_negated] += first
            operands[place][not is_negated] += second
            continue
        hits[number] = hits.get(number, 0) + first
        if second:
            calls[number] = calls.get(number, 0) + second
    return ran.stdout, hits, calls, operands


def _profile(program, plain, folder, flags):
    """What it prints with lineprof, and the profile."""
    _build(plain, program, f"{folder}/plain", flags, with_lineprof=True)
    path = f"{folder}/plain.lprof"
    if os.path.exists(path):
        os.remove(path)
    ran = _run(f"{folder}/plain", LINEPROF_FILE=path, LINEPROF_REPORT="never")
    try:
        return ran.stdout, lprof.Profile(path)
    except SystemExit as refused:
        raise Broken(str(refused)) from refused


def _texts(program):
    """{line: what stands there}"""
    plain = [(0, program.plain), *((part.before, part.plain) for part in program.parts)]
    return {before + line: text for before, texts in plain for line, text in enumerate("".join(texts).splitlines(), 1)}


def _sources(program, plain):
    """{path: the number in front of that of its first line}, of the program and of what it includes."""
    folder = os.path.dirname(os.path.realpath(plain))
    return {os.path.realpath(plain): 0, **{f"{folder}/{part.name}.inc": part.before for part in program.parts}}


def _hits(profile, sources):
    """{line: hits}"""
    return {before + line: hits for path, before in sources.items() for line, hits in (profile.hits(path) or {}).items()}


def _calls(profile, sources):
    """{line: calls of the functions that begin there}."""
    sums = {}
    for function in profile.functions():
        before = sources.get(os.path.realpath(function.file))
        if before is not None:
            sums[before + function.line] = sums.get(before + function.line, 0) + function.ncalls
    return sums


def _operands(profile, sources):
    """{place: [held, did not]}"""
    sums = {}
    for branch in profile.json["branches"]:
        before = sources.get(os.path.realpath(branch["file"]))
        if branch["column"] and len(branch["ways"]) == 2 and before is not None:
            here = sums.setdefault((before + branch["operand_line"], branch["column"]), [0, 0])
            for which, way in enumerate(branch["ways"]):
                here[which] += way["count"]
    return sums


def _differences(program, plain, truth, profile):
    _, hits, calls, operands = truth
    texts, sources = _texts(program), _sources(program, plain)
    found = []

    def differ(line, what, want, got):
        found.append(f"line {line}: {what} {'nothing' if got is None else got}, "
                     f"expected {'nothing' if want is None else want}: {texts.get(line, '').strip()}")
    seen = _hits(profile, sources)
    for line in sorted(set(hits) | set(seen)):
        want, got = hits.get(line), seen.get(line)
        if want != got and not (want == 0 and got is None):
            differ(line, "hits", want, got)
    seen = _calls(profile, sources)
    for line, want in sorted(calls.items()):
        if seen.get(line) != want:
            differ(line, "calls", want, seen.get(line))
    for place, got in sorted(_operands(profile, sources).items()):
        if got != operands.get(place, got):
            differ(place[0], f"operand at column {place[1]}", operands[place], got)
    return found


def compare(program, folder, flags):
    """Lines of text, one for each number that differs."""
    plain, counting = write(program, folder)
    try:
        truth = _truth(program, counting, folder)
        printed, profile = _profile(program, plain, folder, flags)
        if printed != truth[0]:
            raise Broken(f"prints {printed!r}, by itself {truth[0]!r}")
        return _differences(program, plain, truth, profile)
    except Broken as broken:
        return [str(broken)]


def main(language, arguments):
    def compare_seed(seed, folder):
        flags = arguments[2:] or [LEVELS[seed % len(LEVELS)], *(["-DFREE_OPERATORS"] if seed // len(LEVELS) % 2 else [])]
        how = f"{language} {' '.join(flags)}, again by {HERE}/generate.py {seed} {language} FOLDER"
        return how, compare(generate(seed, language), folder, flags)
    compare_seeds(seeds(arguments, few=40, many=400), "random", compare_seed)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in FLAGS or len(sys.argv) == 3:
        print(__doc__)
        sys.exit(2)
    if sys.argv[1] == "co" and int(os.environ["CLANG_MAJOR"]) < 16:
        print(f"skipped: clang-{os.environ['CLANG_MAJOR']} does not take this library's <coroutine>")
        sys.exit(77)
    main(sys.argv[1], sys.argv[2:])
