"""lprof.py: profiles for tests and benchmarks, through `lpview --json` (docs/json.md)."""
import json
import os
import re
import subprocess


class Function:
    def __init__(self, record):
        self.file = record["file"]
        self.line = record["line"]
        # As in the source: without return type, scope, template and call arguments.
        name = record["name"].replace("(anonymous namespace)::", "")
        self.name = re.split(r"[<(]", name, maxsplit=1)[0].split(" ")[-1].split("::")[-1]
        self.linkage_name = record["linkage_name"]
        self.ncalls = record["ncalls"]
        self.primitive_calls = record["primitive_calls"]
        self.tottime_s = record["tottime_ns"] / 1e9
        self.cumtime_s = record["cumtime_ns"] / 1e9


class Profile:
    def __init__(self, path):
        shown = subprocess.run([os.environ["LPVIEW"], "--json", path], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        if shown.returncode != 0 or shown.stderr:
            raise SystemExit(f"lpview --json {path}: status {shown.returncode}: {shown.stderr}")
        self.json = json.loads(shown.stdout)
        self._functions = [Function(record) for record in self.json["functions"]]
        self._lines = {}
        for record in self.json["lines"]:
            self._lines.setdefault(os.path.realpath(record["file"]), {})[record["line"]] = record

    def hits(self, file):
        """{line: hits} of a file; None if the profile does not know the file."""
        lines = self._lines.get(os.path.realpath(file))
        return lines and {line: record["hits"] for line, record in lines.items()}

    def functions(self):
        return self._functions

    def calls(self, file, name):
        """(ncalls, primitive calls) of all functions of that name in the file, or None."""
        found = [function for function in self._functions
                 if function.name == name and os.path.realpath(function.file) == os.path.realpath(file)]
        if not found:
            return None
        return (sum(function.ncalls for function in found),
                sum(function.primitive_calls for function in found))

    def line_share(self, file, lines):
        """The part, 0 to 1, that these lines have of the time seen in lines. Not of the
        lifetime: on a busy machine most of that is waiting for a processor."""
        mine = sum(self._lines[os.path.realpath(file)][line]["self_ns"] for line in lines)
        whole = sum(record["self_ns"] for of_file in self._lines.values()
                    for record in of_file.values())
        return mine / whole if whole else 0.0
