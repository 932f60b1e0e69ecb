"""programs.py: the programs of tests/programs/catalogue as benchmarks: inputs and commands that
take about half a second."""
import importlib
import json
import os
import sys

import common

sys.path.insert(0, os.path.join(common.ROOT, "tests/programs"))
os.environ.setdefault("PLUGIN", common.PLUGIN)
os.environ.setdefault("PLUGIN_LIBRARY", common.PLUGIN)
import variants

# The command's words; {program}, {inputs}, and the places of variants.Program.
WORK = {
    "lua": ["{program}", "{root}/bench/lua/all.lua", "250"],
    "sqlite": ["{program}", "-batch", ":memory:", ".read {root}/bench/workload/queries.sql"],
    "zstd": ["{program}", "-q", "-15", "-c", "{inputs}/text"],
    "bzip2": ["{program}", "-c", "{inputs}/text"],
    "cjson": ["{program}"] + 30 * ["{inputs}/large.json"],
    "box2d": ["{program}", "6000"],
    "re2": ["{program}", "10000"],
    "tcc": ["{program}", "-c", "{inputs}/large.c", "-o", "{inputs}/large.o"],
    "rapidjson": ["{program}"] + 30 * ["{inputs}/large.json"],
    "zstd_threads": ["{program}", "-q", "-T2", "-15", "-B500K", "-c", "{inputs}/text"],
}
TEXT_BYTES = 4000000
FUNCTIONS = 80000  # of a C file
FUNCTION = """
struct pair{0} {{ int left, right; struct pair{0} *next; }};
static int part{0}(struct pair{0} *at, int depth)
{{
	int sum = {0};
	for (; at && depth > 0; at = at->next, depth--)
		sum += at->left * {1} - (at->right << 3) % (sum | 1);
	return sum > 0x{0:x} ? sum : -sum;
}}
"""


def make_inputs(folder):
    maker = os.path.join(common.ROOT, "tests/programs/workload/make_text.py")
    common.run([sys.executable, maker, os.path.join(folder, "text"), str(TEXT_BYTES)])
    with open(os.path.join(folder, "large.c"), "w", encoding="utf-8") as file:
        file.writelines(FUNCTION.format(number, number * 7919 % 3001)
                        for number in range(FUNCTIONS))
    row = {"id": 7, "name": "caf\u00e9 \"au lait\"", "tags": ["a", "b", None, True],
           "at": [1.5, -2e-7, 123456789], "in": {"x": {"y": {"z": []}}}}
    rows = [dict(row, id=number, key=f"k{number * 7919 % 3001}") for number in range(4500)]
    with open(os.path.join(folder, "large.json"), "w", encoding="utf-8") as file:
        json.dump({"rows": rows}, file, indent=1)


def find(names=None):
    """{name: variants.Program} of those whose sources are there; and the names of the others."""
    found, missing = {}, []
    for name in names or WORK:
        program = variants.Program(importlib.import_module("catalogue." + name), common.BUILD)
        if program.is_here():
            program.prepare()
            found[name] = program
        else:
            missing.append(name)
    return found, missing


def command(program, built, inputs):
    return program.filled(WORK[program.name], program=built, inputs=inputs)
