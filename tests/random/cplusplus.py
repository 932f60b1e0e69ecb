"""cplusplus.py: statements that only C++ has."""
import dataclasses

import expressions
import jumps
from program import kind
from statements import cases, loop_head, what_else


@kind(3, language="cpp", needs_braces=True)
def if_with_declaration(p, scope):
    """`if (int v = f(); v)`, `if (Object v(f()); ...)`, `if (int v = R(2))`."""
    name = p.name()
    p.count("{ ")
    p.visit()
    form = p.between(0, 2)
    p.write("if (")
    if form == 0:
        # An arm of `?:` there is a limit.
        p.write(f"int {name} = {expressions.atom(p, scope)};")
        p.gap()
        p.write(expressions.simple_condition(p, scope))
    elif form == 1:
        p.write(f"Object {name}(")
        expressions.value(p, scope, 1)
        p.write(");")
        p.gap()
        p.write(expressions.simple_condition(p, scope))
    else:
        p.write(f"{p.choose('int', 'Object')} {name} = R({p.between(2, 4)})")
    p.write(")")
    inner = scope.inside(constants=scope.constants + ((name,) if form == 0 else ()))
    if p.chance(0.5):
        p.body(inner)
    else:
        p.body(inner, must_have_braces=True)
        what_else(p, inner)
    p.count(" }")


@kind(1, language="cpp")
def if_constexpr(p, scope):
    inner = scope.inside()
    p.count("{ ")
    p.visit()
    p.write("if constexpr (" + ("K == 1" if "K" in scope.constants else p.choose("1", "0")) + ")")
    p.body(inner, must_have_braces=True)
    what_else(p, inner)
    p.count(" }")


@kind(1, language="cpp")
def while_with_declaration(p, scope):
    name = p.name()
    line = p.begin()
    p.write("while (", "for (; ")
    p.write(f"int {name} = ")
    with p.visited_value(line):
        p.write(f"R({p.between(2, 4)})")
    p.write(")", "; BACK())")
    p.body(scope.in_loop(constants=scope.constants + (name,)))


@kind(1, language="cpp")
def for_with_object(p, scope):
    name, turns = p.name("i"), p.between(0, 4)
    loop_head(p, scope, f"Object {name}({turns})", lambda: p.write(f"{name}.x-- > 0"), "g++")
    p.body(scope.in_loop(max(turns, 1)))


@kind(1, language="cpp", needs_braces=True)
def switch_with_declaration(p, scope):
    name, count = p.name(), p.between(2, 5)
    p.write("switch (")
    if p.chance(0.5):
        p.write(f"int {name} = ")
        with p.visited_value():
            p.write(f"R({count})")
        p.write(f"; {name}")
    else:
        p.write(f"Object {name} = ")
        with p.visited_value():
            p.write("g")
        p.write(f"; R({count})")
    p.write(")")
    cases(p, scope.inside(can_break=True), count)


@kind(4, language="cpp")
def range_for(p, scope):
    name, turns = p.name(), p.between(0, 4)
    line = p.begin()
    element, items = p.choose(("int", "numbers"), ("auto", "numbers"), ("int", "{1, 2, 3}"), ("auto", f"Range{{{turns}}}"),
                              ("Object", "objects"), ("const Object &", "objects"), (f"auto [bound_{name}, bound_{name}_b]", "pairs"),
                              ("auto &&", "cells"))
    names = () if "[" not in element else (f"bound_{name}", f"bound_{name}_b")
    declared = element if names else f"{element} {name}"
    is_number = element in ("int", "auto")
    listed = f"std::initializer_list<int>{items}" if items[0] == "{" else items
    p.count(f"{{ VISIT({line}); auto &&{name}_all = {listed}; Ends {name}_ends({name}_all); "
            f"for (; VISIT({line}), {name}_ends.more(); BACK(), {name}_ends.next()) {{ {declared} = {name}_ends.here(); ")
    p.write(f"for ({declared} :", "")
    p.gap()
    p.write(f"{items})", "")
    p.body(scope.in_loop(4, variables=scope.variables + ((name,) if is_number else names)))
    p.count("}}")


HANDLERS = (("E2 &",), ("const E1 &",), ("E2 &", "E1 &"), ("int",), ("...",), ("int", "..."), ("E1 &", "..."))


def _handler(p, scope, caught):
    scope = dataclasses.replace(scope, can_await=False)
    name = p.name("e") if caught != "..." and p.chance(0.5) else ""
    p.write(" ")
    p.write(f"catch ({caught}{' ' if name else ''}{name}) {{")
    p.count(" ")
    p.visit()
    with p.deeper():
        if p.chance(0.2):
            p.next()
            with p.guarded(lambda: expressions.condition(p, scope, 1)):
                p.plain_statement("throw;")
        if p.chance(0.7):
            p.next()
            p.plain_statement(f"g += {name}.x;" if "E" in caught and name else "g++;")
        p.statements_of(scope, p.between(0, 2))
    p.next()
    p.write("}")


@kind(4, language="cpp")
def try_statement(p, scope):
    if p.is_in_part:
        p.plain_statement("g += 8;")
        return
    inner = scope.inside(has_braces=True)
    p.count("{ ")
    p.visit()
    p.write("try ")
    p.block(inner)
    for caught in p.choose(*HANDLERS):
        _handler(p, inner, caught)
    p.count(" }")


def function_body(p, scope, count):
    """Statements and a last `return`."""
    with p.deeper():
        p.statements_of(scope, count)
        p.next()
        p.needed(scope, jumps.return_statement)
    p.next()


def lambda_scope(scope, *parameters):
    """The scope of a lambda. Before clang 16 it cannot capture structured bindings."""
    captured = tuple(name for name in scope.variables if not name.startswith("bound"))
    return scope.enclosed(has_braces=True, myself="", variables=captured + parameters)


def result_type(scope):
    """Of a lambda, where it must be said: what is returned in a template has several types."""
    return f" -> {scope.returns}" if "K" in scope.constants else ""


@kind(2, language="cpp", needs_braces=True)
def lambda_variable(p, scope):
    name, parameter = p.name(), p.name()
    inner = lambda_scope(scope, parameter)
    inner.returns = p.choose("int", "int", "void")
    is_template = p.chance(0.5)
    if is_template:
        inner.constants += (f"(int)sizeof({parameter})",)
    line = p.line
    p.visit()
    p.write(f"auto {name} = [&]({'auto' if is_template else 'int'} {parameter}) -> {inner.returns} {{")
    p.enter(line)
    function_body(p, inner, p.between(0, 2))
    p.write("};")
    for _ in range(p.between(1, 2)):
        p.newline()
        with p.visited():
            p.write(f"g += {name}(" if inner.returns == "int" else f"{name}(")
            p.write(p.choose("", "(char)", "(long)") if is_template else "")
            expressions.value(p, scope, 1)
            p.write(");")


@kind(1, language="cpp", needs_braces=True, is_codeless=True)
def local_class(p, scope):
    """Its method knows nothing of what is around it."""
    name, method = p.name("Local"), p.name("m")
    inner = scope.enclosed(has_braces=True, myself="", variables=("a",), constants=("held",))
    inner.returns = "int"
    p.visit()
    p.write(f"struct {name} {{")
    with p.deeper():
        p.newline()
        p.write("int held;")
        p.newline()
        line = p.line
        p.write(f"int {method}(int a) const {{")
        p.enter(line)
        function_body(p, inner, p.between(0, 2))
        p.write("}")
    p.newline()
    p.write("};")
    p.newline()
    with p.visited():
        p.write(f"g += {name}{{{p.choose('g', '3')}}}.{method}(")
        expressions.value(p, scope, 1)
        p.write(");")


@kind(1, language="cpp", needs_braces=True)
def lambda_called(p, scope):
    """int v = [&] { ... }();"""
    name = p.name()
    line = p.line
    p.visit()
    inner = lambda_scope(scope)
    inner.returns = "int"
    result = result_type(inner)
    p.write(f"int {name} = [&]{'()' + result if result else ''} {{", f"int {name} = [&]() -> int {{")
    p.enter(line)
    function_body(p, inner, p.between(0, 2))
    p.write("}();")
    scope.declare(name)


@kind(1, language="cpp", needs_braces=True)
def lambda_as_argument(p, scope):
    """To a template, which calls it once, or in a loop."""
    parameter = p.name()
    line = p.line
    is_loop = p.chance(0.5)
    inner = lambda_scope(scope, parameter)
    inner.returns = "void" if is_loop else "int"
    inner.weight *= 3
    p.visit()
    p.write(f"each({p.between(0, 3)}, " if is_loop else "g += apply(")
    p.write(f"[&](int {parameter}){result_type(inner)} {{")
    p.enter(line)
    function_body(p, inner, p.between(0, 2))
    p.write("});" if is_loop else "}, g);")


@kind(3, language="cpp", needs_braces=True)
def object_declaration(p, scope):
    name = p.name()
    p.visit()
    p.write(p.choose("", "", "static ") + f"Object {name}(")
    expressions.value(p, scope, 1)
    p.write(");")


@kind(1, language="cpp", needs_braces=True)
def object_array(p, scope):
    name = p.name()
    p.visit()
    p.write(p.choose(f"Object {name}[3] = {{1, g, 3}};", f"Object *{name} = new Object(g);",
                     f"Object {name}[2] = {{Object(4), 5}};"))
    if "*" in p.plain[-1]:
        p.next()
        p.plain_statement(f"delete {name};")


@kind(1, language="cpp", is_deep=False)
def temporary(p, scope):
    with p.visited():
        p.write(p.choose("(void)Object(g);", "g += Object(g).x + Object(3).x;", "delete new Object(g);"))


@kind(2, language="cpp", needs_braces=True)
def binding(p, scope):
    first, second = p.name("bound"), p.name("bound")
    p.visit()
    p.write(f"auto [{first}, {second}] = make_pair(")
    expressions.value(p, scope, 1)
    p.write(",")
    p.gap()
    expressions.value(p, scope, 1)
    p.write(");")
    scope.declare(first, second)


@kind(1, language="cpp", needs_braces=True)
def lambda_in_head(p, scope):
    """One in a template is compiled for each instance."""
    if "K" in scope.constants:
        p.plain_statement("g += 9;")
        return
    i, turns = p.name("i"), p.between(0, 3)
    line = p.begin()
    p.write(f"for (int {i} = 0; ")
    with p.visited_value(line):
        p.write(f"[&] {{ return {i} < {turns}; }}()", f"[&] {{ ENTER({line}); return {i} < {turns}; }}()")
    p.write(f"; {i}++)", f"; BACK(), {i}++)")
    p.body(scope.in_loop(max(turns, 1), constants=scope.constants + (i,)))


@kind(1, language="cpp", needs_braces=True)
def lambda_in_condition(p, scope):
    if "K" in scope.constants:
        p.plain_statement("g += 9;")
        return
    p.write("if (")
    line = p.line
    with p.visited_value():
        p.write("[&] {", f"[&]() -> int {{ ENTER({line});")
        with p.deeper():
            p.newline()
            p.plain_statement("g++;")
            p.newline()
            p.plain_statement("return R(2);")
        p.newline()
        p.write("}()")
    p.write(") ")
    p.block(scope.inside())


@kind(1, language="cpp", needs_braces=True)
def guarded_static(p, scope):
    name = p.name()
    p.visit()
    p.write(f"static int {name} = ")
    expressions.value(p, scope, 1)
    p.write(";")
    scope.declare(name)


@kind(1, language="co", needs_braces=True)
def range_for_with_start(p, scope):
    name, turns = p.name(), p.name()
    line = p.begin()
    p.count(f"{{ VISIT({line}); int {turns} = R(3); auto &&{name}_all = Range{{{turns}}}; Ends {name}_ends({name}_all); "
            f"for (; VISIT({line}), {name}_ends.more(); BACK(), {name}_ends.next()) {{ auto {name} = {name}_ends.here(); ")
    p.write(f"for (int {turns} = R(3); auto {name} : Range{{{turns}}})", "")
    p.body(scope.in_loop(3, constants=scope.constants + (name,)))
    p.count("}}")
