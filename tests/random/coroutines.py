"""coroutines.py: statements that suspend a coroutine."""
import expressions
from program import kind


@kind(12, language="co")
def co_yield(p, scope):
    if not scope.can_await:
        p.plain_statement("g += 3;")
        return
    with p.visited():
        p.write("co_yield ")
        expressions.value(p, scope, 1)
        p.write(";")


@kind(12, language="co", needs_braces=True)
def awaited_variable(p, scope):
    name = p.name()
    p.visit()
    p.write(f"int {name} = ")
    if scope.can_await:
        p.write(p.choose("co_await Later{", "co_await Now{"))
    else:
        p.write("{")
    expressions.value(p, scope, 1)
    p.write("};")
    scope.declare(name)
