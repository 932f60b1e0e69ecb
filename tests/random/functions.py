"""functions.py: the functions of a random program and main()."""
import jumps
from program import Callable, Scope


def open_function(p, head, line=None):
    """The head of a function, up to its brace, and what counts its calls."""
    line = line or p.line
    p.write(head)
    p.newline() if p.chance(0.5) else p.write(" ")
    p.write("{")
    p.enter(line)


def close_function(p, scope, count):
    with p.deeper():
        p.statements_of(scope, count)
        if scope.returns == "int" or scope.return_word == "co_return" or p.chance(0.3):
            p.next()
            p.needed(scope, jumps.return_statement)
    p.newline()
    p.write("}")


def function_scope(p, variables=("a", "b"), **changes):
    return Scope(depth=p.between(1, 3), variables=variables, **changes)


def function(p, head, scope, **names):
    """One of two ints: its cost."""
    p.cost = 1
    open_function(p, head)
    close_function(p, scope, p.between(2, 5))
    p.newline()
    cost, p.cost = p.cost, 0
    return cost * (2 if scope.myself else 1)


def plain_function(p):
    name, returns = p.name("f"), p.choose("int", "int", "int", "void")
    extra = p.choose("", "", "", "__attribute__((noinline)) ", "inline ", "__attribute__((always_inline)) inline ")
    scope = function_scope(p, returns=returns, myself=name if "always" not in extra else "")
    type_and_name = f"SHARED {extra}{returns}" + p.choose(" ", " ", "\n") + name
    before, newline, name_and_rest = type_and_name.rpartition("\n")
    p.write(before + newline)
    cost = function(p, name_and_rest + "(int a, int b)", scope)
    p.callables.append(Callable(name, cost, returns))


def coroutine(p):
    """What runs it to its end can be called."""
    name, returns = p.name("f"), p.choose("int", "int", "void")
    run = f"run<{name}>"
    scope = function_scope(p, returns=returns, myself=run, return_word="co_return", can_await=True)
    cost = function(p, f"static {'Value' if returns == 'int' else 'Nothing'} {name}(int a, int b)", scope)
    p.callables.append(Callable(run, cost, returns))


def one_line_function(p):
    name, line = p.name("f"), p.line
    p.write(f"SHARED int {name}(int a, int b) {{")
    p.enter(line)
    p.write(" " + p.choose("return a - b + g;", "g++; return a * b;", "int c = a & b; return c;"))
    p.write(" }")
    p.newline()
    p.callables.append(Callable(name, 1))


def function_try_block(p):
    """Its handler is on a line of its own."""
    name = p.name("f")
    p.cost, line = 1, p.line
    p.write(f"SHARED int {name}(int a, int b)")
    p.newline() if p.chance(0.5) else p.write(" ")
    try_line = p.begin()
    p.write("try {")
    p.enter(line)
    p.count(f" VISIT({try_line});")
    close_function(p, function_scope(p), p.between(1, 4))
    p.newline()
    caught = p.begin()
    p.write(p.choose("catch (...) {", "catch (E1 &) {", "catch (int) {"))
    p.count(f" int on_line = 0; VISIT({caught});")
    close_function(p, function_scope(p), p.between(0, 2))
    p.newline()
    cost, p.cost = p.cost, 0
    p.callables.append(Callable(name, cost))


def table_of_functions(p):
    some = [callee for callee in p.callables if callee.returns == "int" and callee.text.isidentifier()]
    if not some:
        return
    name, chosen = p.name("table"), [p.choose(*some) for _ in range(2)]
    p.write(f"SHARED int (*{name}[])(int, int) = {{{chosen[0].text}, {chosen[1].text}}};")
    p.newline()
    p.callables.append(Callable(f"{name}[R(2)]", max(callee.cost for callee in chosen)))


def _call_from_main(p, callee):
    """Whatever it throws is caught."""
    if p.is_cpp:
        p.visit()
        p.write("try {")
    else:
        p.plain_statement("landing = &here;")
        p.newline()
        p.write("if (")
        with p.visited_value():
            p.write("setjmp(here) == 0")
        p.write(") {")
    with p.deeper():
        p.newline()
        with p.visited():
            p.write(f"{'g += ' if callee.returns == 'int' else ''}{callee.text}(i, {p.between(0, 9)});")
    p.newline()
    p.write("} catch (...) {" if p.is_cpp else "} else {")
    if p.is_cpp:
        p.count(" ")
        p.visit()
    with p.deeper():
        p.newline()
        p.plain_statement("g++;")
    p.newline()
    p.write("}")


def main_function(p, rounds=6):
    open_function(p, "int main(void)")
    with p.deeper():
        p.newline()
        if not p.is_cpp:
            p.visit()
            p.write("jmp_buf here;")
            p.newline()
        line = p.begin()
        p.write("for (int i = 0; ")
        with p.visited_value(line):
            p.write(f"i < {rounds}")
        p.write("; i++) {", "; BACK(), i++) {")
        with p.deeper():
            for callee in p.callables:
                p.newline()
                _call_from_main(p, callee)
        p.newline()
        p.write("}")
        p.newline()
        p.plain_statement("OTHER_UNIT();")
        p.newline()
        p.plain_statement('printf("%d\\n", g);')
        p.newline()
        p.plain_statement("return 0;")
    p.newline()
    p.write("}")
    p.newline()
