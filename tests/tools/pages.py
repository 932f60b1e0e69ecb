#!/usr/bin/env python3
"""pages.py: runs the commands that a page shows, and checks that they print what it shows.

    pages.py PAGE FOLDER     runs in FOLDER, which is the page's own

Commands are the lines that begin with `$ ` in blocks of type `console`; all blocks of a page
share FOLDER. What follows a command is its output: each line shown must be printed, with the
same hits, calls and words; lines may be left out. Times, shares, samples and the width of
columns differ from run to run and are not compared. `...` stands for lines left out. Which
rows are the first by time differs too: of a command with `--limit` the same command without
it has to print them.

UPDATE=1 writes times and widths of this run into the page; what else differs still fails.
"""
import os
import re
import subprocess
import sys

# Lines of the header of lpview: all figures in them are of the run.
HEADER = re.compile(r"^(Command|Date|Time|Samples|Overhead|Warning):")
# A row of --threads: the thread's number and its samples.
THREAD = re.compile(r"^\d+ (# # # #) \d+ ")

# Lines that a run need not have: time in the kernel, what is said of few samples, calls that
# only samples tell of.
OF_THE_RUN = re.compile(r"# |Warning:|\(hits and ncalls|Overhead:|.* ~\d")

LIMIT = re.compile(r" --limit \d+")


def mask(line):
    """The line without what differs from run to run."""
    text = " ".join(line.split())
    text = re.sub(r"\d+\.\d+(e[-+]\d+)?", "#", text)
    text = re.sub(r"(?<= )-(?= )", "#", text)
    text = re.sub(r"={4,}", "=", text)
    if text.startswith("Samples:"):
        return "Samples:"  # by which engine is the machine's affair
    text = text.replace(", # s waiting for a CPU", "")  # a busy machine
    if HEADER.match(text):
        text = re.sub(r"\d+", "#", re.sub(r" on \S+$", "", text))
    return THREAD.sub(r"T \1 N ", text)


class Command:
    """A command of the page, and the numbers of the lines that are shown below it."""

    def __init__(self, text):
        self.text = text
        self.shown = []


def read_commands(lines):
    commands = []
    inside = False
    for number, line in enumerate(lines):
        if line.startswith("```"):
            inside = line.strip() == "```console"
        elif inside and line.startswith("$ "):
            commands.append(Command(line[2:]))
        elif inside and commands:
            commands[-1].shown.append(number)
    return commands


def run(command, folder):
    done = subprocess.run(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          env=dict(os.environ, LC_ALL="C.UTF-8"))
    return done.stdout.splitlines()


def check(command, lines, printed, whole):
    """Puts what was printed in the place of what is shown; returns the lines that are not in
    the `whole` either, which is what was printed where no `--limit` cuts it."""
    places = []
    found = []
    missing = []
    masked = [mask(line) for line in printed]
    for number in command.shown:
        wanted = mask(lines[number])
        if wanted in ("", "..."):
            continue
        if wanted in masked:
            places.append(number)
            found.append(masked.index(wanted))
            masked[found[-1]] = None
        elif wanted not in whole and not OF_THE_RUN.match(wanted):
            missing.append((number + 1, lines[number]))
    # In the order of this run: rows are sorted by times.
    for number, index in zip(places, sorted(found)):
        lines[number] = printed[index]
    return missing


def main(page, folder):
    with open(page) as file:
        lines = file.read().splitlines()
    commands = read_commands(lines)
    if not commands:
        sys.exit(f"{page}: no block of type console with a command")
    failed = False
    for command in commands:
        printed = run(command.text, folder)
        unlimited = LIMIT.sub("", command.text)
        whole = printed if unlimited == command.text else run(unlimited, folder)
        missing = check(command, lines, printed, {mask(line) for line in whole})
        for number, line in missing:
            print(f"{page}:{number}: not printed: {line.strip()}")
        if missing:
            failed = True
            print(f"$ {command.text}")
            print("\n".join(printed[:200]))
    if os.environ.get("UPDATE"):
        with open(page, "w") as file:
            file.write("\n".join(lines) + "\n")
    sys.exit(failed)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
