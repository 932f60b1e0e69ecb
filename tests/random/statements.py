"""statements.py: statements of both languages that have no jumps of their own: simple ones, declarations, conditions,
loops, switches."""
import dataclasses

import expressions
from program import kind


@kind(6, is_deep=False)
def assignment(p, scope):
    with p.visited():
        p.write(f"{expressions.changeable(p, scope)} {p.choose('+=', '-=', '=', '^=', '*=')} ")
        expressions.value(p, scope)
        p.write(";")


@kind(3, is_deep=False)
def short_statement(p, scope):
    x = p.choose("g", *scope.variables)
    p.plain_statement(p.choose(f"{x}++;", f"--{x};", f"BUMP({x});", f"TWO_IN_ONE({x});",
                               f"CHECK({x} > 3);", f"EXPECT({x} > 2);", f"SWAP({x}, g);", f"numbers[{x} & 7] = {x};",
                               f"cells[{x} & 3].value += {x};", f"cells[2] = (struct cell){{{x}, 1}};"
                               if not p.is_cpp else f"cells[2] = {{{x}, 1}};"))


@kind(2, is_deep=False, is_codeless=True)
def codeless(p, scope):
    p.plain_statement(p.choose("NOTHING;", "LOG(g);", "(void)0;", "LOG(1, 2);", f"(void){p.choose('g', *scope.variables)};"))


@kind(1, needs_braces=True, is_deep=False, is_codeless=True)
def codeless_in_block(p, scope):
    p.plain_statement(p.choose("TRACE(g);", "if (0) NOTHING;", "if (1) NOTHING;"))


@kind(1, needs_braces=True, is_deep=False)
def two_of_macro(p, scope):
    p.plain_statement(f"TWO({p.choose('g', *scope.variables)});")


@kind(1, is_deep=False)
def loop_of_macro(p, scope):
    x = p.choose("g", *scope.variables, *scope.constants)
    p.plain_statement(f"SUM_UP({x});", f"SUM_UP_COUNTING({x}, {p.line});")


@kind(3, is_deep=False)
def call(p, scope):
    """Of something for its own sake."""
    callee = p.callee(scope, p.choose("int", "void"))
    with p.visited():
        if callee:
            p.write(callee)
            expressions.arguments(p, scope, 1)
        else:
            p.write("add_all(1, g)")
        p.write(";")


@kind(2, is_deep=False)
def call_on_condition(p, scope):
    with p.visited():
        expressions.condition(p, scope)
        p.write(" " + p.choose("&&", "||"))
        p.gap()
        p.write("(")
        expressions.value(p, scope)
        p.write(", 1);")


def declare_with_value(p, scope, declaration):
    p.visit()
    p.write(f"{declaration} =")
    p.gap()
    expressions.value(p, scope)
    p.write(";")


def declare_and_assign(p, scope, declaration, place):
    p.visit()
    p.write(declaration)
    p.next()
    with p.visited():
        p.write(f"{place} = ")
        expressions.value(p, scope, 1)
        p.write(";")
    scope.declare(place)


@kind(6, needs_braces=True, is_deep=False)
def declaration(p, scope):
    name, of_type = p.name(), p.choose("int", "int", "int", "volatile int", "const int")
    declare_with_value(p, scope, f"{of_type} {name}")
    if of_type == "const int":
        scope.constants += (name,)
    else:
        scope.declare(name)


@kind(1, needs_braces=True, is_deep=False, is_codeless=True)
def late_declaration(p, scope):
    """One without code, and the assignment."""
    name = p.name()
    declare_and_assign(p, scope, f"int {name};", name)


@kind(1, needs_braces=True, is_deep=False, is_codeless=True)
def static_declaration(p, scope):
    name = p.name()
    p.visit()
    p.write(f"static int {name} = {p.between(0, 9)};")
    scope.declare(name)


@kind(1, needs_braces=True, is_deep=False)
def other_declaration(p, scope):
    """Of an array, or of several at once."""
    name = p.name()
    p.visit()
    form = p.between(1, 3)
    if form == 1:
        p.write(f"int {name}_list[3] = {{")
        expressions.value(p, scope, 1)
        p.write(",")
        p.gap()
        expressions.value(p, scope, 1)
        p.write(f"}}, {name} = {name}_list[1];")
    elif form == 2:
        p.write(f"int {name} = g,")
        p.gap()
        p.write(f"*{name}_place = &{name};")
    else:
        p.write(f"struct cell {name}_cell = {{{expressions.atom(p, scope)}, 2}}; int {name} = {name}_cell.value;")
    scope.declare(name)


@kind(1, needs_braces=True)
def statement_expression(p, scope):
    """Its lines are its own: whatever follows begins on another one."""
    name = p.name()
    inner = scope.enclosed(can_throw=False, has_ends=True)
    p.visit()
    p.write(f"int {name} = ({{")
    with p.deeper():
        p.newline()
        p.statement(inner)
        p.newline()
        with p.visited_value():
            expressions.value(p, inner, 1)
        p.write(";")
    p.newline()
    p.write("});")
    scope.declare(name)


def what_else(p, scope):
    """What may follow a body with braces."""
    while True:
        p.next() if p.chance(0.3) else p.write(" ")
        p.write("else ")
        if p.chance(0.35):
            p.write("if (")
            with p.visited_value():
                expressions.condition(p, scope)
            p.write(")")
            p.body(scope, must_have_braces=True)
            if p.chance(0.3):
                return
        elif p.chance(0.4):
            p.body(scope)
            return
        else:
            p.block(scope, p.between(0, 2))
            return


@kind(8)
def if_statement(p, scope):
    scope = scope.inside()
    p.write("if (")
    with p.visited_value():
        if p.chance(p.spread):
            p.newline()
        expressions.condition(p, scope)
    p.write(")")
    if p.is_cpp and p.chance(0.1):
        p.write(p.choose(" [[likely]]", " [[unlikely]]"))
    if p.chance(0.45):
        p.body(scope)
        return
    p.body(scope, must_have_braces=True)
    what_else(p, scope)


@kind(1)
def short_if_else(p, scope):
    """Both bodies without braces."""
    with p.guarded(lambda: expressions.condition(p, scope)):
        p.statement(scope.inside(has_braces=False), short_statement)
    p.next()
    p.write("else")
    with p.deeper():
        p.next()
        p.statement(scope.inside(has_braces=False), assignment)


def loop_head(p, scope, first, test, step):
    """for (first; test; step); `test` writes. What is in `first` stands on the loop's line before the first test."""
    line = p.begin()
    is_spread = p.chance(p.spread)
    space = p.newline if is_spread else lambda: p.write(" ")
    p.write(f"for ({first};")
    space()
    with p.visited_value(line):
        test()
    p.write(";")
    space()
    p.write(f"{step})", f"BACK(), {step})")


def while_head(p, write_condition):
    line = p.begin()
    p.write("while (", "for (; ")
    with p.visited_value(line):
        write_condition()
    p.write(")", "; BACK())")


@kind(4)
def for_loop(p, scope):
    name, turns = p.name("i"), p.between(0, 4)
    inner = scope.in_loop(max(turns, 1), constants=scope.constants + (name,))
    first, end, step = p.choose((f"int {name} = 0", f"{name} < {turns}", f"{name}++"),
                                (f"int {name} = {turns}", f"{name} > 0", f"{name}--"),
                                (f"unsigned {name} = 0", f"{name} != {turns * 2}", f"{name} += 2"),
                                (f"int {name} = 0, {name}_end = {turns}", f"{name} < {name}_end", f"++{name}"))
    if scope.can_await and p.chance(0.3):
        step = f"{step}, {p.choose('co_await Later', 'co_await Now')}{{{turns}}}"

    def test():
        p.write(end)
        if p.chance(0.2):
            p.write(" &&")
            p.gap()
            expressions.condition(p, scope, 1)
    loop_head(p, scope, first, test, step)
    _loop_body(p, inner)


def _loop_body(p, scope):
    if p.chance(0.04):
        p.write(" { }")
        return
    if scope.has_codeless and p.chance(0.04):
        with p.deeper():
            p.next()
            p.plain_statement(";")
        return
    p.body(scope)


@kind(1)
def vector_loop(p, scope):
    """One that can be made one of vectors, or be unrolled."""
    name = p.name("i")
    loop_head(p, scope, f"int {name} = 0", lambda: p.write(f"{name} < 8"), f"{name}++")
    with p.deeper():
        p.next()
        p.plain_statement(p.choose(f"numbers[{name}] += {name};", f"g += numbers[{name}];",
                                   f"numbers[{name}] = cells[{name} & 3].value * 3;",
                                   f"g = LARGER(g, numbers[{name}]);"))


@kind(1)
def loop_of_head_macro(p, scope):
    name, turns = p.name("i"), p.between(0, 4)
    p.write(f"TIMES({name}, {turns})", f"TIMES_COUNTING({name}, {turns}, {p.begin()})")
    p.body(scope.in_loop(max(turns, 1), constants=scope.constants + (name,)))


@kind(2)
def while_loop(p, scope):
    def condition():
        p.write(f"R({p.between(2, 4)})")
        if p.chance(0.4):
            p.write(" &&")
            p.gap()
            expressions.condition(p, scope, 1)
    while_head(p, condition)
    _loop_body(p, scope.in_loop())


@kind(2)
def endless_loop(p, scope):
    """It ends by a jump in it."""
    line = p.begin()
    if scope.variables and p.chance(0.3):
        step = f"{p.choose(*scope.variables)}++"
        p.write(f"for (;; {step}) ", f"for (; VISIT({line}), 1; BACK(), {step}) ")
    elif scope.variables and p.chance(0.3):
        start = f"{p.choose(*scope.variables)} = {p.between(0, 9)}"
        p.write(f"for ({start};;) ", f"for ({start}; VISIT({line}), 1; BACK()) ")
    elif p.chance(0.5):
        p.write("for (;;) ", f"for (; VISIT({line}), 1; BACK()) ")
    else:
        p.write("while (1) ", f"for (; VISIT({line}), 1; BACK()) ")
    p.block(scope.in_loop(), first=lambda inner: p.needed(inner, way_out))


@kind(2, needs_braces=True)
def open_loop_of_macro(p, scope):
    """The macro has a statement, too, and ends with the loop's head; another may end the body."""
    name, turns, is_endless = p.name("i"), p.between(0, 4), False
    p.visit()
    form = p.between(1, 4)
    if form == 1:
        p.write(f"OPEN_FOR({name}, {turns})", f"OPEN_FOR_COUNTING({name}, {turns}, {p.line})")
        inner = scope.in_loop(max(turns, 1), constants=scope.constants + (name,))
    elif form == 2:
        p.write(f"OPEN_WHILE({turns + 1})", f"OPEN_WHILE_COUNTING({turns + 1}, {p.line})")
        inner = scope.in_loop()
    elif form == 3:
        p.write("OPEN_ENDLESS()", f"OPEN_ENDLESS_COUNTING({p.line})")
        inner, is_endless = scope.in_loop(), True
    else:
        p.write("OPEN_DO()", f"OPEN_DO_COUNTING({p.line})")
        inner = scope.in_loop()
    inner.is_in_macros_loop = True
    with p.deeper():
        if is_endless:
            p.next()
            p.needed(inner, way_out)
        if inner.has_codeless and p.chance(0.4):
            p.next()
            p.statement(inner, codeless)
        p.next()
        p.statement(inner, p.choose(short_statement, assignment))
        p.next()
        p.block(inner)  # what is destroyed at the end of the macro's own braces is a limit
        if inner.has_codeless and p.chance(0.4):
            p.next()
            p.statement(inner, codeless)
    p.next()
    if form == 4:
        p.write("} while (")
        with p.visited_value():
            p.write(f"R({turns + 1})")
        p.write(");", " && (BACK(), 1));")
    elif p.chance(0.3):
        p.visit()
        p.write("CLOSE()")
    else:
        p.write("}")


@kind(1)
def endless_loop_of_branches(p, scope):
    """Its body is one `if`, behind a declaration without code: each turn ends in it."""
    line = p.begin()
    inner = scope.in_loop()
    p.write(p.choose("for (;;) {", "while (1) {"), f"for (; VISIT({line}), 1; BACK()) {{")
    with p.deeper():
        if inner.has_codeless:
            p.newline()
            p.visit()
            p.write(f"int {p.name()};")
        p.newline()
        p.write("if (")
        with p.visited_value():
            expressions.condition(p, inner, 1)
        p.write(") ")
        p.block(inner, first=lambda then: p.needed(then, way_out))
        p.write(" else ")
        p.block(inner, first=lambda other: p.needed(other, way_out))
    p.newline()
    p.write("}")


def way_out(p, scope):
    with p.guarded(lambda: p.write(f"R({p.between(2, 4)}) == 0")):
        p.plain_statement("break;")


@kind(2)
def do_loop(p, scope):
    inner = scope.in_loop()
    p.count(f"do {{ VISIT({p.begin()}); ")
    p.write("do", "")
    has_braces = p.chance(0.7)
    if has_braces:
        p.write(" ")
        p.block(inner)
    else:
        with p.deeper():
            p.next()
            p.statement(inner.inside(has_braces=False))
    p.count(" }")
    if has_braces and p.chance(0.8):
        p.write(" ")
    else:
        p.next()
    p.write("while (")
    with p.visited_value():
        p.write(f"R({p.between(2, 4)})")
        if p.chance(0.3):
            p.write(" &&")
            p.gap()
            expressions.condition(p, scope.inside(has_codeless=False), 1)
    p.write(");", " && (BACK(), 1));")


@kind(1)
def endless_do_loop(p, scope):
    """Its condition is a constant: nothing has code where it turns."""
    if p.is_in_part:
        p.plain_statement("g += 8;")
        return
    p.count(f"do {{ VISIT({p.begin()}); ")
    p.write("do ", "")
    p.block(scope.in_loop(), first=lambda inner: _declared_way_out(p, inner))
    p.count(" }")
    if p.chance(0.5):
        p.write(" ")
    else:
        p.next()
    p.write("while (")
    with p.visited_value():
        p.write(p.choose("1", "!0", "sizeof(int) == 4"))
    p.write(");", " && (BACK(), 1));")


def _declared_way_out(p, scope):
    if scope.has_codeless:
        p.visit()
        p.write(f"int {p.name()};")
        p.newline()
    p.needed(scope, way_out)


@kind(1, needs_braces=True)
def do_once(p, scope):
    """`do` that is no loop, on one line: `} while (0);` on one of its own is a limit."""
    p.plain_statement(f"do {{ g--; {p.choose('break;', 'continue;', 'R(2);')} g++; }} while (0);")


@kind(1, needs_braces=True)
def braces(p, scope):
    p.block(scope.inside())


def _labels(p, count):
    """What stands between cases: values, or ranges of them, and `default` at a place of its own."""
    values = list(range(count))
    p.random.shuffle(values)
    labels = [f"case {value}:" for value in values[:p.between(1, count)]]
    if p.chance(0.15):
        labels.append(f"case {count} ... {count + p.between(1, 100)}:")
    if p.chance(0.6):
        labels.insert(p.between(0, len(labels)), "default:")
    return labels


def _case_end(p, scope):
    """How a case ends, if it does not fall into the next one."""
    if p.chance(0.65):
        p.next()
        p.plain_statement("break;")
    elif scope.can_continue and p.chance(0.3):
        p.next()
        p.plain_statement("continue;")


def _case(p, scope, labels):
    # Cases with statements do not share a line: two statements and two cases on one are a limit.
    for number, label in enumerate(labels):
        p.newline()
        p.write(label, f"{label} VISIT({p.begin()}); ")
    has_braces = p.chance(0.3)
    with p.deeper():
        if has_braces:
            p.write(" {")
        inner = scope.inside(has_braces=has_braces)
        p.next()
        p.statement(inner)
        p.statements_of(inner, p.between(0, 1))
        _case_end(p, scope)
        if has_braces:
            p.next()
            p.write("}")


def cases(p, scope, count):
    """The braces of a switch over 0 to count - 1."""
    p.write(" {")
    labels = _labels(p, count)
    with p.deeper():
        while labels:
            size = p.choose(1, 1, 1, 2, 3)
            _case(p, scope, labels[:size])
            del labels[:size]
    p.newline()
    p.write("}")


def _constant_selector(p, scope, count):
    """Constant in the program, or in an instance of a template."""
    return "K" if "K" in scope.constants else p.choose(f"{p.between(0, count)}", "sizeof(int) - 2")


@kind(3)
def switch(p, scope):
    count = p.between(2, 6)
    selector = f"R({count})" if p.chance(0.6) else f"g & {count}"
    if scope.has_braces and scope.has_codeless and p.chance(0.2):
        selector = _constant_selector(p, scope, count)
        # First in its braces, one all of whose statements are without code is a limit.
        p.plain_statement("g++;")
        p.next()
    p.write("switch (")
    with p.visited_value():
        p.write(selector)
    p.write(")")
    cases(p, scope.inside(can_break=True), count)


@kind(1)
def switch_into_loop(p, scope):
    """Duff's device."""
    p.write("switch (")
    with p.visited_value():
        p.write("R(4)")
    p.write(") {")
    inner = scope.in_loop(3, has_braces=False, can_throw=False)
    inner.can_break = inner.can_continue = False
    p.newline()
    p.write("case 0:", f"case 0: VISIT({p.begin()}); ")
    p.newline()
    p.count(f"do {{ VISIT({p.begin()}); ")
    p.write("do {", "")
    with p.deeper():
        p.newline()
        p.statement(inner)
        p.newline()
        p.write("case 1:", f"case 1: VISIT({p.begin()}); ")
        p.newline()
        p.statement(inner)
    p.newline()
    p.write("} while (", "} while (")
    with p.visited_value():
        p.write("R(3)")
    p.write(");", " && (BACK(), 1));")
    p.newline()
    p.write("}")
