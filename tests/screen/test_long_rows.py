#!/usr/bin/env python3
"""test_long_rows.py: P writes rows as long as they are, and one that is very long makes no others slow."""
import os
import resource
import subprocess

from terminal import MKPROFILE, environment, main, profile

LPSCREEN = os.path.join(os.path.dirname(MKPROFILE), "lpscreen")
ROWS = 40000
TIMES = 1.5  # as long at most; it was twice
TRIES = 6  # a busy machine may slow down either


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


def append(lines):
    with open("fake.c", "a", encoding="utf-8") as file:
        file.writelines(lines)


def writes_whole_rows():
    name = profile("fake")
    append(f"/* {i} */\n" for i in range(10))
    short, _ = write(name)
    append(["/* " + "x" * 3000 + " end */\n", "/* " + "y" * 5000 + "*/\n"])
    long, _ = write(name)
    assert short[-1].endswith("/* 9 */") and long[:len(short)] == short
    assert long[-2].endswith("x end */")
    assert long[-1].endswith("y>") and len(long[-1]) == 4096


def writes_others_as_fast():
    name = profile("fake")
    append(f"/* {i} */\n" for i in range(ROWS))
    for _ in range(TRIES):
        size = os.path.getsize("fake.c")
        without = write(name)[1]
        append(["/* " + "y" * 5000 + "*/\n"])
        seconds = write(name)[1]
        os.truncate("fake.c", size)
        if seconds < TIMES * without:
            return
    raise AssertionError(f"{seconds:.2f} s, without the long row {without:.2f}")


main(writes_whole_rows, writes_others_as_fast)
