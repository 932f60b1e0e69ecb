#!/usr/bin/env python3
"""test_restore.py: whatever happens, the terminal is given back as it was."""
import os
import signal

from terminal import LPVIEW, Pty, environment, main, profile, wait_for

NAME = profile("fake")


def start(**arguments):
    program = Pty(LPVIEW, NAME, **arguments)
    program.expect(" open")
    return program


def quits_by_key():
    for key in ("q", "Q", "\x03", "\x1b[21~"):
        program = start()
        program.send(key)
        assert program.wait() == 0
        program.assert_restored()


def ends_by_signal():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        program = start()
        program.kill(number)
        assert program.wait() == -number, program.status
        program.assert_restored()


def crashes():
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE):
        program = start()
        program.kill(number)
        # A sanitizer ends the program in its own way.
        assert program.wait() != 0
        program.assert_restored()


def stops_and_goes_on():
    # In a session of its own without a parent in it, the default of SIGTSTP is to do nothing;
    # so the shell is asked, which has job control.
    program = Pty("bash", "--norc", "-i", env=environment(PS1="$ "))
    program.expect("$ ")
    program.send(f"{LPVIEW} {NAME}\n")
    program.expect(" open")
    program.send("\x1a")
    program.expect("Stopped")
    program.expect("$ ")
    program.send("fg\n")
    program.expect(" open")
    program.send("q")
    program.send("echo st''atus $?\n")
    program.expect("status 0")
    program.send("exit\n")
    program.wait()


def stopped_hard_goes_on():
    program = start()
    program.kill(signal.SIGSTOP)
    wait_for("the stop", lambda: program.state() == "T")
    program.poll()
    program.output = b""
    program.kill(signal.SIGCONT)
    program.expect(" open")
    program.send("q")
    assert program.wait() == 0
    program.assert_restored()


def terminal_goes_away():
    program = start()
    os.close(program.slave)
    os.close(program.master)
    assert program.wait() != 0


def resizes():
    program = start()
    for _ in range(200):
        program.resize(10, 40)
        program.kill(signal.SIGWINCH)
        program.resize(30, 100)
        program.kill(signal.SIGWINCH)
    program.poll()
    for rows, columns in ((1, 1), (1, 80), (24, 1), (2, 2), (5, 3), (3, 300), (200, 20)):
        program.resize(rows, columns)
        program.send("jk\r")
        program.send("\x1b[6~H\t+c")
        program.poll()
    program.resize(24, 80)
    program.output = b""
    program.send("Q")
    assert program.wait() == 0
    program.assert_restored()


main(quits_by_key, ends_by_signal, crashes, stops_and_goes_on, stopped_hard_goes_on,
     terminal_goes_away, resizes)
