#!/usr/bin/env python3
"""test_live.py: the screens follow a profile that changes, and say when its program ended.

The program is this one: its process number is written into the profile, and counters are changed in
the file, as a runtime changes them.
"""
import os
import struct
import time

from terminal import LPVIEW, Tmux, main, profile

NAME = profile("running")
with open(NAME, "rb") as file:
    ORIGINAL = file.read()
SLOW = "0.1"  # seconds; how often it looks


def section(tag, data=ORIGINAL):
    """Where the payload of the first such section is."""
    at = 64
    while data[at:at + 4] != tag:
        at += 16 + (struct.unpack_from("<Q", data, at + 8)[0] + 7 & ~7)
    return at + 16


def write(offset, form, *values, path=NAME):
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(struct.pack(form, *values))


def begin(path=NAME, data=ORIGINAL):
    """The profile as the program that runs this test has just begun it."""
    with open("/proc/self/stat") as file:
        start = int(file.read().rsplit(")", 1)[1].split()[19])
    with open(path + ".new", "wb") as file:
        file.write(data[:24] + struct.pack("<II", 0, os.getpid()) + data[32:40] +
                   struct.pack("<Q", start) + data[48:])
    os.rename(path + ".new", path)


def follow(*arguments):
    begin()
    program = Tmux(LPVIEW, "--live", "--interval", SLOW, NAME, *arguments, rows=30, columns=120)
    program.expect("Which functions")
    return program


def leave(program):
    program.keys("Q")
    program.expect("status 0")
    program.close()


def counts(value):
    """demo::sum was called so often."""
    write(section(b"coun") + 16, "<QQ", value, 100 * value)


def shows_rates():
    program = follow()
    program.expect("calls/s")
    program.expect("running: ")
    counts(54321)
    program.expect("54321")
    # A program that waits has not ended.
    time.sleep(10 * float(SLOW))
    program.expect("running: ")
    program.keys("Enter")
    program.expect("hits/s")
    counts(65432)
    program.expect("65432")
    program.keys("2")
    program.expect("Where in the program")
    counts(76543)
    program.expect("7654300")
    program.keys("q", "q")
    program.expect("Which functions")
    leave(program)


def keeps_the_place():
    program = follow()
    program.keys("/")
    program.type("main")
    program.keys("Enter", "Enter")
    program.expect("What did each line do?")
    program.keys("g", *"j" * 22, "+")
    unfolded = "└─ demo::sum(int)"
    program.expect(unfolded)
    for value in (11111, 22222, 33333):
        counts(value)
        program.expect(str(value))
    # What is unfolded stays so, and the cursor is where it was: it folds it again.
    program.expect(unfolded)
    program.keys("-")
    program.expect_not(unfolded)
    program.keys("q")
    program.expect("Which functions")
    # The order stays, too.
    program.keys("S")
    program.expect("▼ncalls")
    counts(44444)
    program.expect("44444")
    program.expect("▼ncalls")
    leave(program)


def keeps_the_tree():
    """New paths come; what is folded and unfolded, the cursor and the picture stay."""
    name = profile("recursive")
    with open(name, "rb") as file:
        data = file.read()
    begin(name, data)
    program = Tmux(LPVIEW, "--live", "--interval", SLOW, name, rows=40, columns=120)
    program.expect("Which functions")
    program.keys("8")
    program.expect("- sampled_caller")
    # The second row is folded; the cursor is on the last one but that of waiting.
    program.keys("j", "-", "G", "k")
    program.expect("+ sampled_caller")
    program.expect("(200 samples)  called at sampled_code.h:25")
    # It becomes the first one of those around it.
    nodes = section(b"stak", data) + 8
    write(nodes + 32 * 6 + 24, "<Q", 900, path=name)
    program.expect("(900 samples)  called at sampled_code.h:25")
    program.expect("+ sampled_caller")
    program.keys("9", "j", "j", "Enter")
    program.expect("(900 samples)  called at sampled_code.h:25")
    write(nodes + 32 * 6 + 24, "<Q", 990, path=name)
    program.expect("(990 samples)  called at sampled_code.h:25")
    leave(program)


def begin_without(offsets, name):
    """Begins a profile with zeros there, which `restore()` takes back."""
    with open(name, "rb") as file:
        data = file.read()
    empty = bytearray(data)
    for at in offsets:
        struct.pack_into("<Q", empty, at, 0)

    def restore():
        for at in offsets:
            write(at, "<Q", *struct.unpack_from("<Q", data, at), path=name)

    begin(name, bytes(empty))
    program = Tmux(LPVIEW, "--live", "--interval", SLOW, name, rows=40, columns=120)
    program.expect("Which functions")
    return program, restore


def sorts_by_times_when_they_come():
    clocks = section(b"clok") + 16
    program, restore = begin_without(range(clocks + 8, clocks + 4 * 32, 8), NAME)
    program.expect("▼ncalls")
    restore()
    program.expect("▼tottime")
    leave(program)


def measures_times_when_they_come():
    name = profile("recursive")
    with open(name, "rb") as file:
        nodes = section(b"stak", file.read()) + 8
    program, restore = begin_without(range(nodes + 32 * 2 + 24, nodes + 32 * 7, 32), name)
    program.expect("no times of lines")
    restore()
    program.expect_not("no times of lines")
    program.keys("t")
    # What comes behind the share.
    program.expect("bars and colours of lines: time\n")
    leave(program)


def says_the_end():
    program = follow()
    write(section(b"info") + 96, "<i", 3)
    write(24, "<I", 1)
    program.expect("the program ended with status 3 after")
    program.expect("ended: ")
    # Another run in the same place is followed again.
    begin()
    write(32, "<Q", 1800000000 * 10**9)
    program.expect("running: ")
    counts(98765)
    program.expect("98765")
    leave(program)


def warns_of_the_last_reading():
    """What was so at first is no longer said when it is not; what a key took away does not come back."""
    flags = section(b"info") + 100
    forked = bytearray(ORIGINAL)
    struct.pack_into("<I", forked, flags, 1)
    begin(data=bytes(forked))
    program = Tmux(LPVIEW, "--live", "--interval", SLOW, NAME, rows=30, columns=120)
    program.expect("a forked child")
    counts(11111)
    program.expect("11111")
    program.expect("a forked child")
    write(flags, "<I", 0)
    program.expect_not("a forked child")
    program.expect("% self, ")
    program.keys("j")
    write(flags, "<I", 1)
    counts(22222)
    program.expect("22222")
    program.expect_not("a forked child")
    leave(program)


def mends_the_screen():
    """Last words on the same terminal, and what comes behind them."""
    program = follow()
    program.write("last words\n" * 3)
    program.expect("last words")
    write(24, "<I", 1)
    program.expect("ended: ")
    program.expect_not("last words")
    program = Tmux(LPVIEW, "--live", "--interval", "2", NAME, rows=30, columns=120)
    program.expect("Which functions")
    begin()
    write(32, "<Q", 1800000000 * 10**9)
    program.expect("running: ")
    program.write("late words\n" * 3)
    program.expect("late words")
    program.expect_not("late words")
    leave(program)


def says_it_was_killed():
    program = follow()
    write(28, "<I", 2**22 + 1)
    program.expect("was killed, or ended without a word")
    leave(program)


def survives_the_file():
    program = follow()
    os.truncate(NAME, 500)
    program.expect("file ends in the middle of a section")
    os.truncate(NAME, 0)
    program.expect("not a lineprof profile")
    os.unlink(NAME)
    program.expect("No such file")
    os.mkdir(NAME)
    program.expect("Is a directory")
    os.rmdir(NAME)
    with open(NAME, "wb") as file:
        file.write(ORIGINAL[:200] + os.urandom(len(ORIGINAL) - 200))
    program.expect("this was read before")
    begin()
    counts(87654)
    program.expect("87654")
    program.expect_not("this was read before")
    leave(program)


def takes_other_functions():
    """A profile of another program in its place: views of what is gone close."""
    program = follow()
    program.keys("Enter")
    program.expect("What did each line do?")
    other = profile("branchy")
    os.rename(other, NAME)
    program.expect("branchy.c")
    leave(program)


main(shows_rates, keeps_the_place, keeps_the_tree, sorts_by_times_when_they_come,
     measures_times_when_they_come, says_the_end, warns_of_the_last_reading, mends_the_screen,
     says_it_was_killed, survives_the_file, takes_other_functions)
