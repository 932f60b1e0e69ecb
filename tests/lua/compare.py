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


def build_lua(name, extra, is_expanded=False):
    """Compiles all of Lua, macros expanded beforehand if so wanted, and links it."""
    folder = os.path.join(work, name)
    os.makedirs(folder, exist_ok=True)

    def compile_one(source):
        target = os.path.join(folder, os.path.basename(source) + ".o")
        flags = [*FLAGS]
        if source.endswith("lauxlib.c"):
            flags += ["-include", "stdlib.h", "-Drealloc=fixed_realloc", "-Dfree=fixed_free"]
        if is_expanded:
            expanded = os.path.join(folder, os.path.basename(source)[:-1] + "i")
            run([clang, *flags, "-E", source, "-o", expanded])
            source, flags = expanded, ["-O2", "-w"]
        run([clang, *flags, *extra, "-c", source, "-o", target])
        return target

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compile_one, sources()))
    allocator = os.path.join(folder, "fixed_alloc.o")
    run([clang, "-O2", "-c", os.path.join(HERE, "fixed_alloc.c"), "-o", allocator])
    program = os.path.join(folder, "lua")
    link = [flag for flag in extra if flag.startswith("-fprofile")]
    run([clang, *link, *objects, allocator, "-o", program, "-lm", "-ldl", "-Wl,-E"])
    return program


def execute(program, environment, *arguments):
    """Runs it under the same name and arguments as the others: Lua makes strings of them."""
    script = os.path.join(HERE, "../../bench/lua/all.lua")
    shutil.copy(program, os.path.join(work, "lua"))
    return run(["setarch", os.uname().machine, "-R", "./lua", script, SIZE, *arguments],
               env=dict(os.environ, **environment), cwd=work)


def covered_lines(program, raw):
    """{file: {line: count}} as llvm-cov has it."""
    merged = raw + ".profdata"
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


def expanded_lines(program, raw):
    """covered_lines() of a build with macros expanded beforehand, by lines of the sources.

    llvm-cov does not see a region that begins inside a macro: an `if` or a label whose
    statement is a macro shows the count of the code around it. Without macros it does.
    """
    out = {}
    for expanded, counts in covered_lines(program, raw).items():
        file, number = None, 0
        with open(expanded, encoding="utf-8") as source:
            for physical, text in enumerate(source, 1):
                marker = re.match(r'# (\d+) "(.*?)"', text)
                if marker:
                    file, number = os.path.realpath(marker.group(2)), int(marker.group(1))
                    continue
                if physical in counts:
                    lines = out.setdefault(file, {})
                    lines[number] = max(counts[physical], lines.get(number, 0))
                number += 1
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
    if re.fullmatch(r"[{}();\s]*(else)?[{}();\s]*", code):
        return "only braces, parentheses or else"
    if re.match(r"}?\s*while\b", code) and code.endswith(";"):
        return "the while of a do loop"
    if number in facts.inside or is_going_on(text, number, of_preprocessor | of_comments):
        return "continuation line of a statement or a function's head"
    return "no statement begins, other"


class Evidence:
    """What is known of a line beside the two numbers that differ."""

    def __init__(self, text, number, facts, covered, expanded, calm_hits, calm_covered):
        self.code = re.sub(r"/\*.*?\*/", "", text[number - 1]).strip()
        self.before = re.sub(r"/\*.*?\*/", "", text[number - 2]).strip()
        self.is_label = number in facts.labels
        self.goes_on = number + 1 in facts.inside
        self.covered_before = covered.get(number - 1)
        behind = min((line for line in facts.begins if line > number), default=0)
        self.covered_behind = covered.get(behind)
        self.expanded = expanded.get(number)
        self.is_equal_when_calm = calm_hits.get(number) == calm_covered.get(number)


def difference_class(got, want, evidence):
    """Which of the known reasons for another number fits."""
    if got is None:
        return "omitted by lineprof" + (": label or case" if evidence.is_label else "")
    if got == evidence.expanded:
        return "macro: llvm-cov agrees once macros are expanded"
    if got < want and evidence.is_equal_when_calm:
        return "behind a call that was left by longjmp: equal when nothing throws"
    if evidence.is_label and want == evidence.covered_before and got == evidence.covered_behind:
        return "label behind a computed goto: llvm-cov lets control fall into it"
    if evidence.is_label and got > want:
        return "labels one below the other: lineprof shows what comes to the last one"
    if re.match(r"}\s*else\b", evidence.code):
        return "`} else if`: llvm-cov adds the block that ends there"
    if evidence.code.startswith("}"):
        return "label behind a brace: llvm-cov adds the block that ends there"
    if evidence.code.startswith("for") and evidence.goes_on and evidence.code.endswith(";"):
        return "for over several lines: its repetitions are on the first"
    if want == 0 and evidence.before.startswith("} while"):
        return "behind a do loop: llvm-cov shows a part of its condition"
    return "lineprof more, other" if got > want else "lineprof less, other"


def main():
    if not os.path.exists(os.path.join(lua, "lua.h")):
        print("Lua's source is not there (./check downloads it)")
        return 77
    os.makedirs(work, exist_ok=True)
    raw = os.path.join(work, "coverage.profraw")
    profile_path = os.path.join(work, "lua.lprof")
    expanded_raw = os.path.join(work, "expanded.profraw")
    for old in (raw, expanded_raw, profile_path, raw + ".calm", profile_path + ".calm"):
        if os.path.exists(old):
            os.remove(old)
    covered = build_lua("coverage", ["-fprofile-instr-generate", "-fcoverage-mapping"])
    profiled = build_lua("profiled", ["-fplugin=" + os.environ["PLUGIN"]])
    expanded = build_lua("expanded", ["-fprofile-instr-generate", "-fcoverage-mapping"], True)
    outputs = [execute(covered, {"LLVM_PROFILE_FILE": raw}),
               execute(expanded, {"LLVM_PROFILE_FILE": expanded_raw}),
               execute(profiled, {"LINEPROF_FILE": profile_path})]
    if len(set(outputs)) != 1:
        print("Lua's output differs:\n" + "\n".join(outputs))
        return 1
    calm_raw, calm_path = raw + ".calm", profile_path + ".calm"
    execute(covered, {"LLVM_PROFILE_FILE": calm_raw}, "calm")
    execute(profiled, {"LINEPROF_FILE": calm_path}, "calm")
    reference = covered_lines(covered, raw)
    calm_reference = covered_lines(covered, calm_raw)
    calm_profile = lprof.Profile(calm_path)
    without_macros = expanded_lines(expanded, expanded_raw)
    profile = lprof.Profile(profile_path)
    facts_of = statement_lines()

    classes = collections.Counter()
    counted = equal = only_lineprof = 0
    details = []
    for file in sorted(reference):
        with open(file, encoding="utf-8") as source:
            text = source.read().split("\n")
        facts = facts_of.get(os.path.realpath(file), statements.Lines())
        of_preprocessor, of_comments = directives(text), comment_lines(text)
        hits = profile.hits(os.path.realpath(file)) or {}
        calm_hits = calm_profile.hits(os.path.realpath(file)) or {}
        expanded_file = without_macros.get(os.path.realpath(file), {})
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
            evidence = Evidence(text, number, facts, reference[file], expanded_file, calm_hits,
                                calm_reference[file])
            name = difference_class(got, want, evidence)
            if number not in facts.begins:
                name = "shown by lineprof where nothing begins; " + name
            classes[("differs", name)] += 1
            details.append(f"{os.path.basename(file)}:{number}: [{name}] lineprof {got}, "
                           f"llvm-cov {want}, with macros expanded {evidence.expanded}: {line}")
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
