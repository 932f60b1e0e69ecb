"""templates.py: the templates of a random program. Instances differ by a constant and a type."""
from functions import close_function, function, function_scope, open_function
from program import Callable

# Each a list of instances that are called.
ARGUMENTS = (("<0, int>",), ("<1, char>", "<2, int>"), ("<0, char>", "<0, short>", "<3, char>"))


def _head(p, parameters):
    p.write(f"template <{parameters}>")
    p.newline() if p.chance(0.5) else p.write(" ")


def _scope(p, **changes):
    scope = function_scope(p, **changes)
    scope.constants += ("K", "(int)sizeof(T)")
    return scope


def function_template(p):
    name = p.name("f")
    _head(p, "int K, class T")
    cost = function(p, f"SHARED int {name}(T a, T b)", _scope(p, myself=f"{name}<K, T>"))
    p.callables += [Callable(name + arguments, cost) for arguments in p.choose(*ARGUMENTS)]


def class_template(p):
    """With a method, a static one, and one that is a template itself."""
    name, methods = p.name("Box"), [p.name("m") for _ in range(3)]
    _head(p, "int K, class T")
    p.write(f"struct {name} {{")
    costs = []
    with p.deeper():
        p.newline()
        p.write("T held;")
        p.newline()
        costs.append(function(p, f"int {methods[0]}(int a, T b)", _scope(p, variables=("a", "b", "held"))))
        p.newline()
        costs.append(function(p, f"static int {methods[1]}(T a, int b)", _scope(p, myself=methods[1])))
        p.newline()
        _head(p, "int N")
        costs.append(function(p, f"int {methods[2]}(int a, int b) const", _scope(p, constants=("N", "held"))))
    p.newline()
    p.write("};")
    p.newline()
    for arguments in p.choose(*ARGUMENTS):
        object_ = f"{name}{arguments}{{}}"
        p.callables += [Callable(f"{object_}.{methods[0]}", costs[0]), Callable(f"{name}{arguments}::{methods[1]}", costs[1]),
                        Callable(f"{object_}.template {methods[2]}<{p.between(0, 2)}>", costs[2])]


def pack_template(p):
    """Each instance calls the one with an argument less."""
    name = p.name("f")
    _head(p, "int K, int... Rest")
    scope = function_scope(p, constants=("K", "(int)sizeof...(Rest)"))
    p.cost = 3
    open_function(p, f"SHARED int {name}(int a, int b)")
    with p.deeper():
        p.newline()
        p.visit()
        p.write("if constexpr (sizeof...(Rest) > 0) {")
        with p.deeper():
            p.statements_of(scope.inside(), p.between(0, 2))
            p.newline()
            p.plain_statement(f"g += {name}<Rest...>(b, a);")
        p.newline()
        p.write("} else ")
        p.block(scope.inside())
    close_function(p, scope, p.between(0, 2))
    p.newline()
    cost, p.cost = p.cost * 3, 0
    p.callables += [Callable(f"{name}<1, 2, 0>", cost), Callable(f"{name}<{p.between(0, 3)}>", cost)]
