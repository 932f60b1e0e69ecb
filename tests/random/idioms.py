"""idioms.py: what a compiler knows by its shape: loops that become a call, one instruction, a formula or other loops, choices
that become tables or tests of bits, ends that are the same; and in C++ variables that begin once, and functions that a library calls
back."""
import expressions
import jumps
from cplusplus import lambda_scope, function_body, result_type
from program import Callable, Scope, kind
from statements import assignment, loop_head, short_statement

# first, test and step of a loop over {}, what it does, and how often at the most.
LOOPS = (
    ("int {} = 0", "{} < 64", "{}++", "many[{}] = 7;", 64),
    ("int {} = 0", "{} < 32", "{}++", "many[{} + 32] = many[{}];", 32),
    ("int {} = 63", "{} >= 0", "{}--", "many[{}] ^= {};", 64),
    ("int {} = 0", "{} < 64", "{} += 3", "g += many[{}] > {};", 22),
    ("int {} = 0", "{} < 100", "{}++", "g += 3;", 100),
    ("int {} = 0", "{} < 100", "{}++", "g += {};", 100),
    ("int {} = 1", "{} < 1000", "{} *= 2", "g ^= {};", 10),
    ("int {} = 0", "letters[{}]", "{}++", "g++;", 20),
    ("int {} = 0", "{} < 64 && many[{}] != g", "{}++", "numbers[{} & 7]++;", 64),
    ("unsigned {} = (unsigned)g", "{}", "{} &= {} - 1", "numbers[1]++;", 32),
    ("unsigned {} = (unsigned)g", "{}", "{} >>= 1", "numbers[2]++;", 32),
    ("unsigned char {} = 250", "{} != 3", "{}++", "g++;", 9),
    ("volatile int {} = 0", "{} < 4", "{}++", "g ^= {};", 4),
)


@kind(3)
def known_loop(p, scope):
    i = p.name("i")
    *head, body, turns = p.choose(*LOOPS)
    first, test, step, body = (text.replace("{}", i) for text in (*head, body))
    p.cost += scope.weight * turns
    loop_head(p, scope, first, lambda: p.write(test), step)
    with p.deeper():
        p.next()
        p.plain_statement(body)


@kind(1)
def searching_loop(p, scope):
    i = p.name("i")
    p.cost += scope.weight * 64
    loop_head(p, scope, f"int {i} = 0", lambda: p.write(f"{i} < 64"), f"{i}++")
    with p.deeper():
        p.next()
        with p.guarded(lambda: p.write(p.choose(f"many[{i}] == g", f"many[{i}] > {p.between(0, 60)}", f"{i} * {i} > (g & 255)"))):
            p.choose(lambda: p.plain_statement("break;"), lambda: jumps.any_jump(p, scope.in_loop(64)))()


@kind(1)
def loops_in_a_loop(p, scope):
    i, k = p.name("i"), p.name("i")
    p.cost += scope.weight * 64
    loop_head(p, scope, f"int {i} = 0", lambda: p.write(f"{i} < 8"), f"{i}++")
    with p.deeper():
        p.next()
        loop_head(p, scope, f"int {k} = 0", lambda: p.write(p.choose(f"{k} < 8", f"{k} < {i}", f"{k} <= {i}")), f"{k}++")
        with p.deeper():
            p.next()
            p.plain_statement(p.choose(f"many[{i} * 8 + {k}] += many[{k} * 8 + {i}];", f"g += many[{i}] * {k};",
                                       f"numbers[{i}] += many[{k}];"))


def _fixed(p, scope, most):
    """A variable that nothing changes: its name."""
    name = p.name()
    p.visit()
    p.write(f"const int {name} = R({most});")
    p.next()
    scope.constants += (name,)
    return name


@kind(1, needs_braces=True)
def unswitched_loop(p, scope):
    """A condition in it is always the same."""
    flag, i = _fixed(p, scope, 2), p.name("i")
    inner = scope.in_loop(5, constants=scope.constants + (i,))
    loop_head(p, scope, f"int {i} = 0", lambda: p.write(f"{i} < 5"), f"{i}++")
    p.write(" {")
    with p.deeper():
        p.next()
        p.statement(inner)
        p.next()
        p.write("if (")
        with p.visited_value():
            p.write(p.choose(flag, f"{flag} == 0", f"{flag} && R(2)"))
        p.write(")")
        if p.body(inner):
            p.write(" else ")
            p.block(inner)
    p.next()
    p.write("}")


@kind(1)
def peeled_loop(p, scope):
    """Its first turn is another one, or the last one."""
    i, turns = p.name("i"), p.between(2, 6)
    inner = scope.in_loop(turns, constants=scope.constants + (i,))
    loop_head(p, scope, f"int {i} = 0", lambda: p.write(f"{i} < {turns}"), f"{i}++")
    p.write(" {")
    with p.deeper():
        p.next()
        with p.guarded(lambda: p.write(p.choose(f"{i} == 0", f"{i} > 0", f"{i} == {turns - 1}", f"{i} & 1"))):
            p.statement(inner.inside(has_braces=False))
        p.next()
        p.statement(inner)
    p.next()
    p.write("}")


@kind(2)
def same_ends(p, scope):
    """Both ways end with the same."""
    text = p.choose("g += numbers[1];", "many[g & 63]++;", "numbers[3] = R(9);")
    inner = scope.inside()
    p.write("if (")
    with p.visited_value():
        expressions.condition(p, scope, 1)
    p.write(") {")
    with p.deeper():
        if p.chance(0.5):
            p.next()
            p.statement(inner)
        p.next()
        p.plain_statement(text)
    p.next()
    p.write("} else {")
    with p.deeper():
        if p.chance(0.5):
            p.next()
            p.statement(inner)
        p.next()
        p.plain_statement(text)
    p.next()
    p.write("}")


@kind(2, needs_braces=True)
def same_returns(p, scope):
    text = {"int": f"{scope.return_word} {p.between(0, 3)};", "void": f"{scope.return_word};"}.get(scope.returns, "g++;")
    for _ in range(p.between(2, 3)):
        with p.guarded(lambda: p.write(f"R({p.between(3, 6)}) == 0")):
            if not scope.returns or p.chance(0.5):
                p.plain_statement(text)
            else:
                p.write("{ ")
                p.plain_statement("numbers[4]++;")
                p.next()
                p.plain_statement(text)
                p.write(" }")
        p.newline()
    p.statement(scope.inside(has_braces=False), short_statement)


@kind(2, needs_braces=True)
def switch_of_constants(p, scope):
    """It may become a table."""
    name, count = p.name(), p.between(3, 8)
    p.visit()
    p.write(f"int {name} = {p.between(0, 9)};")
    p.next()
    p.write("switch (")
    with p.visited_value():
        p.write(f"R({count + 1})")
    p.write(") {")
    step = p.between(-3, 7)
    for i in range(count):
        p.newline()
        p.write(f"case {i}:", f"case {i}: VISIT({p.begin()});")
        p.next()
        p.plain_statement(f"{name} = {p.choose(i * step, i * step, p.between(0, 99))};")
        p.next()
        p.plain_statement("break;")
    if p.chance(0.5):
        p.newline()
        p.write("default:", f"default: VISIT({p.begin()});")
        p.next()
        p.plain_statement(p.choose(f"{name} = -1;", "g++;"))
    p.newline()
    p.write("}")
    scope.declare(name)


@kind(2, needs_braces=True)
def chain_of_values(p, scope):
    """It may become a switch."""
    name, count = _fixed(p, scope, p.between(3, 7)), p.between(2, 5)
    inner = scope.inside()
    for i in range(count):
        if i > 0:
            p.next() if p.chance(0.5) else p.write(" ")
            p.write("else ")
        p.write("if (")
        with p.visited_value():
            p.write(p.choose(f"{name} == {i}", f"{name} == {i} || {name} == {i + 2}", f"{name} == 1 || {name} == 3 || {name} == 6"))
        p.write(") ")
        p.block(inner, p.choose(1, 1, 2))
    if p.chance(0.5):
        p.write(" else ")
        p.block(inner, 1)


@kind(1, needs_braces=True)
def switch_without_other(p, scope):
    """Nothing else can be, it says."""
    inner = scope.inside(can_break=False, has_braces=False, can_continue=False)
    p.write("switch (")
    with p.visited_value():
        p.write("R(3)")
    p.write(") {")
    for i in range(3):
        p.newline()
        p.write(f"case {i}:", f"case {i}: VISIT({p.begin()});")
        p.newline()
        p.statement(inner, p.choose(short_statement, assignment))
        p.newline()
        p.plain_statement("break;")
    p.newline()
    p.write("default:", f"default: VISIT({p.begin()});")
    p.newline()
    p.plain_statement("__builtin_unreachable();")
    p.newline()
    p.write("}")


@kind(1, needs_braces=True, is_codeless=True)
def assumed(p, scope):
    name = _fixed(p, scope, 5)
    p.plain_statement(f"__builtin_assume({name} < 5);")
    p.newline()
    with p.guarded(lambda: p.write(p.choose(f"{name} > 4", f"{name} > 2"))):
        p.statement(scope.inside(has_braces=False), short_statement)


def comparing_function(p):
    """What the C library calls back. Whatever it does: how often it is called follows from what it says."""
    name = p.name("f")
    p.cost, line = 1, p.line
    p.write(f"static int {name}(const void *a, const void *b) {{")
    p.enter(line)
    inner = Scope(depth=1, can_throw=False)
    callables, p.callables = p.callables, []
    with p.deeper():
        p.statements_of(inner, p.between(0, 2))
        p.newline()
        p.plain_statement(p.choose("return *(const int *)a - *(const int *)b;",
                                   "return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);"))
    p.newline()
    p.write("}")
    p.newline()
    p.callables = callables
    cost, p.cost = p.cost, 0
    p.comparisons.append(Callable(name, cost * 20))


@kind(2, language="c", is_deep=False)
def sorted_by_library(p, scope):
    compare = p.affordable(scope, p.comparisons)
    p.plain_statement(f"qsort(numbers, 8, sizeof *numbers, {compare});" if compare else "g += 8;")


@kind(1, language="cpp", needs_braces=True, is_deep=False)
def begun_once(p, scope):
    name = p.name()
    p.visit()
    p.write(f"{p.choose('static', 'static', 'thread_local')} int {name} =")
    p.gap()
    p.write(f"R({p.between(2, 9)});")
    scope.declare(name)


@kind(1, language="cpp", needs_braces=True)
def callback_that_throws_not(p, scope):
    name, line = p.name(), p.line
    inner = lambda_scope(scope)
    inner.returns, inner.can_throw = "int", False
    callables, p.callables = p.callables, []
    p.visit()
    p.write(f"auto {name} = [&]() noexcept -> int {{")
    p.enter(line)
    function_body(p, inner, p.between(0, 2))
    p.write("};")
    p.callables = callables
    p.newline()
    p.plain_statement(f"g += {name}();")


@kind(8, language="cpp", needs_braces=True)
def called_by_algorithm(p, scope):
    if not p.has_library:
        p.plain_statement("g += 3;")
        return
    parameter, line = p.name(), p.line
    inner = lambda_scope(scope, parameter)
    inner.weight *= 8
    inner.returns = "int"
    head, end = p.choose(("g += (int)std::count_if(numbers, numbers + 8, ", ");"),
                         ("g += std::any_of(numbers, numbers + 8, ", ");"),
                         ("std::transform(numbers, numbers + 8, many, ", ");"),
                         ("g += (int)(std::find_if(std::begin(numbers), std::end(numbers), ", ") - numbers);"),
                         ("(void)std::partition(many, many + 8, ", ");"),
                         ("std::for_each(numbers, numbers + 8, ", ");"))
    p.visit()
    p.write(f"{head}[&](int {parameter}) -> int {{")
    p.enter(line)
    function_body(p, inner, p.between(0, 2))
    p.write("}" + end)


@kind(4, language="cpp", needs_braces=True)
def called_by_wrapper(p, scope):
    if not p.has_library:
        p.plain_statement("g += 5;")
        return
    name, parameter, line = p.name(), p.name(), p.line
    inner = lambda_scope(scope, parameter)
    inner.returns = "int"
    p.visit()
    p.write(f"std::function<int(int)> {name} = [&](int {parameter}) -> int {{")
    p.enter(line)
    function_body(p, inner, p.between(0, 2))
    p.write("};")
    scope.has_ends = True
    p.newline()
    p.plain_statement(f"g += {name}(g & 7);")
