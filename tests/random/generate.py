#!/usr/bin/env python3
"""generate.py: a random program in C or C++, whose hits are known, as it counts them itself.

    generate.py SEED c|cpp|co|two FOLDER [NUMBER...]

co: C++20 with coroutines. two: C++, whose text is compiled twice, to two units of one program that share what is inline.

Writes to FOLDER/plain.c or .cpp what is to be profiled, and to FOLDER/counting.c or .cpp the same, line by line, with
statements that count (texts.py); beside both, what they include (included.py). NUMBERs are of statements that are left out (reduce.py). The same seed gives the
same program.

A line's hits are how often control comes to a statement that begins on it, from a statement that begins on another
line, or over a loop's back edge. The generator makes every statement that it knows (statements.py, choices.py,
jumps.py, entries.py, cplusplus.py, handlers.py), but none of these, whose hits are known to be missing or wrong:

    two statements and two cases on one line
    two macros' statement expressions on a line on which the statement goes on that they are in
    a `switch` over a constant, first in its braces, none of whose statements that control comes to has code
    } while (0 && f());
    `return;`, or `return v;` right behind `v = f();`, where f() is left by an exception or longjmp()
    if (1) { if (c) return; }   as a loop's body without braces
    a constant `if` with a `return`, and a dead `break`, above `default:`
    an arm of `?:` in the declaration of an `if`
    a macro with an `if` whose condition a template's arguments make constant
    `break;` as the whole body of a range-for
    statements on lines of their own inside a macro's argument
    a scope that a destructor leaves by throwing, or a clean-up function by longjmp(), with nothing that has code behind what it destroys
    a `for` with a statement expression over several lines and no initialiser, or with a `break` in one that is its increment
    computed gotos in both branches of an `if` that is, behind a declaration without code, all of a `for (;;)`
    an endless `do`, or a `try`, in a file that is included several times
    a macro that ends with a loop's head and brace behind a statement of its own, where something is destroyed at the end of these braces
    a member's constant (`int m = 2;` in a class) where braces without a constructor initialise it
"""
import os
import shutil
import sys

import choices  # adds its kinds of statements
import classes
import coroutines  # the same
import cplusplus
import entries
import extensions
import functions
import handlers
import idioms
import included
import templates
from program import Program

HERE = os.path.dirname(os.path.abspath(__file__))


def generate(seed, language, dropped=()):
    p = Program(seed, language, dropped)
    if p.has_library:
        p.write("#define WITH_LIBRARY")
        p.newline()
    p.write('#include "coroutines.h"' if p.has_coroutines else '#include "prelude.h"')
    p.newline()
    if p.is_cpp:
        classes.object_class(p)
    makers = [functions.plain_function] * 4 + [functions.one_line_function, functions.table_of_functions]
    if p.is_cpp:
        makers += [templates.function_template, templates.class_template, templates.pack_template,
                   functions.function_try_block, classes.class_hierarchy, classes.members_that_begin,
                   classes.class_with_constructors, classes.callable_class, classes.started_variable]
    else:
        makers += [extensions.cleanup_function, idioms.comparing_function]
    if p.has_coroutines:
        makers += [functions.coroutine] * 12
    for _ in range(p.between(2, 6)):
        p.newline()
        p.choose(*makers)(p)
    p.newline()
    functions.main_function(p)
    return p


def write(program, folder):
    """The paths of the plain and the counting text, beside which the files are that they include."""
    paths = []
    for name, texts in (("plain", program.plain), ("counting", program.counting)):
        paths.append(f"{folder}/{name}.{program.extension}")
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write("".join(texts))
    for part in program.parts:
        for name, texts in ((part.name, part.plain), (f"{part.name}_counting", part.counting)):
            with open(f"{folder}/{name}.inc", "w", encoding="utf-8") as file:
                file.write("".join(texts))
    for header in ("prelude.h", "coroutines.h", "counting.h"):
        shutil.copy(f"{HERE}/{header}", folder)
    return paths


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[2] not in ("c", "cpp", "co", "two"):
        print(__doc__)
        sys.exit(2)
    os.makedirs(sys.argv[3], exist_ok=True)
    write(generate(int(sys.argv[1]), sys.argv[2], {int(number) for number in sys.argv[4:]}), sys.argv[3])
