#!/usr/bin/env python3
"""compare.py: every line of Lua, hits of lineprof against llvm-cov's, same clang, same input.

Of all lines that llvm-cov reports and on which a statement or a function begins by clang's own
AST, at least 99 % must agree; a line that lineprof leaves out is a difference. Lines on which
nothing begins (braces, continuation lines, comments, macro definitions) are counted apart.
docs/accuracy.md explains the classes.
"""
import collections
import concurrent.futures
import os
import pickle
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
sys.path.insert(0, HERE)
import lprof
import statements

REQUIRED_PCT = 99.0
SIZE = os.environ.get("LUA_SIZE", "60")

major = os.environ["CLANG_MAJOR"]
build = os.environ["BUILD"]
lua = os.path.realpath(os.path.join(build, "third_party/lua5.4/src"))
work = os.path.join(build, "lua", major)
clang = f"clang-{major}"
FLAGS = ["-O2", "-DLUA_USE_LINUX", "-DLUA_COMPAT_5_3", "-Dluai_makeseed(x)=0x5eedu",
         "-Dl_randomizePivot()=0u",
         # One set of luaS_new's cache: it hashes the addresses of literals, which differ.
         "-DSTRCACHE_N=1", "-DSTRCACHE_M=2"]


def tool(name):
    return f"/usr/lib/llvm-{major}/bin/{name}"


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def sources():
    return sorted(os.path.join(lua, name) for name in os.listdir(lua)
                  if name.endswith(".c") and name != "luac.c")


def build_lua(name, extra):
    """Compiles all of Lua and links it; `fixed_alloc.c` and the link never see `extra`'s plugin."""
    folder = os.path.join(work, name)
    os.makedirs(folder, exist_ok=True)

    def compile_one(source):
        target = os.path.join(folder, os.path.basename(source) + ".o")
        own = []
        if source.endswith("lauxlib.c"):
            own = ["-include", "stdlib.h", "-Drealloc=fixed_realloc", "-Dfree=fixed_free"]
        run([clang, *FLAGS, *extra, *own, "-c", source, "-o", target])
        return target

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compile_one, sources()))
    allocator = os.path.join(folder, "fixed_alloc.o")
    run([clang, "-O2", "-c", os.path.join(HERE, "fixed_alloc.c"), "-o", allocator])
    program = os.path.join(folder, "lua")
    link = [flag for flag in extra if flag.startswith("-fprofile")]
    run([clang, *link, *objects, allocator, "-o", program, "-lm", "-ldl", "-Wl,-E"])
    return program


def execute(program, environment):
    """Runs it under the same name and arguments as the others: Lua makes strings of them."""
    script = os.path.join(HERE, "../../bench/lua/all.lua")
    shutil.copy(program, os.path.join(work, "lua"))
    return run(["setarch", os.uname().machine, "-R", "./lua", script, SIZE],
               env=dict(os.environ, **environment), cwd=work)


def covered_lines(program, raw):
    """{file: {line: count}} as llvm-cov has it."""
    merged = os.path.join(work, "coverage.profdata")
    run([tool("llvm-profdata"), "merge", "-o", merged, raw])
    shown = subprocess.run([tool("llvm-cov"), "export", "-format=lcov", "-instr-profile", merged,
                            program], stdout=subprocess.PIPE, text=True, check=True).stdout
    out, current = {}, None
    for line in shown.splitlines():
        if line.startswith("SF:"):
            current = out.setdefault(line[3:], {})
        elif line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            current[int(number)] = int(count)
    return out


def statement_lines():
    """{file: Lines}; kept, as it takes half a minute and depends on Lua alone."""
    kept = os.path.join(work, "statements.pickle")
    if os.path.exists(kept):
        newest = max(map(os.path.getmtime, [*sources(), statements.__file__]))
        if os.path.getmtime(kept) > newest:
            with open(kept, "rb") as file:
                return pickle.load(file)
    merged = {}
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for found in pool.map(statements.read, [clang] * 99, [FLAGS] * 99, sources()):
            for file, lines in found.items():
                if not os.path.realpath(file).startswith(lua):
                    continue
                mine = merged.setdefault(os.path.realpath(file), statements.Lines())
                for name, numbers in vars(lines).items():
                    getattr(mine, name).update(numbers)
    with open(kept, "wb") as file:
        pickle.dump(merged, file)
    return merged


def directives(text):
    """Numbers of the lines that belong to the preprocessor, continuation lines too."""
    out, is_going_on = set(), False
    for number, line in enumerate(text, 1):
        if is_going_on or line.lstrip().startswith("#"):
            out.add(number)
            is_going_on = line.rstrip().endswith("\\")
        else:
            is_going_on = False
    return out


def comment_lines(text):
    """Numbers of the lines that hold nothing but comment and space."""
    joined = re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match.group(0)),
                    "\n".join(text), flags=re.S)
    return {number for number, line in enumerate(joined.split("\n"), 1) if not line.strip()}


def is_going_on(text, number, skipped):
    """Does the code line before end in the middle of something?"""
    before = number - 1
    while before > 0 and before in skipped:
        before -= 1
    code = re.sub(r"/\*.*?\*/", "", text[before - 1]).strip() if before > 0 else ""
    return bool(code) and code[-1] not in ";{}:"


def nothing_begins_class(text, number, facts, of_preprocessor, of_comments):
    """Why no statement begins on a line that llvm-cov reports."""
    code = re.sub(r"/\*.*?\*/", "", text[number - 1]).strip()
    if number in of_preprocessor:
        return "macro definition or directive"
    if number in of_comments:
        return "blank or comment"
    if re.fullmatch(r"[{};\s]*(else)?[{};\s]*", code):
        return "only braces or else"
    if re.match(r"}?\s*while\b", code) and code.endswith(";"):
        return "the while of a do loop"
    if number in facts.inside or is_going_on(text, number, of_preprocessor | of_comments):
        return "continuation line of a statement or a function's head"
    return "no statement begins, other"


def difference_class(line, number, got, want, facts, throws):
    """Which of the known reasons for another number fits."""
    code = re.sub(r"/\*.*?\*/", "", line).strip()
    if got is None:
        return "omitted by lineprof"
    if number in facts.macro_loops:
        return "loop made by a macro"
    if re.match(r"}\s*else\b", code):
        return "`} else if`: llvm-cov adds the block that ends there"
    if code.startswith("}"):
        return "block that ends on the line"
    if 0 < want - got <= throws:
        return "behind a call that was left by longjmp"
    if number in facts.labels:
        return "label or case"
    if re.match(r"(for|while|do)\b", code):
        return "loop"
    if got > want:
        return "lineprof more, other"
    return "lineprof less, other"


def main():
    if not os.path.exists(os.path.join(lua, "lua.h")):
        print("Lua's source is not there (./check downloads it)")
        return 77
    os.makedirs(work, exist_ok=True)
    raw = os.path.join(work, "coverage.profraw")
    profile_path = os.path.join(work, "lua.lprof")
    for old in (raw, profile_path):
        if os.path.exists(old):
            os.remove(old)
    covered = build_lua("coverage", ["-fprofile-instr-generate", "-fcoverage-mapping"])
    profiled = build_lua("profiled", ["-fplugin=" + os.environ["PLUGIN"]])
    outputs = [execute(covered, {"LLVM_PROFILE_FILE": raw}),
               execute(profiled, {"LINEPROF_FILE": profile_path})]
    if outputs[0] != outputs[1]:
        print(f"Lua's output differs:\n{outputs[0]}\n{outputs[1]}")
        return 1
    reference = covered_lines(covered, raw)
    profile = lprof.Profile(profile_path)
    facts_of = statement_lines()
    throws = profile.calls(os.path.join(lua, "ldo.c"), "luaD_throw")
    throws = throws[0] if throws else 0

    classes = collections.Counter()
    counted = equal = only_lineprof = 0
    details = []
    for file in sorted(reference):
        with open(file, encoding="utf-8") as source:
            text = source.read().split("\n")
        facts = facts_of.get(os.path.realpath(file), statements.Lines())
        of_preprocessor, of_comments = directives(text), comment_lines(text)
        hits = profile.hits(os.path.realpath(file)) or {}
        only_lineprof += len(set(hits) - set(reference[file]))
        for number, want in sorted(reference[file].items()):
            line = text[number - 1]
            got = hits.get(number)
            if number not in facts.begins and got is None:
                name = nothing_begins_class(text, number, facts, of_preprocessor, of_comments)
                classes[("apart", name)] += 1
                if "other" in name:
                    details.append(f"{os.path.basename(file)}:{number}: [{name}] llvm-cov {want}: {line}")
                continue
            counted += 1
            if got == want:
                equal += 1
                continue
            name = difference_class(line, number, got, want, facts, throws)
            if number not in facts.begins:
                name = "shown by lineprof where nothing begins; " + name
            classes[("differs", name)] += 1
            details.append(f"{os.path.basename(file)}:{number}: [{name}] lineprof {got}, "
                           f"llvm-cov {want}: {line}")
    report = os.path.join(work, "differences.txt")
    with open(report, "w", encoding="utf-8") as file:
        file.write("\n".join(details) + "\n")

    percent = 100.0 * equal / max(counted, 1)
    print(f"Lua 5.4, clang {major}, -O2: {len(reference)} files, "
          f"{sum(map(len, reference.values()))} lines reported by llvm-cov")
    print(f"{counted:6}  lines on which a statement or function begins")
    print(f"{equal:6}  equal: {percent:.2f} %")
    for (kind, name), count in sorted(classes.items(), key=lambda item: -item[1]):
        if kind == "differs":
            print(f"{count:6}  differ: {name}")
    for (kind, name), count in sorted(classes.items(), key=lambda item: -item[1]):
        if kind == "apart":
            print(f"{count:6}  nothing begins: {name}")
    print(f"{only_lineprof:6}  shown by lineprof only")
    print(f"each difference: {report}")
    if counted < 5000:
        print("too few lines to be Lua")
        return 1
    if percent < REQUIRED_PCT:
        print(f"fewer than {REQUIRED_PCT} % agree")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
