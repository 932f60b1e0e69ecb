#!/usr/bin/env python3
"""rules.py: the architecture as a page of grep: who may include whom.

    rules.py SOURCE_TREE
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
PARTS = ("format", "plugin", "runtime", "viewer")
SUFFIXES = {".c", ".h", ".cpp", ".def"}

# What stands at the top; build folders and profiles are git's to ignore.
TOP = {"CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "README.md",
       "bench", "check", "cmake", "demo", "docs", "examples", "packaging", "tests", *PARTS}

# What a folder may include of ours; the longest folder that fits decides.
MAY_INCLUDE = {
    "format": ("format/",),
    "plugin": ("format/", "plugin/", "llvm/", "clang/"),
    "runtime": ("format/", "runtime/"),
    "viewer": ("format/", "viewer/"),
    "viewer/model": ("format/", "viewer/model/"),
    # Reports, exporters and screens know the model and what the viewer's own files
    # offer, but not each other.
    "viewer/report": ("format/", "viewer/model/", "viewer/report/", "viewer/[a-z_]*.h"),
    "viewer/export": ("format/", "viewer/model/", "viewer/export/", "viewer/[a-z_]*.h"),
    "viewer/screen": ("format/", "viewer/model/", "viewer/screen/", "viewer/[a-z_]*.h"),
}

# Each of these stands in at most one file of the whole tree.
ONE_FILE_ONLY = {
    "<ncurses.h>": r"#\s*include\s*<(ncursesw/)?n?curses\.h>",
    "<cupti.h>": r"#\s*include\s*<cupti\.h>",
    "<libdwarf.h>": r"#\s*include\s*<(libdwarf/)?libdwarf\.h>",
    "<libelf.h>": r"#\s*include\s*<libelf\.h>",
    "<capstone.h>": r"#\s*include\s*<capstone/capstone\.h>",
    "<zstd.h>": r"#\s*include\s*<zstd\.h>",
}

# These stand in no other files.
THESE_FILES_ONLY = {
    r"\bLLVM_VERSION_MAJOR\b": r"plugin/(llvm|clang)_compat\.h",
}

# A part that is all C needs nothing of LLVM; format/ has libc only.
FORBIDDEN = {
    "format": r"#\s*include\s*<(llvm|clang|pthread|libdwarf|ncurses|dlfcn)",
    "runtime": r"#\s*include\s*<(llvm|clang|libdwarf|ncurses|libelf)",
    "viewer": r"#\s*include\s*<(llvm|clang)",
}


def without_comments(text):
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r"/\*.*?\*/|//[^\n]*", blank, text, flags=re.S)


problems = [f"{path.name}: does not belong at the top" for path in sorted(root.iterdir())
            if not re.match(r"\.|build|.*\.lprof$", path.name) and path.name not in TOP]
# What patch and editors leave behind.
problems += [f"{path.relative_to(root).as_posix()}: does not belong there"
             for part in sorted(TOP) for path in sorted((root / part).rglob("*"))
             if path.suffix in (".orig", ".rej") or path.name.endswith("~")]
names = {}
holders = {what: [] for what in ONE_FILE_ONLY}
for part in PARTS:
    for path in sorted((root / part).rglob("*")):
        if path.suffix not in SUFFIXES:
            continue
        relative = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        code = without_comments(text)
        folders = [folder for folder in MAY_INCLUDE if relative.startswith(folder + "/")]
        allowed = MAY_INCLUDE[max(folders, key=len)]
        # `#include "x"` lines only, not those in comments.
        for number, line in enumerate(code.splitlines(), 1):
            included = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if included and not any(re.match(prefix, included.group(1)) for prefix in allowed):
                problems.append(f"{relative}:{number}: may not include {included.group(1)}; "
                                f"only {', '.join(allowed)}")
        for what, pattern in ONE_FILE_ONLY.items():
            if re.search(pattern, code):
                holders[what].append(relative)
        for pattern, where in THESE_FILES_ONLY.items():
            if re.search(pattern, code) and not re.fullmatch(where, relative):
                problems.append(f"{relative}: has {pattern}, which belongs into {where}")
        if part in FORBIDDEN and re.search(FORBIDDEN[part], code):
            problems.append(f"{relative}: includes what {part}/ must do without")
        if path.suffix == ".cpp" and part != "plugin":
            problems.append(f"{relative}: C++ stands in plugin/ only")
        # plugin/CMakeLists.txt and the like may repeat; sources may not.
        names.setdefault(path.name, []).append(relative)
        # A file opens with one sentence: its name and what it is for.
        if not re.match(r"(/\*|///*)[\s*=-]*(\\file )?(\S*/)?" + re.escape(path.name) + r"\b", text):
            problems.append(f"{relative}:1: does not open with its name and what it is for")
for what, files in holders.items():
    if len(files) > 1:
        problems.append(f"{what}: in {', '.join(files)}; it belongs in one file")
for name, files in names.items():
    if len(files) > 1:
        problems.append(f"{name}: the name is taken twice: {', '.join(files)}")
if not names:
    problems.append(f"{root}: no sources found")
print("\n".join(problems) if problems else f"{len(names)} files keep the rules")
sys.exit(1 if problems else 0)
