"""statements.py: on which lines of a C file statements begin, from clang's AST and so
independent of the plugin's own reading."""
import json
import re
import subprocess


class Lines:
    """What stands on the lines of one file."""

    def __init__(self):
        self.begins = set()      # a statement or the name of a function begins here
        self.inside = set()      # inside a statement that began on an earlier line
        self.macro_loops = set() # a loop that a macro made begins here
        self.labels = set()      # a label or case begins here


class _Reader:
    """Walks clang's JSON in the order in which it was written: a location leaves out its
    file when that is the one of the location before it."""

    def __init__(self):
        self.file = None
        self.text = {}  # file: offsets of its lines
        self.data = {}
        self.found = {}

    def _line(self, bare):
        if bare is None or "offset" not in bare:
            return None
        if "file" in bare:
            self.file = bare["file"]
        if self.file not in self.text:
            try:
                with open(self.file, "rb") as source:
                    data = source.read()
            except OSError:
                data = b""
            self.data[self.file] = data
            starts = [0] + [match.end() for match in re.finditer(b"\n", data)]
            self.text[self.file] = starts
        starts = self.text[self.file]
        low, high = 0, len(starts)
        while high - low > 1:
            middle = (low + high) // 2
            if starts[middle] <= bare["offset"]:
                low = middle
            else:
                high = middle
        return (self.file, low + 1)

    def _location(self, location):
        """(file, line, is of a macro), the line being where the macro is used."""
        if not location:
            return None
        if "spellingLoc" in location or "expansionLoc" in location:
            self._line(location.get("spellingLoc"))
            place = self._line(location.get("expansionLoc"))
            is_argument = location.get("expansionLoc", {}).get("isMacroArgExpansion", False)
            return place and (*place, not is_argument)
        place = self._line(location)
        return place and (*place, False)

    def walk(self, node, is_statement):
        kind = node.get("kind")
        own = self._location(node.get("loc"))
        extent = node.get("range", {})
        begin = self._location(extent.get("begin"))
        end = self._location(extent.get("end"))
        inner = node.get("inner", [])
        if kind == "FunctionDecl" and own and any(c.get("kind") == "CompoundStmt" for c in inner):
            self._lines(own[0]).begins.add(own[1])
        if kind == "NullStmt" and begin and not self._is_on_its_own(begin):
            is_statement = False
        if is_statement and begin and kind != "CompoundStmt":
            lines = self._lines(begin[0])
            lines.begins.add(begin[1])
            if kind in ("LabelStmt", "CaseStmt", "DefaultStmt"):
                lines.labels.add(begin[1])
            if kind in ("ForStmt", "WhileStmt", "DoStmt") and begin[2]:
                lines.macro_loops.add(begin[1])
            if end and end[0] == begin[0]:
                lines.inside.update(range(begin[1] + 1, end[1] + 1))
        for position, child in enumerate(inner):
            self.walk(child, self._is_statement(node, kind, position, len(inner)))

    def _is_on_its_own(self, place):
        """Does the line begin with this empty statement, or with the macro that it is of?
        The `;` behind a macro of several lines stands at the end of the last one."""
        code = re.sub(r"/\*.*?\*/", "", self.line_text(place[0], place[1])).strip()
        return bool(re.match(r"[;\w]", code))

    def line_text(self, file, number):
        starts, data = self.text[file], self.data[file]
        end = starts[number] if number < len(starts) else len(data)
        return data[starts[number - 1]:end].decode("utf-8", "replace")

    @staticmethod
    def _is_statement(node, kind, position, count):
        if kind == "CompoundStmt":
            return True
        if kind == "IfStmt":
            return position >= count - (2 if node.get("hasElse") else 1)
        if kind in ("ForStmt", "WhileStmt", "SwitchStmt", "CaseStmt", "DefaultStmt", "LabelStmt"):
            return position == count - 1
        if kind == "DoStmt":
            return position == 0
        return False

    def _lines(self, file):
        return self.found.setdefault(file, Lines())


def read(clang, flags, source):
    """{file: Lines} of `source` and the headers it includes."""
    dump = subprocess.run([clang, "-fsyntax-only", "-w", *flags, "-Xclang", "-ast-dump=json", source],
                          stdout=subprocess.PIPE, check=True).stdout
    reader = _Reader()
    reader.walk(json.loads(dump), False)
    return reader.found
