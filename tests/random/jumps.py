"""jumps.py: statements of both languages that jump: return, break, continue, goto to and fro, computed goto, longjmp."""
import expressions
from program import kind


def return_statement(p, scope):
    """Behind code of its own: one behind a call that is left otherwise is a limit."""
    p.plain_statement(p.choose("g++;", "g ^= 5;", "numbers[1]++;"))
    p.next()
    bare_return(p, scope)


def bare_return(p, scope):
    with p.visited():
        p.write(scope.return_word)
        if scope.returns == "int":
            p.write(" ")
            expressions.value(p, scope, 1)
        p.write(";")


def throw(p, scope):
    if not p.is_cpp or p.chance(0.2):
        p.plain_statement(f"fail({p.between(0, 9)});")
    else:
        p.plain_statement(f"throw {p.choose('E1(3)', 'E2(4)', '5')};")


def any_jump(p, scope, may_return=bare_return):
    """One of those that the scope allows."""
    kinds = []
    if scope.returns:
        kinds += [may_return] * 2
    if scope.can_break:
        kinds += [lambda p, scope: p.plain_statement("break;")] * 2
    if scope.can_continue:
        kinds += [lambda p, scope: p.plain_statement("continue;")] * 2
    if scope.can_throw:
        kinds.append(throw)
    if not kinds:
        kinds.append(lambda p, scope: p.plain_statement("g--;"))
    p.choose(*kinds)(p, scope)


@kind(5)
def conditional_jump(p, scope):
    with p.guarded(lambda: expressions.condition(p, scope, 1)):
        any_jump(p, scope)


def begin_if(p, scope):
    """Up to the brace. Returns the scope behind it."""
    p.write("if (")
    with p.visited_value():
        expressions.condition(p, scope, 1)
    p.write(") {")
    return scope.inside(has_braces=True)


@kind(2)
def block_that_jumps(p, scope):
    """A conditional block with a jump as its last statement, or with dead code behind the jump."""
    inner = begin_if(p, scope)
    with p.deeper():
        p.statements_of(inner, p.between(0, 2))
        p.next()
        any_jump(p, inner, return_statement)
        if p.chance(0.15):
            p.next()
            p.plain_statement("g += 9;")
    p.next()
    p.write("}")


def label(p, name):
    """The statement behind it follows."""
    p.write(f"{name}:", f"{name}: VISIT({p.begin()});")
    p.next()


def goto(p, name):
    p.plain_statement(f"goto {name};")


def conditional_goto(p, scope, name, test=None):
    with p.guarded(lambda: p.write(test) if test else expressions.condition(p, scope, 1)):
        goto(p, name)


@kind(2, needs_braces=True)
def goto_forward(p, scope):
    """Over a block, out of it, or both."""
    name = p.name("l")
    is_over = p.chance(0.7)
    if is_over:
        conditional_goto(p, scope, name)
        p.next()
    p.write("{")
    inner = scope.inside()
    with p.deeper():
        p.statements_of(inner, p.between(1, 2))
        if not is_over or p.chance(0.3):
            p.next()
            conditional_goto(p, inner, name)
            p.statements_of(inner, 1)
    p.next()
    p.write("}")
    p.newline()
    label(p, name)
    p.plain_statement(p.choose("g++;", ";", "NOTHING;") if scope.has_codeless else "g++;")


@kind(2, needs_braces=True)
def goto_out_of_scope(p, scope):
    """Last in a block with a variable, which ends there: optimised, such a jump has no code of its own."""
    name, variable = p.name("l"), p.name()
    inner = begin_if(p, scope)
    with p.deeper():
        p.next()
        p.visit()
        p.write(f"int {variable} = ")
        expressions.value(p, inner, 1)
        p.write(";")
        inner.declare(variable)
        p.statements_of(inner, p.between(0, 2))
        p.next()
        goto(p, name)
    p.next()
    p.write("}")
    if p.chance(0.6):
        p.next()
        p.block(scope.inside())
    p.newline()
    label(p, name)
    p.plain_statement(p.choose("g++;", ";", ";", "NOTHING;") if scope.has_codeless else "g++;")


def for_head(p, variable, condition):
    line = p.begin()
    p.write(f"for (int {variable} = 0; ")
    with p.visited_value(line):
        p.write(condition)
    p.write(f"; {variable}++)", f"; BACK(), {variable}++)")


@kind(2, needs_braces=True)
def macros_that_leave(p, scope):
    """Macros with a goto among other code, as test frameworks have them, to a label behind which nothing may stand."""
    name = p.name("l")
    for _ in range(p.between(1, 3)):
        parts = [p.choose(f"R({p.between(2, 5)}) == 0", f"{p.choose('g', *scope.variables)} < {p.between(0, 9)}")
                 for _ in range(p.between(1, 3))]
        p.plain_statement(f"LEAVE_IF({p.choose(' && ', ' || ').join(parts)}, {name});")
        p.newline()
    if p.chance(0.5):
        p.plain_statement("g ^= 3;")
        p.newline()
    label(p, name)
    may_be_codeless = scope.has_codeless and not scope.is_in_macros_loop
    p.plain_statement(p.choose("g++;", ";", ";", "NOTHING;") if may_be_codeless else "g++;")


@kind(1, needs_braces=True)
def macro_to_several(p, scope):
    """A macro with gotos to several labels, as interpreters have it, some of them below a case."""
    none, one, two = (p.name("l") for _ in range(3))
    names = [none, one, two]
    if p.chance(0.5):
        names.reverse()
    p.plain_statement(f"GO_TO_ONE(R({p.between(3, 5)}), {', '.join(names)});")
    p.newline()
    p.write("switch (")
    with p.visited_value():
        p.write("g & 3")
    p.write(") {")
    with p.deeper():
        for number, name in ((1, one), (2, two)):
            p.newline()
            p.write(f"case {number}:", f"case {number}: VISIT({p.begin()});")
            p.newline()
            label(p, name)
            p.plain_statement("g += 3;")
            if number == 1 and p.chance(0.5):
                p.newline()
                p.plain_statement("break;")
    p.newline()
    p.write("}")
    p.newline()
    label(p, none)
    p.plain_statement("g++;")


@kind(1, needs_braces=True)
def goto_out_of_loops(p, scope):
    name, i, k = p.name("l"), p.name("i"), p.name("i")
    for_head(p, i, f"{i} < 3")
    with p.deeper():
        p.newline()
        for_head(p, k, f"{k} < {i} + 1")
        p.write(" ")
        p.block(scope.in_loop(6), first=lambda block: conditional_goto(p, block, name))
    p.newline()
    p.plain_statement("g++;")
    p.newline()
    label(p, name)
    p.plain_statement(p.choose("g--;", ";") if scope.has_codeless else "g--;")


@kind(2, needs_braces=True)
def goto_end_of_body(p, scope):
    """Out of an endless loop, to a label behind which nothing may stand: the one around it turns."""
    name, i, k = p.name("l"), p.name("i"), p.name("i")
    for_head(p, i, f"{i} < 3")
    p.write(" {")
    with p.deeper():
        p.newline()
        if p.chance(0.3):
            conditional_goto(p, scope.in_loop(3), name)
            p.newline()
        inner = p.begin()
        p.write(f"for (int {k} = 0;; {k}++) ", f"for (int {k} = 0; VISIT({inner}), 1; BACK(), {k}++) ")
        p.block(scope.in_loop(6), first=lambda block: conditional_goto(p, block, name, f"{k} > {i}"))
        p.newline()
        label(p, name)
        p.plain_statement(p.choose("g++;", ";", ";", "NOTHING;") if scope.has_codeless else "g++;")
    p.newline()
    p.write("}")


@kind(2, needs_braces=True)
def goto_back(p, scope):
    name, turns = p.name("l"), p.name()
    p.visit()
    p.write(f"int {turns} = 0;")
    p.newline()
    label(p, name)
    p.plain_statement(p.choose("g++;", "NOTHING;", "g ^= 3;"))
    p.next()
    inner = scope.inside(weight=scope.weight * 2, myself="", constants=scope.constants + (turns,))
    p.block(inner)
    p.newline()
    with p.guarded(lambda: p.write(f"{turns}++ < {p.between(0, 3)}")):
        p.plain_statement(f"goto {name};", f"BACK(); goto {name};")


@kind(1, needs_braces=True)
def only_a_label(p, scope):
    label(p, p.name("l"))
    p.plain_statement("g++;")


@kind(1, language="c", needs_braces=True)
def computed_goto(p, scope):
    if scope.has_ends:
        p.plain_statement("g += 3;")
        return
    names = [p.name("l") for _ in range(3)]
    inner = scope.inside(has_braces=True)
    p.visit()
    p.write(f"static void *const {names[0]}_list[] = {{{', '.join('&&' + name for name in names)}}};")
    p.newline()
    p.plain_statement(f"goto *{names[0]}_list[R(3)];")
    for name in names:
        p.newline()
        label(p, name)
        p.plain_statement(p.choose("g++;", "g += R(2);"))
        p.next()
        p.block(inner)


@kind(1, language="c", needs_braces=True)
def landing_place(p, scope):
    """setjmp(). No variable of the function is changed behind it, so that all have their values afterwards."""
    here, before = p.name("jmp"), p.name("jmp")
    inner = scope.enclosed(variables=(), constants=scope.constants + scope.variables, can_throw=True)
    p.visit()
    p.write(f"jmp_buf {here}, *{before} = landing;")
    p.newline()
    p.plain_statement(f"landing = &{here};")
    p.newline()
    p.write("if (")
    with p.visited_value():
        p.write(f"setjmp({here}) == 0")
    p.write(") {")
    with p.deeper():
        p.newline()
        p.statement(inner)
        p.statements_of(inner, p.between(0, 2))
        p.newline()
        p.plain_statement("g++;")
    p.newline()
    p.write("} else {")
    with p.deeper():
        p.newline()
        p.plain_statement("g--;")
    p.newline()
    p.write("}")
    p.newline()
    p.plain_statement(f"landing = {before};")


@kind(1, needs_braces=True)
def recursion(p, scope):
    """A call of the function itself, which ends by chance."""
    if not scope.myself:
        p.plain_statement("g += 2;")
        return
    with p.guarded(lambda: p.write("R(3) == 0")):
        with p.visited():
            p.write(p.choose("g += ", f"{scope.return_word} ") if scope.returns == "int" else "")
            p.write(scope.myself)
            expressions.arguments(p, scope, 1)
            p.write(";")

