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
        # With scope and template arguments: one instance.
        self.instance = name.split("(")[0].split(" ", 1)[-1] if "<" in name else name.split("(")[0]
        self.linkage_name = record["linkage_name"]
        self.ncalls = record["ncalls"]
        self.primitive_calls = record["primitive_calls"]
        self.tottime_s = record["tottime_ns"] / 1e9
        self.self_samples = record["tottime_samples"]
        self.wait_s = (record["wait_ns"] + record["line_wait_ns"]) / 1e9
        self.cumtime_s = record["cumtime_ns"] / 1e9
        self.cumtime_clocked = record["cumtime_clocked"]


def ran_ns(line):
    """What a line ran itself, without what it waited."""
    return line["self_ns"] - line["wait_ns"]


class Profile:
    def __init__(self, path):
        shown = subprocess.run([os.environ["LPVIEW"], "--json", path], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        if shown.returncode != 0 or shown.stderr:
            raise SystemExit(f"lpview --json {path}: status {shown.returncode}: {shown.stderr}")
        self.json = json.loads(shown.stdout)
        checked = subprocess.run([os.environ["LPVIEW"], "--check", path], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
        if checked.returncode != 0:
            raise SystemExit(f"lpview --check {path}: {checked.stdout}")
        self._functions = [Function(record) for record in self.json["functions"]]
        self._lines = {}
        for record in self.json["lines"]:
            self._lines.setdefault(os.path.realpath(record["file"]), {})[record["line"]] = record

    def hits(self, file):
        """{line: hits} of a file; None if the profile does not know the file."""
        lines = self._lines.get(os.path.realpath(file))
        return lines and {line: record["hits"] for line, record in lines.items()}

    def all_hits(self):
        """{file: {line: hits}} of all files."""
        return {file: self.hits(file) for file in self._lines}

    def functions(self):
        return self._functions

    def calls(self, file, name):
        """(ncalls, primitive calls) of all functions of that name in the file, or None."""
        found = [function for function in self._functions
                 if name in (function.name, function.instance) and os.path.realpath(function.file) == os.path.realpath(file)]
        if not found:
            return None
        return (sum(function.ncalls for function in found),
                sum(function.primitive_calls for function in found))

    def edges(self, file):
        """{(caller, callee): (ncalls, exact)} of the functions of the file, by their names;
        None is code that is not instrumented. Functions of one name are summed."""
        def name(number):
            return None if number is None else self._functions[number].name
        def is_here(number):
            return (number is not None and
                    os.path.realpath(self._functions[number].file) == os.path.realpath(file))
        found = {}
        for call in self.json["calls"]:
            if is_here(call["caller"]) or is_here(call["callee"]):
                pair = (name(call["caller"]), name(call["callee"]))
                ncalls, exact = found.get(pair, (0, True))
                found[pair] = (ncalls + call["ncalls"], exact and call["ncalls_exact"])
        return found

    def call_sums(self):
        """Problems: functions whose calls do not add up to their own numbers."""
        sums = {}
        for call in self.json["calls"]:
            mine = sums.setdefault(call["callee"], [0, 0, 0])
            for i, key in enumerate(("ncalls", "tottime_ns", "cumtime_ns")):
                mine[i] += call[key]
        out = []
        for number, function in enumerate(self.json["functions"]):
            for i, key in enumerate(("ncalls", "tottime_ns", "cumtime_ns")):
                whole, parts = function[key], sums.get(number, [0, 0, 0])[i]
                # Each time is rounded down from ticks.
                if abs(whole - parts) > (0 if key == "ncalls" else len(self.json["calls"])):
                    out.append(f"{function['name']}: {key} is {whole}, of its callers {parts}")
        return out

    def site_probes_seconds(self, name):
        """What lineprof's own code took where others call functions of that name."""
        paths = {path["number"]: path for path in self.json["call_paths"]}
        own = {path["number"] for path in paths.values()
               if path["function"] is not None and self._functions[path["function"]].name == name}
        sites = {paths[number]["parent"] for number in own} - own
        return sum(path["tottime_ns"] for path in paths.values()
                   if path["function"] is None and path["parent"] in sites) / 1e9

    def line_share(self, file, lines):
        """The part, 0 to 1, that these lines have of the time seen in lines, without waiting. Not of the
        lifetime: on a busy machine most of that is waiting for a processor."""
        mine = sum(ran_ns(self._lines[os.path.realpath(file)][line]) for line in lines)
        whole = sum(ran_ns(record) for of_file in self._lines.values()
                    for record in of_file.values())
        return mine / whole if whole else 0.0

    def line_seconds(self, file, lines):
        """Of these lines, with what they call."""
        mine = self._lines[os.path.realpath(file)]
        return sum(mine[line]["time_ns"] for line in lines) / 1e9

    def line_interval(self, file, lines):
        """Half of the 95 % confidence interval of the lines' share of all samples, 0 to 1."""
        mine = self._lines[os.path.realpath(file)]
        return sum(mine[line]["self_ci95_ns"] for line in lines) / max(self.json["totals"]["sampled_ns"], 1)
