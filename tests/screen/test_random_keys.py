#!/usr/bin/env python3
"""test_random_keys.py: whatever is typed at whatever size, the screens go on: of most use with
sanitizers. The keys of a round that fails are printed."""
import os
import random
import subprocess

from terminal import MKPROFILE, environment, main, profile

LPSCREEN = os.path.join(os.path.dirname(MKPROFILE), "lpscreen")
ROUNDS = 12
KEYS = """Up Down Left Right PgUp PgDn Home End Backspace Enter Shift-Tab Del F1 F3 F4 F6 Esc Tab
    Space ^D ^U ^L j k g G H n N r s S t + + - * ? h 1 2 3 4 5 6 7 8 9 c < q m e i wheelup wheeldown""".split()
WIDTHS = (1, 2, 3, 7, 20, 40, 80, 120, 160, 220)
HEIGHTS = (1, 2, 3, 4, 5, 6, 10, 24, 40)


def words(chance):
    """What is typed in one round."""
    typed = []
    for _ in range(300):
        kind = chance.random()
        if kind < 0.03 or not typed:
            typed.append(f"={chance.choice(WIDTHS)}x{chance.choice(HEIGHTS)}")
        elif kind < 0.08:
            typed.append(f"{chance.choice(('click', 'doubleclick'))}:{chance.randrange(30)}:"
                         f"{chance.randrange(120)}")
        elif kind < 0.13:
            typed += [chance.choice("/&"), chance.choice(('"a', '"int', '"zz', '"é')),
                      chance.choice(("Enter", "Esc"))]
        elif kind < 0.15:
            typed.append("styles")
        else:
            key = chance.choice(KEYS)
            if key != "q" or chance.random() < 0.1:
                typed.append(key)
    return " ".join(typed)


def rounds(kind):
    name = profile(kind)
    for seed in range(ROUNDS):
        keys = words(random.Random(seed))
        with open("keys", "w", encoding="utf-8") as file:
            file.write(keys)
        done = subprocess.run([LPSCREEN, "keys", name], capture_output=True, check=False,
                              env=environment(EDITOR="true"))
        assert done.returncode == 0 and not done.stderr, f"{kind}: {keys}\n{done.stderr.decode()}"


def fake():
    rounds("fake")


def branchy():
    rounds("branchy")


def threads():
    rounds("threads")


def sampled():
    rounds("sampled")


def recursive():
    rounds("recursive")


main(fake, branchy, threads, sampled, recursive)
