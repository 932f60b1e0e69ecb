"""expressions.py: random expressions. All are of type int; none is undefined, whatever is in its variables."""


def atom(p, scope):
    readable = scope.variables + scope.constants
    kind = p.between(0, 9)
    if kind < 4 and readable:
        return p.choose(*readable)
    return p.choose(str(p.choose(0, 1, 2, 3, 5, 7, 11)), "g", f"R({p.between(2, 5)})", f"numbers[{p.between(0, 7)}]",
                    "cells[g & 3].value", f"(int)({p.choose(*readable, 'g')} * 0.5)", f"-{p.choose(*readable, 'g')}")


def changeable(p, scope):
    """Something to assign to."""
    return p.choose(*scope.variables, *scope.variables, "g", "numbers[g & 7]", "cells[1].value")


def arguments(p, scope, depth):
    p.write("(")
    if p.chance(p.spread):
        p.newline()
    value(p, scope, depth)
    p.write(",")
    p.gap()
    value(p, scope, depth)
    p.write(")")


def call(p, scope, depth):
    callee = p.callee(scope)
    if callee is None:
        p.write(atom(p, scope))
        return
    p.write(callee)
    arguments(p, scope, depth - 1)


def _next_value(p, scope, depth, separator):
    p.write(separator)
    p.gap()
    value(p, scope, depth - 1)


def _operation(p, scope, depth):
    p.write("(")
    value(p, scope, depth - 1)
    _next_value(p, scope, depth, " " + p.choose("+", "-", "*", "&", "|", "^"))
    p.write(")")


def _choice(p, scope, depth):
    p.write("(")
    condition(p, scope, depth - 1)
    _next_value(p, scope, depth, " ?")
    _next_value(p, scope, depth, " :")
    p.write(")")


def _comma(p, scope, depth):
    p.write("(")
    value(p, scope, depth - 1)
    _next_value(p, scope, depth, ",")
    p.write(")")


def _macro(p, scope, depth):
    p.write("LARGER(" + atom(p, scope) + ",")
    p.gap()
    p.write(atom(p, scope) + ")")


def _variadic(p, scope, depth):
    count = p.between(0, 3)
    p.write(f"add_all({count}")
    for _ in range(count):
        p.write(",")
        p.gap()
        value(p, scope, depth - 1)
    p.write(")")


def value(p, scope, depth=2):
    kind = p.random.random()
    if depth <= 0 or kind < 0.3:
        p.write(atom(p, scope))
    elif kind < 0.52:
        _operation(p, scope, depth)
    elif kind < 0.60:
        _choice(p, scope, depth)
    elif kind < 0.65:
        _comma(p, scope, depth)
    elif kind < 0.70:
        _macro(p, scope, depth)
    elif kind < 0.74:
        _variadic(p, scope, depth)
    else:
        call(p, scope, depth)


def simple_condition(p, scope):
    """One without `?:` and without calls of ours."""
    if p.chance(0.7):
        return f"R({p.between(2, 5)}) {p.choose('==', '!=', '<')} {p.between(0, 3)}"
    return f"{p.choose('g', *scope.variables, *scope.constants)} {p.choose('==', '!=', '<', '>')} {p.between(0, 9)}"


def _operand(p, scope, begin):
    text = simple_condition(p, scope)
    place, is_negated = begin or ((p.line, p.column), False)
    if text.split(" ")[0] in scope.constants:  # clang may know it
        p.write(text)
        return
    with p.asked(place, is_negated):
        p.write(text)


def condition(p, scope, depth=2, begin=None):
    """`begin`: place of the first `!` in front of it, and whether it is turned round by them."""
    kind = p.random.random()
    if depth <= 0 or kind < 0.5:
        _operand(p, scope, begin)
    elif kind < 0.56 and scope.has_codeless:
        of_instance = [f"{name} {p.choose('==', '>')} 1" for name in scope.constants
                       if name in ("K", "N") or name.startswith("(int)sizeof")]
        p.write(p.choose("0", "1", "sizeof(int) == 4", "sizeof(int) == 8", *of_instance))
    elif kind < 0.62:
        p.write("__builtin_expect(" + simple_condition(p, scope) + ", 1)")
    elif kind < 0.7:
        place, is_negated = begin or ((p.line, p.column), False)
        p.write("!(")
        condition(p, scope, depth - 1, (place, not is_negated))
        p.write(")")
    elif kind < 0.9:
        p.write("(")
        condition(p, scope, depth - 1)
        p.write(" " + p.choose("&&", "||"))
        p.gap()
        condition(p, scope, depth - 1)
        p.write(")")
    else:
        value(p, scope, depth - 1)
