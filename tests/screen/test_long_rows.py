#!/usr/bin/env python3
"""test_long_rows.py: P writes rows as long as they are, and one that is very long makes no others slow."""
import os
import resource
import subprocess

from terminal import MKPROFILE, environment, main, profile

LPSCREEN = os.path.join(os.path.dirname(MKPROFILE), "lpscreen")
ROWS = 40000
TIMES = 1.5  # as long at most; it was twice


def write(name):
    """The lines that P writes of the source, and how long that took, in seconds of CPU time."""
    with open("keys", "w", encoding="utf-8") as file:
        file.write("Enter P Enter")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([LPSCREEN, "keys", name], check=True, capture_output=True, env=environment())
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    with open("lpview-source.txt", encoding="utf-8") as file:
        lines = file.read().splitlines()
    os.unlink("lpview-source.txt")
    return lines, seconds


def write_twice(name):
    """The same; of two times the shorter one: machines are busy."""
    lines, seconds = write(name)
    return lines, min(seconds, write(name)[1])


def long_and_short():
    name = profile("fake")
    with open("fake.c", "a", encoding="utf-8") as file:
        file.writelines(f"/* {i} */\n" for i in range(ROWS))
    short, least = write_twice(name)
    assert short[-1].endswith(f"/* {ROWS - 1} */")
    with open("fake.c", "a", encoding="utf-8") as file:
        file.write("/* " + "x" * 3000 + " end */\n/* " + "y" * 5000 + "*/\n")
    long, seconds = write_twice(name)
    assert long[:len(short)] == short
    assert long[-2].endswith("x end */")
    assert long[-1].endswith("y>") and len(long[-1]) == 4096
    assert seconds < TIMES * least, f"{seconds:.2f} s, without the long rows {least:.2f}"


main(long_and_short)
