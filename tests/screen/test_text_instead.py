#!/usr/bin/env python3
"""test_text_instead.py: who asks for text, and what cannot do screens, gets text."""
import os
import subprocess

from terminal import LPVIEW, Pty, environment, main, profile

NAME = profile("fake")
OTHER_SCREEN = b"\033[?1049h"


def text_of(*options, **more):
    program = Pty(LPVIEW, *options, NAME, env=environment(PAGER="cat", **more))
    assert program.wait() == 0
    assert OTHER_SCREEN not in program.output
    assert b"Command:  fake" in program.output or b'"version"' in program.output, program.output
    return program.output


def options_for_text():
    for options in (["--annotate"], ["--functions"], ["--lines"], ["--no-pager"], ["-m"],
                    ["--threads"]):
        text_of(*options)


def unknown_terminal():
    assert b"lpview: TERM=nonsense-99: no screens: " in text_of(TERM="nonsense-99")


def dumb_terminal():
    assert b"TERM" not in text_of(TERM="dumb")


def no_terminal():
    shown = subprocess.run([LPVIEW, NAME], capture_output=True, env=environment(), check=True)
    assert OTHER_SCREEN not in shown.stdout and b"Function: main" in shown.stdout


def input_is_no_terminal():
    program = Pty("sh", "-c", f"{LPVIEW} {NAME} </dev/null", env=environment(PAGER="cat"))
    assert program.wait() == 0
    assert OTHER_SCREEN not in program.output


def newest_of_several():
    """Without a file: which one it is, and that there are others."""
    profile("threads")
    os.utime(NAME)
    program = Pty(LPVIEW, "--functions", env=environment(PAGER="cat"))
    assert program.wait() == 0
    assert b"showing fake.lprof, the newest of 2 here" in program.output, program.output


def options_for_screens():
    program = Pty(LPVIEW, "--sort=calls", "--function=fact", "-u", "ms", NAME)
    program.expect("\033[?1049h")
    program.expect("fact")
    program.send("q")
    assert program.wait() == 0


def diff():
    """Screens if nothing is asked for; text with an option, in a pipe, and for the gate."""
    other = profile("threads")
    program = Pty(LPVIEW, "diff", NAME, other, env=environment())
    program.expect("\033[?1049h")
    program.expect("Which functions changed?")
    program.send("d")
    program.expect("hits 1080, was 303")
    program.send("Q")
    assert program.wait() == 0
    program = Pty(LPVIEW, "diff", "--source-path=.", NAME, other, env=environment())
    program.expect("Which functions changed?")
    program.send("Q")
    assert program.wait() == 0
    for command in (["diff", "--limit=3"], ["diff", "--json"], ["gate", "--fail-over=hits:900%"]):
        program = Pty(LPVIEW, *command, NAME, other, env=environment())
        assert program.wait() == 0, command
        assert OTHER_SCREEN not in program.output, command
    shown = subprocess.run([LPVIEW, "diff", NAME, other], capture_output=True, env=environment(),
                           check=True)
    assert OTHER_SCREEN not in shown.stdout and b"Functions that changed: " in shown.stdout


main(diff, options_for_text, unknown_terminal, dumb_terminal, no_terminal, input_is_no_terminal,
     newest_of_several, options_for_screens)
