#!/usr/bin/env python3
"""gpu_expect.py: what the comments of a source say of its GPU sites, as gpu_sites.py prints it.

    gpu_expect.py SOURCE   `//! GROUP NAME` on a line, once for each site
"""
import os
import sys

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    lines = file.read().splitlines()
rows = [(os.path.basename(path), number, *site.strip().split(" ", 1))
        for number, line in enumerate(lines, 1)
        for site in line.split("//!")[1:]]
for name, number, group, text in sorted(rows):
    print(f"{name}:{number} {group} {text}")
