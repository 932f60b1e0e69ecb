"""seeds.py: what tests that make programs from seeds have in common."""
import os
import shutil
import sys
import tempfile


def seeds(arguments, few, many):
    """From FIRST to LAST, the first two of `arguments`; by default the first `few`, with FULL=1 `many`."""
    if arguments:
        return range(int(arguments[0]), int(arguments[1]) + 1)
    return range(1, (many if os.environ.get("FULL") == "1" else few) + 1)


def compare_seeds(which, name, compare):
    """Ends the test: with status 1 if any seed differs. compare(seed, folder) returns how the program was made, and a
    line of text for each number that differs; what it made in the folder stays then."""
    failed = 0
    for seed in which:
        folder = tempfile.mkdtemp(prefix=f"lineprof-{name}-")
        how, found = compare(seed, folder)
        if not found:
            shutil.rmtree(folder)
            continue
        failed += 1
        print(f"seed {seed}, {how}, clang-{os.environ['CLANG_MAJOR']}: kept in {folder}")
        print("    " + "\n    ".join(found), flush=True)
    print(f"{len(which)} programs, {failed} with wrong numbers")
    sys.exit(1 if failed else 0)
