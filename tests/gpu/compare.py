#!/usr/bin/env python3
"""compare.py: what a program of tests/gpu expects against what its profile says.

    compare.py OUTPUT JSON   OUTPUT: the program's; JSON: of lpview --json
"""
import json
import sys

with open(sys.argv[2], encoding="utf-8") as file:
    profile = json.load(file)
gpu = profile["gpu"]
regions = {region["name"]: region for region in profile["regions"]}
kernels = [row for row in gpu["work"] if row["kind"] == "kernel"]
copies = [row for row in gpu["work"] if row["kind"] == "copy"]
problems = []


def expect(what, wanted, got, tolerance=0.0):
    print(f"{what}: expected {wanted}, got {got}")
    if wanted != got and (not tolerance or abs(wanted - got) > tolerance * wanted):
        problems.append(f"{what}: expected {wanted}, got {got}")


def total(rows, field, key, value):
    return sum(row[field] for row in rows if value in str(row[key]))


def on_line(line):
    return sum(row["count"] for row in kernels if row["file"] and row["line"] == line)


def in_region(name):
    return sum(row["count"] for row in kernels if row["region"] == name)


if not gpu["is_profiled"]:
    sys.exit(f"no profile of the GPU: {gpu['reason']}")
for what in ("dropped", "unplaced", "crowded", "late"):
    expect(what, 0, gpu[what])
lines = [line.split() for line in open(sys.argv[1], encoding="utf-8") if line.strip()]
ended = [int(words[1]) for words in lines if words[0] == "EXIT"]
expect("exit status", [int(words[2]) for words in lines if words[:2] == ["EXPECT", "exit"]], ended)
for kind, *arguments in (words[1:] for words in lines if words[0] == "EXPECT"):
    if kind == "exit":
        pass
    elif kind == "count":
        expect(f"launches of {arguments[0]}", int(arguments[1]),
               total(kernels, "count", "name", arguments[0]))
    elif kind == "ns":
        expect(f"time of {arguments[0]}", float(arguments[1]),
               total(kernels, "total_ns", "name", arguments[0]), 0.02)
    elif kind == "line":
        expect(f"lines of {arguments[0]}", int(arguments[1]),
               min(row["line"] for row in kernels if arguments[0] in row["name"] and row["file"]))
    elif kind == "at":
        expect(f"kernels from line {arguments[0]}", int(arguments[1]), on_line(int(arguments[0])))
    elif kind == "atleast":
        expect(f"kernels from line {arguments[0]}, at least", True,
               on_line(int(arguments[0])) >= int(arguments[1]))
    elif kind == "bytes":
        expect(f"bytes {arguments[0]}", int(arguments[1]),
               total(copies, "bytes", "copy_kind", arguments[0]))
    elif kind == "got":
        expect("pieces of memory", int(arguments[0]), sum(row["count"] for row in gpu["memory"]))
    elif kind == "hint":
        expect(f"hints {arguments[0]} on line {arguments[1]}", True,
               any(hint["name"] == arguments[0] and hint["line"] == int(arguments[1])
                   for hint in profile["hints"]))
    elif kind == "hints":
        of_gpu = [(hint["name"], hint["line"]) for hint in profile["hints"] if hint["is_of_gpu"]]
        expect(f"hints ({of_gpu})", int(arguments[0]), len(of_gpu))
    elif kind == "copied":
        expect(f"bytes from line {arguments[0]}", int(arguments[1]),
               sum(row["bytes"] for row in gpu["work"] if row["file"] and row["kind"] != "kernel"
                   and row["line"] == int(arguments[0])))
    elif kind == "step":
        expect(f"kernels of step {arguments[0]}", int(arguments[1]),
               sum(step["kernels"] for step in profile["steps"] if step["step"] == int(arguments[0])))
    elif kind == "peak":
        expect("peak of memory", int(arguments[0]), gpu["devices"][0]["peak_bytes"])
    elif kind == "region":
        region = regions.get(arguments[0], {})
        expect(f"kernels of {arguments[0]} itself", int(arguments[1]), in_region(arguments[0]))
        expect(f"kernels of {arguments[0]}", int(arguments[2]), region.get("kernels_cum", 0))
    elif kind == "calls":
        expect(f"calls of {arguments[0]}", int(arguments[1]),
               regions.get(arguments[0], {}).get("ncalls", 0))
    elif kind == "device":
        expect(f"kernels on device {arguments[0]}", int(arguments[1]),
               sum(row["count"] for row in kernels if row["device"] == int(arguments[0])))
    elif kind == "overlap":
        device = gpu["devices"][0]
        expect("copies and kernels at once", True,
               device["kernel_ns"] + device["copy_ns"] > device["busy_ns"])
    else:
        problems.append(f"EXPECT {kind}: unknown")
# A kernel starts after the call that launched it, on one clock; of what failed it is not known.
expect("delays known", sum(row["count"] for row in kernels if row["total_ns"]),
       sum(row["delays"] for row in kernels))
# What was summed up is what there is: nothing twice, nothing left out.
expect("records", gpu["records"], sum(row["count"] for row in gpu["work"] + gpu["memory"]))
expect("time of kernels on lines", sum(line.get("kernel_ns", 0) for line in profile["lines"]),
       sum(row["total_ns"] for row in kernels if row["file"]))
for region in regions.values():
    own = sum(row["total_ns"] for row in kernels if row["region"] == region["name"])
    if own != region.get("kernel_tottime_ns", 0) or own > region.get("kernel_cumtime_ns", 0):
        problems.append(f"{region['name']}: {own} ns in rows, {region} as a region")
for row in gpu["work"]:
    if not row["min_ns"] * row["count"] <= row["total_ns"] <= row["max_ns"] * row["count"]:
        problems.append(f"{row}: the total is outside of least and most")
print("\n".join(problems))
sys.exit(1 if problems else 0)
