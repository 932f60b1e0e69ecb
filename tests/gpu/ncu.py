#!/usr/bin/env python3
"""ncu.py: the mean time of a kernel in a profile against that of Nsight Compute, within 2 %.

    ncu.py CSV JSON   CSV: of one kernel, by ncu --csv --print-units base --metrics gpu__time_duration.sum
"""
import csv
import json
import sys

csv_path, json_path = sys.argv[1:]
with open(csv_path, encoding="utf-8") as file:
    # What the program itself says comes before the table.
    lines = [line for line in file if line.startswith('"')]
table = [row for row in csv.DictReader(lines) if row["Metric Name"] == "gpu__time_duration.sum"]
times = [float(row["Metric Value"].replace(",", "")) for row in table]
kernel = table[0]["Kernel Name"].split("(")[0] if table else "no kernel"
with open(json_path, encoding="utf-8") as file:
    rows = [row for row in json.load(file)["gpu"]["work"]
            if row["kind"] == "kernel" and row["name"].split("(")[0] == kernel]
count = sum(row["count"] for row in rows)
if not times or not count:
    sys.exit(f"{kernel}: {len(times)} times by ncu, {count} in the profile")
theirs = sum(times) / len(times)
ours = sum(row["total_ns"] for row in rows) / count
print(f"{kernel}: {theirs:.0f} ns by ncu ({len(times)} times), {ours:.0f} ns in the profile ({count})")
sys.exit(abs(ours - theirs) > 0.02 * theirs)
