#!/usr/bin/env python3
"""test_terminal.py: the screens in a real terminal: keys, mouse, size, colours, editor."""
import os
import re

from terminal import LPVIEW, Pty, Tmux, environment, main, profile, wait_for

NAME = profile("fake")
FUNCTIONS = "Which functions take the time?"
SOURCE = "What did each line do?"


def keys():
    terminal = Tmux(LPVIEW, NAME)
    terminal.expect(FUNCTIONS)
    terminal.keys("Enter")
    terminal.expect(SOURCE)
    terminal.keys("Escape")  # alone: it must not wait for a sequence
    terminal.expect(FUNCTIONS)
    for key, title in (("F1", "What do the keys do?"), ("3", "In which files"),
                       ("4", "Who calls it"), ("5", "Do the threads"),
                       ("6", "What ran"), ("2", "Where in the program")):
        terminal.keys(key)
        terminal.expect(title)
        terminal.keys("BSpace")
        terminal.expect(FUNCTIONS)
    terminal.keys("End", "Home", "Down", "PageDown", "C-u", "Enter")
    terminal.expect(SOURCE)
    terminal.keys("/")
    terminal.type("retürn")
    terminal.expect("/retürn")
    terminal.keys("BSpace", "BSpace", "BSpace", "BSpace")
    terminal.type("turn")
    terminal.keys("Enter", "q", "q")
    terminal.expect("status 0")
    terminal.close()


def typed_ahead():
    """What was typed before there was an answer is drawn once: nobody sees what is in between."""
    program = Pty(LPVIEW, NAME)
    program.expect(" open")
    sizes = []
    for keys in ("jk" * 25 + "?", "?"):
        before = len(program.log)
        program.send(keys)
        program.expect("one screen down")
        sizes.append(len(program.log) - before)
        program.send("q")
        program.expect(" open")
    assert sizes[0] < sizes[1] + 1000, sizes
    program.send("Q")
    assert program.wait() == 0


def follows_the_size():
    terminal = Tmux(LPVIEW, NAME, rows=24, columns=80)
    terminal.expect("ncalls")
    terminal.resize(10, 40)
    terminal.expect_not("ncalls")
    terminal.resize(40, 220)
    terminal.expect("│")
    assert "percall" in terminal.screen()
    terminal.resize(24, 120)
    terminal.expect("percall")
    terminal.keys("q")
    terminal.expect("status 0")
    terminal.close()


def colors_of(**more):
    """The sequences that set colours or attributes."""
    options = more.pop("options", [])
    program = Pty(LPVIEW, *options, NAME, env=environment(**more))
    program.expect(" open")
    program.send("j\r")
    program.expect("each line do?")
    program.send("Q")
    assert program.wait() == 0
    return program.log


def colors_where_wanted():
    assert b"\033[38;5;" in colors_of() or b"\033[48;5;" in colors_of()
    few = colors_of(TERM="xterm")
    assert b"\033[38;5;" not in few and b"\033[46m" in few, few
    for plain in (colors_of(NO_COLOR="1"), colors_of(options=["--color=never"]),
                  colors_of(TERM="vt100")):
        assert not re.search(rb"\033\[[0-9;]*[34][0-8]([;m])", plain), plain


def mouse():
    terminal = Pty(LPVIEW, NAME)
    terminal.expect(" open")
    # A click on the second row, then twice on the third; rows and columns count from 1.
    terminal.send("\033[<0;10;4M\033[<0;10;4m")
    terminal.expect("main")
    terminal.send("\033[<65;10;4M\033[<64;10;4M")
    terminal.send("\033[<0;10;3M\033[<0;10;3m\033[<0;10;3M\033[<0;10;3m")
    terminal.expect("each line do?")
    terminal.send("m")
    terminal.expect("1000l")
    terminal.send("Q")
    assert terminal.wait() == 0


def edits():
    with open("editor", "w") as script:
        script.write('#!/bin/sh\nprintf "%s\\n" "$@" >arguments\nstty -a >settings\n')
    os.chmod("editor", 0o755)
    os.makedirs("moved dir", exist_ok=True)
    program = Pty(LPVIEW, NAME, env=environment(EDITOR=f"'{os.getcwd()}/editor' -x", VISUAL=""))
    program.expect(" open")
    program.send("\rg")
    program.expect("each line do?")
    program.send("jje")
    wait_for("the editor", lambda: os.path.exists("settings") and open("settings").read())
    program.expect("each line do?")
    program.send("Q")
    assert program.wait() == 0
    program.assert_restored()
    assert open("arguments").read().split("\n")[:2] == ["-x", "+3"], open("arguments").read()
    assert open("arguments").read().split("\n")[2].endswith("/fake.c")
    # It had a terminal that echoes and waits for lines.
    assert " echo " in open("settings").read() and " icanon " in open("settings").read()


def says_if_there_is_no_editor():
    program = Pty(LPVIEW, NAME, env=environment(VISUAL="/no/such/editor"))
    program.expect(" open")
    program.send("e")
    program.expect("the editor was not found")
    program.send("q")
    assert program.wait() == 0


def hostile_text():
    """Escape sequences of a source or command reach no terminal."""
    program = Pty(LPVIEW, NAME)
    program.expect(" open")
    program.send("\r6")
    program.expect("Command:")
    program.send("Q")
    assert program.wait() == 0
    assert b"\033[31mred" not in program.log and b"^[[31mred" in program.log


def source_goes_while_it_is_shown():
    name = profile("changed")
    terminal = Pty(LPVIEW, name)
    terminal.expect(" open")
    terminal.send("\r")
    terminal.expect("each line do?")
    with open("fake.c", "r+") as file:
        file.truncate(10)
    terminal.send("gG\x1b[5~")
    os.remove("fake.c")
    terminal.send("+*q")
    terminal.expect("ch functions take the time?")
    terminal.send("\r")
    terminal.expect("each line do?")
    terminal.send("Q")
    assert terminal.wait() == 0
    terminal.assert_restored()
    profile("fake")


def writes_whole_rows():
    with open("fake.c", "a", encoding="utf-8") as file:
        file.write("/* " + "long " * 100 + "to its end */\n")
    terminal = Pty(LPVIEW, NAME)
    terminal.expect(" open")
    terminal.send("\rP")
    terminal.expect("write to")
    terminal.send("\r")
    terminal.expect("written: ")
    terminal.send("Q")
    assert terminal.wait() == 0
    with open("lpview-source.txt", encoding="utf-8") as file:
        rows = file.read()
    assert "long long to its end */\n" in rows, rows
    os.remove("lpview-source.txt")
    profile("fake")


def other_locale():
    program = Pty(LPVIEW, NAME, env=environment(LC_ALL="C"))
    program.expect("##")
    program.send("\r\x1b[BqQ")
    assert program.wait() == 0
    assert not any(byte > 0x7e for byte in program.log), program.log


main(keys, typed_ahead, follows_the_size, colors_where_wanted, mouse, edits, says_if_there_is_no_editor,
     hostile_text, source_goes_while_it_is_shown, writes_whole_rows, other_locale)
