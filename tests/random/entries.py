"""entries.py: statements with labels and cases inside: jumps that lead into loops, into braces and by tables."""
import expressions
import jumps
from program import kind
from statements import while_head


def _open_loop(p, form):
    if form == "while":
        while_head(p, lambda: p.write("R(3)"))
    elif form == "for":
        line = p.begin()
        p.write("for (g++; ")
        with p.visited_value(line):
            p.write("R(3)")
        p.write("; g--)", "; BACK(), g--)")
    else:
        p.count(f"do {{ VISIT({p.begin()}); ")
        p.write("do", "")
    p.write(" {", "" if form == "do" else None)


def _close_loop(p, form):
    p.write("}")
    if form == "do":
        p.write(" while (")
        with p.visited_value():
            p.write("R(3)")
        p.write(");", " && (BACK(), 1));")


@kind(1, needs_braces=True)
def goto_into_loop(p, scope):
    if scope.has_ends:
        p.plain_statement("g += 4;")
        return
    name, form = p.name("l"), p.choose("while", "do", "for")
    inner = scope.in_loop(3, has_braces=False)
    jumps.conditional_goto(p, scope, name, f"R({p.between(2, 4)}) == 0")
    p.newline()
    _open_loop(p, form)
    with p.deeper():
        p.newline()
        p.statement(inner)
        p.newline()
        jumps.label(p, name)
        p.plain_statement(p.choose("g++;", "g ^= 3;"))
        p.newline()
        p.statement(inner)
    p.newline()
    _close_loop(p, form)


def _case(p, inner, text):
    p.newline()
    p.write(text, f"{text} VISIT({p.begin()}); ")
    p.newline()
    p.statement(inner)


def _cases_of_branches(p, inner):
    p.newline()
    p.write("if (")
    with p.visited_value():
        p.write("R(2)")
    p.write(") {")
    with p.deeper():
        _case(p, inner, "case 1:")
        p.newline()
        p.plain_statement("g++;")
    p.newline()
    p.write("} else {")
    with p.deeper():
        _case(p, inner, "case 2:")
    p.newline()
    p.write("}")


def _case_of_loop(p, inner):
    p.newline()
    while_head(p, lambda: p.write("R(3)"))
    p.write(" {")
    with p.deeper():
        _case(p, inner, p.choose("default:", "case 3:"))
        if p.chance(0.5):
            p.newline()
            with p.guarded(lambda: p.write("R(3) == 0")):
                p.plain_statement(p.choose("break;", "continue;"))
        p.newline()
        p.plain_statement("g--;")
    p.newline()
    p.write("}")


@kind(1, needs_braces=True)
def deeper_cases(p, scope):
    """Cases in braces of an `if` and of a loop within the switch."""
    if scope.has_ends:
        p.plain_statement("g += 6;")
        return
    inner = scope.inside(has_braces=False, can_break=False, can_continue=False)
    p.write("switch (")
    with p.visited_value():
        p.write("R(5)")
    p.write(") {")
    _case(p, inner, "case 0:")
    _cases_of_branches(p, inner)
    _case_of_loop(p, inner)
    p.newline()
    p.write("}")


def _cases_in_a_row(p, inner):
    p.write("switch (")
    with p.visited_value():
        p.write("R(3)")
    p.write(") {")
    for text in ("case 0:", "case 1:", "default:"):
        with p.deeper():
            _case(p, inner, text)
            p.newline()
            p.plain_statement("break;" if p.chance(0.6) else "g++;")
    p.newline()
    p.write("}")


@kind(1, needs_braces=True)
def switch_in_expression(p, scope):
    """In a statement expression, whose lines are its own."""
    name = p.name()
    inner = scope.enclosed(can_throw=False, has_ends=True, has_braces=False)
    p.visit()
    p.write(f"int {name} = ({{")
    with p.deeper():
        p.newline()
        _cases_in_a_row(p, inner)
        p.newline()
        with p.visited_value():
            p.write("g & 3")
        p.write(";")
    p.newline()
    p.write("});")
    scope.declare(name)


@kind(1, needs_braces=True)
def label_and_declaration(p, scope):
    name = p.name()
    jumps.label(p, p.name("l"))
    p.plain_statement(";" if scope.has_codeless else "g++;")
    p.newline()
    p.visit()
    p.write(f"int {name} = ")
    expressions.value(p, scope, 1)
    p.write(";")
    scope.declare(name)
    scope.has_ends = True


def _operation(p, inner, name, fuel, end, to_next):
    p.newline()
    jumps.label(p, name)
    p.plain_statement(p.choose("g++;", "g += R(2);"))
    if p.chance(0.5):
        p.newline()
        p.block(inner)
    p.newline()
    jumps.conditional_goto(p, inner, end, f"{fuel}-- <= 0")
    p.newline()
    p.plain_statement(to_next)


@kind(1, language="c", needs_braces=True)
def interpreter(p, scope):
    """Each operation goes on to the next one by a table."""
    if scope.has_ends:
        p.plain_statement("g += 7;")
        return
    names = [p.name("l") for _ in range(3)]
    end, fuel = p.name("l"), p.name()
    to_next = f"goto *{names[0]}_list[R(3)];"
    p.visit()
    p.write(f"static void *const {names[0]}_list[] = {{{', '.join('&&' + name for name in names)}}};")
    p.newline()
    p.visit()
    p.write(f"int {fuel} = {p.between(0, 6)};")
    p.newline()
    p.plain_statement(to_next)
    inner = scope.inside(has_braces=True, weight=scope.weight * 2, myself="")
    for name in names:
        _operation(p, inner, name, fuel, end, to_next)
    p.newline()
    jumps.label(p, end)
    p.plain_statement("g--;")


@kind(1, language="c", needs_braces=True)
def asm_goto(p, scope):
    if scope.has_ends:
        p.plain_statement("g += 8;")
        return
    name = p.name("l")
    p.plain_statement(f'__asm__ goto("" : : : : {name});')
    p.newline()
    p.statement(scope.inside(has_braces=False))
    p.newline()
    jumps.label(p, name)
    p.plain_statement("g++;")
