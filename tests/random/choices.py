"""choices.py: statements of both languages that choose: `?:`, minima and maxima, conditions and heads that change
something."""
import expressions
from program import kind
from statements import loop_head, while_head


def _any(p, scope):
    return p.choose("g", *scope.variables)


@kind(2, is_deep=False)
def chosen_effects(p, scope):
    """?: within ?:, all of whose arms change something."""
    with p.visited():
        expressions.condition(p, scope, 1)
        p.write(" ?")
        p.gap()
        p.write(f"{p.choose('(void)g++', '(void)(g -= 2)', '(void)numbers[3]++')} :")
        p.gap()
        p.write("(")
        expressions.condition(p, scope, 1)
        p.write(" ?")
        p.gap()
        p.write(f"(void)({_any(p, scope)} ^= 5) : (void)R(2));")


@kind(1, is_deep=False)
def chosen_value_or_other(p, scope):
    with p.visited():
        p.write(f"{_any(p, scope)} = R({p.between(2, 3)}) ?:")
        p.gap()
        expressions.value(p, scope, 1)
        p.write(";")


@kind(3, is_deep=False)
def extreme(p, scope):
    """What may become a minimum or maximum without a jump."""
    x, y = _any(p, scope), p.choose("g", "numbers[2]", *scope.variables)
    z = p.choose("g", "numbers[5]", *scope.variables, *scope.constants)
    p.plain_statement(p.choose(
        f"if ({x} < {y}) {x} = {y};", f"if ({y} > {x}) {x} = {y};", f"{x} = {x} < {y} ? {x} : {y};",
        f"{x} = LARGER({y}, {z});", f"{x} = LARGER({x}, LARGER({y}, {z}));", f"{x} = LARGER({x}, g++);",
        f"if ({x} < {y}) {{ {x} = {y}; }} else {{ {x} = {z}; }}", f"if ({x} >= {y}) {x} = {y}; else g++;",
        f"if ({x} < R(4)) {x} = {y};", f"{x} = {y} < {z} ? {z} : {y} < {x} ? {x} : {y};",
        f"{x} = {x} <= {y} - 1 ? {y} - 1 : {x};"))


def _extreme_of_numbers(p, i, most):
    p.plain_statement(p.choose(
        f"if (numbers[{i}] > {most}) {most} = numbers[{i}];", f"{most} = LARGER({most}, numbers[{i}]);",
        f"{most} = numbers[{i}] < {most} ? numbers[{i}] : {most};", f"if ({most} < {i}) {most} = {i};"))
    if p.chance(0.5):
        p.newline()
        p.plain_statement(f"if ({most} > g) g = {most};")


@kind(1, needs_braces=True)
def extreme_loop(p, scope):
    i, most = p.name("i"), p.name()
    p.visit()
    p.write(f"int {most} = {p.between(-5, 5)};")
    p.next()
    loop_head(p, scope, f"int {i} = 0", lambda: p.write(f"{i} < 8"), f"{i}++")
    p.write(" {")
    with p.deeper():
        p.newline()
        if p.chance(0.5):
            p.statement(scope.in_loop(8, constants=scope.constants + (i, most)))
            p.newline()
        _extreme_of_numbers(p, i, most)
    p.newline()
    p.write("}")
    p.newline()
    p.plain_statement(f"g += {most};")


@kind(1)
def head_with_commas(p, scope):
    i, k = p.name("i"), p.name("i")
    loop_head(p, scope, f"int {i} = 0, {k} = {p.between(0, 6)}", lambda: p.write(f"g++, {i} < {k}"),
              f"{i}++, {k}--, g ^= {i}")
    p.body(scope.in_loop(3, constants=scope.constants + (i, k)))


@kind(1)
def assigning_while(p, scope):
    x = _any(p, scope)
    while_head(p, lambda: p.write(p.choose(f"({x} = R(3)) != 0", f"{x}--, R(3)", "!(R(4) == 0 || (g++, R(5) == 0))",
                                           f"({x} = R(2)) ? R(3) : (g--, R(2))")))
    p.body(scope.in_loop())


@kind(1)
def assigning_condition(p, scope):
    x = _any(p, scope)
    p.write("if (")
    with p.visited_value():
        p.write(f"({x} = R(3)) &&")
        p.gap()
        p.write(f"g++ < {p.between(0, 9)} {p.choose('||', '&&')}")
        p.gap()
        p.write(f"--{x}")
    p.write(")")
    p.body(scope.inside(), must_have_braces=True)
    if p.chance(0.5):
        p.write(" else ")
        p.block(scope.inside())


@kind(1)
def nothing_or_else(p, scope):
    p.write("if (")
    with p.visited_value():
        p.write(f"R({p.between(2, 4)})")
    p.write(") { } else ")
    p.block(scope.inside())


@kind(1, language="c", is_deep=False)
def literal(p, scope):
    x = _any(p, scope)
    p.plain_statement(p.choose(
        f"{x} += (struct cell){{.next = g, .value = R(3)}}.value;", f"{x} += _Generic(g, int: R(2), default: 4);",
        f"{x} += ((int[]){{g, 2, R(3)}})[1];", '__asm__ volatile("" ::: "memory");',
        f"{x} = __builtin_add_overflow(g, 3, &g);"))
