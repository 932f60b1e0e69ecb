"""avoided.py: shapes that the generator could make, and leaves out, as lineprof counts them wrongly.

Each has a name and what is wrong. A shape is mended: take its row out, and see the tests pass. MAKE=NAME,NAME in the
environment makes some nevertheless. What is left out for good is listed in generate.py.
"""
import os

AVOIDED = {
    "codeless_in_expression": "({ static int v = 7; n; }), ({ if (0) g++; n; }), ({ while (1) ... }): its first statement shows 0",
    "codeless_case": "case 0: NOTHING; above another case: nothing; in `do` between cases, too",
    "constant_in_do": "do { if (sizeof(int) == 8) { } else { } } while (c): 9 for 13, -O1 and up",
    "codeless_in_try": "try { static int v; } ...: nothing",
    "codeless_on_line": "for (...) newline g++; NOTHING;: the way from the loop to NOTHING is missing; others, too",
    "temporary_on_line": "{ g += Object(1).x; } g++; on one line: g++ is a visit of its own",
    "catch_on_line": "try { g++; newline f(); } catch (int) { on one line: the catch is a visit of its own, in a switch",
    "codeless_in_do": "do (without braces) try { NOTHING; } ... while (c): nothing",
    "jump_behind_unused": "{ int v = unused; break; }, at -O1 and up: the break shows nothing; on one line in a case, it is twice",
}


def makes(shape):
    return shape not in AVOIDED or shape in os.environ.get("MAKE", "").split(",")
