"""coverage.py: a program's lines as llvm-cov counts them."""
import bisect
import json
import os
import re
import subprocess


class Coverage:
    """What llvm-cov knows of the runs of `program` that wrote `raws`.

    lines      {file: {line: count}}, as it shows them: of all regions that reach into a line,
               the largest count
    missing    {file: {(first line, last line)}} of functions of which the program has no copy:
               never called, inline or static, so that the compiler made none
    """

    def __init__(self, major, program, raws, merged):
        self._tools = f"/usr/lib/llvm-{major}/bin/"
        self._program = program
        self._profile = merged
        subprocess.run([self._tools + "llvm-profdata", "merge", "-o", merged, *raws], check=True)
        self.lines = self._read_lines()
        self._segments, self.missing = {}, {}

    def _export(self, *options):
        return subprocess.run([self._tools + "llvm-cov", "export", *options, "-instr-profile",
                               self._profile, self._program], stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    def _read_lines(self):
        out, current = {}, None
        for line in self._export("-format=lcov").splitlines():
            if line.startswith("SF:"):
                current = out.setdefault(os.path.realpath(line[3:]), {})
            elif line.startswith("DA:"):
                number, count = line[3:].split(",")[:2]
                current[int(number)] = int(count)
        return out

    def read_regions(self):
        """Fills what at() and `missing` need."""
        data = json.loads(self._export("-format=text", "-skip-expansions"))["data"][0]
        for file in data["files"]:
            self._segments[os.path.realpath(file["filename"])] = file["segments"]
        symbols = set(re.findall(r"^\S* *[TtWwVvui] (\S+)$", subprocess.run(
            [self._tools + "llvm-nm", self._program], stdout=subprocess.PIPE, text=True,
            check=True).stdout, re.M))
        here, missing = {}, {}
        for function in data["functions"]:
            name = function["name"].rsplit(":", 1)[-1]
            first, _, last, _ = function["regions"][0][:4]
            file = os.path.realpath(function["filenames"][0])
            is_here = name in symbols or name == "main" or function["count"] > 0
            (here if is_here else missing).setdefault(file, set()).add((first, last))
        for file, extents in missing.items():
            self.missing[file] = extents - here.get(file, set())

    def at(self, file, place):
        """The count of the innermost region at a place (line, column); None if there is none."""
        segments = self._segments.get(file, [])
        after = bisect.bisect_right(segments, list(place), key=lambda segment: segment[:2])
        if after == 0 or not segments[after - 1][3]:
            return None
        return segments[after - 1][2]


def of_sources(covered):
    """Coverage.lines of a build with macros expanded beforehand, by lines of the sources.

    llvm-cov does not see a region that begins inside a macro: an `if` or a label whose
    statement is a macro shows the count of the code around it. Without macros it does.
    Of a header in several units, each has a file of its own here: [count, ...] for each line.
    """
    out = {}
    for expanded, counts in covered.items():
        file, number = None, 0
        seen = {}
        with open(expanded, encoding="utf-8", errors="replace") as source:
            for physical, text in enumerate(source, 1):
                marker = re.match(r'# (\d+) "(.*?)"', text)
                if marker:
                    file, number = os.path.realpath(marker.group(2)), int(marker.group(1))
                    continue
                if physical in counts:
                    at = (file, number)
                    seen[at] = max(counts[physical], seen.get(at, 0))
                number += 1
        for (file, number), count in seen.items():
            lines = out.setdefault(file, {})
            lines[number] = lines.get(number, 0) + count
    return out
