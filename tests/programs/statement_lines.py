"""statement_lines.py: on which lines of a file statements begin, from libclang and so
independent of the plugin's own reading."""
import os
import re
import subprocess


class Lines:
    """What stands on the lines of one file."""

    def __init__(self):
        self.begins = set()     # a statement or the name of a function begins here
        self.inside = set()     # inside a statement that began on an earlier line
        self.labels = set()     # a label or case begins here
        self.places = set()     # (line, column) where one begins
        self.lambdas = set()    # (line, column) of bodies of lambdas
        self.bodies = set()     # (line of a loop, line, column of its body)

    def add(self, what, first, column, last, text):
        """Takes a find of statement_lines.c; `text` is the file's lines."""
        if what == "lambda":
            self.lambdas.add((first, column))
            return
        if what == "body":
            self.bodies.add((last, first, column))
            return
        if what == "empty" and not _is_on_its_own(text[first - 1]):
            return
        if what != "function":
            self.inside.update(range(first + 1, last + 1))
        self.places.add((first, column))
        if what == "label":
            self.labels.add(first)
        self.begins.add(first)

    def places_of(self, line):
        """Where statements and functions begin on a line."""
        return [place for place in self.places if place[0] == line]

    def merge(self, other):
        for name, found in vars(other).items():
            getattr(self, name).update(found)


def _is_on_its_own(line):
    """Does the line begin with this empty statement, or with the macro that it is of? The `;`
    behind a macro of several lines stands at the end of the last one."""
    code = re.sub(r"/\*.*?\*/", "", line).strip()
    return bool(re.match(r"[;\w]", code))


def build_tool(major, folder):
    """Compiles statement_lines.c against the libclang of that major; returns its path."""
    tool = os.path.join(folder, f"statement_lines-{major}")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "statement_lines.c")
    if not os.path.exists(tool) or os.path.getmtime(tool) < os.path.getmtime(source):
        llvm = f"/usr/lib/llvm-{major}"
        made = f"{tool}.{os.getpid()}"
        subprocess.run([f"clang-{major}", "-O1", f"-I{llvm}/include", source, "-o", made,
                        f"-L{llvm}/lib", "-lclang", f"-Wl,-rpath,{llvm}/lib"], check=True)
        os.replace(made, tool)
    return tool


def read(tool, clang, flags, source):
    """{file: Lines} of `source` and the headers it includes, those of the system left out."""
    resources = subprocess.run([clang, "-print-resource-dir"], stdout=subprocess.PIPE, text=True,
                               check=True).stdout.strip()
    printed = subprocess.run([tool, source, "-w", *flags, "-resource-dir", resources],
                             stdout=subprocess.PIPE, text=True, check=True).stdout
    found, lines, text = {}, None, None
    for line in printed.splitlines():
        what, _, rest = line.partition(" ")
        if what == "file":
            path = os.path.realpath(rest)
            lines = found.setdefault(path, Lines())
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read().split("\n")
            continue
        lines.add(what, *map(int, rest.split()), text)
    return found
