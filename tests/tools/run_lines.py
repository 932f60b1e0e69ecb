#!/usr/bin/env python3
"""run_lines.py: a test in its own RUN lines, as lit's, one file at a time.

Each `RUN: command` of the file is run by sh -e; a backslash at its end goes on
with the next RUN line. Known words: %s the file, %t a name for temporary files,
%S the file's folder, %clang, %clangxx, %opt (with our plugin loaded), %plugin
(-fplugin=...), %library (the plugin of this LLVM), %lpview, %major, FileCheck.
`REQUIRES: clang-19` skips it elsewhere.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

source = os.path.realpath(sys.argv[1])
major = os.environ["CLANG_MAJOR"]
with open(source, encoding="utf-8") as file:
    text = file.read()

required = re.findall(r"REQUIRES: clang-(\d+)", text)
if required and major not in required:
    print(f"for clang {', '.join(required)} only")
    sys.exit(77)
bin_dir = f"/usr/lib/llvm-{major}/bin"
filecheck = shutil.which(f"FileCheck-{major}") or f"{bin_dir}/FileCheck"
if not os.path.exists(filecheck):
    print(f"FileCheck of LLVM {major} is not installed (llvm-{major}-tools)")
    sys.exit(77)

folder = tempfile.mkdtemp(prefix="lineprof-plugin-")
words = {
    "%clangxx": f"clang++-{major}",
    "%clang": f"clang-{major}",
    "%opt": f"{bin_dir}/opt -load-pass-plugin={os.environ['PLUGIN_LIBRARY']}",
    "%plugin": f"-fplugin={os.environ['PLUGIN']}",
    "%library": os.environ["PLUGIN_LIBRARY"],
    "%lpview": os.environ["LPVIEW"],
    "%major": major,
    "%S": os.path.dirname(source),
    "%s": source,
    "%t": f"{folder}/t",
    "FileCheck": filecheck,
}
pattern = re.compile("|".join(re.escape(word) + r"\b" for word in words))
commands = "\n".join(re.findall(r"RUN:[ \t]*(.*?)[ \t]*(?:\*/)?$", text, re.M))
commands = pattern.sub(lambda match: words[match.group(0)], commands.replace("\\\n", " "))
if not commands:
    print("no RUN line")
    sys.exit(1)
ran = subprocess.run(["sh", "-exc", "export LC_ALL=C\n" + commands], cwd=folder)
if ran.returncode != 0:
    print(f"kept in {folder}")
    sys.exit(1)
shutil.rmtree(folder)
