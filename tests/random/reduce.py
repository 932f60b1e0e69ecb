#!/usr/bin/env python3
"""reduce.py: makes a random program that is counted wrongly smaller, by leaving out statements.

    reduce.py SEED c|cpp|co|two FOLDER FLAG...

Leaves the smallest program that it finds in FOLDER, and says what differs. Environment: as compare.py.
"""
import os
import sys

from compare import compare
from generate import generate


def reduce(seed, language, folder, flags):
    """The numbers of the statements that can be left out, and the first line that differs still does."""
    def texts_found(dropped):
        return [text.split(": ", 2)[-1] for text in compare(generate(seed, language, dropped), folder, flags)]
    dropped = set()
    wanted = texts_found(dropped)[:1]
    if not wanted:
        return dropped
    count = generate(seed, language).statements
    size = count
    while size:
        for first in range(1, count + 1, size):
            more = dropped | set(range(first, first + size))
            if more != dropped and wanted[0] in texts_found(more):
                dropped = more
        size //= 2
    return dropped


if __name__ == "__main__":
    if len(sys.argv) < 5:
        print(__doc__)
        sys.exit(2)
    os.makedirs(sys.argv[3], exist_ok=True)
    left_out = reduce(int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:])
    print("\n".join(compare(generate(int(sys.argv[1]), sys.argv[2], left_out), sys.argv[3], sys.argv[4:])))
    print(f"again: generate.py {sys.argv[1]} {sys.argv[2]} FOLDER {' '.join(str(n) for n in sorted(left_out))}")
