"""handlers.py: exceptions that the arm of a choice throws, and that leave, or do not, the loop around their handler."""
import jumps
from program import kind


@kind(1, language="cpp", is_deep=False)
def throwing_choice(p, scope):
    if not scope.can_throw:
        p.plain_statement("g += 2;")
        return
    x = p.choose("g", *scope.variables)
    p.plain_statement(p.choose(f"{x} = R(4) ? g : throw 5;", f"{x} = R(5) == 0 ? throw E1(2) : R(3);",
                               "R(5) ? (void)0 : throw 7;"))


def _throw_at_times(p):
    with p.guarded(lambda: p.write(f"R({p.between(2, 4)}) == 0")):
        p.plain_statement(p.choose("throw E2(3);", "throw 4;", "fail(1);", "fail(2);"))


def _inner_try(p, scope):
    p.count("{ ")
    p.visit()
    p.write("try ")
    p.block(scope.inside(), first=lambda _: _throw_at_times(p))
    p.write(p.choose(" catch (E2 &) {", " catch (int) {"))
    p.count(" ")
    p.visit()
    with p.deeper():
        p.newline()
        p.plain_statement(p.choose("g++;", "continue;", "break;", "throw;", "throw 3;"))
    p.newline()
    p.write("}")
    p.count(" }")


def _outer_handler(p):
    p.write("} catch (...) {")
    p.count(" ")
    p.visit()
    with p.deeper():
        p.newline()
        p.plain_statement("g--;")
        if p.chance(0.5):
            p.newline()
            with p.guarded(lambda: p.write("R(2)")):
                p.plain_statement(p.choose("continue;", "break;"))
    p.newline()
    p.write("}")
    p.count(" }")


@kind(2, language="cpp", needs_braces=True)
def tries_in_loop(p, scope):
    """Nested; handlers go on with the loop, or leave it."""
    if p.is_in_part:
        p.plain_statement("g += 8;")
        return
    i, turns = p.name("i"), p.between(1, 4)
    inner = scope.in_loop(turns, constants=scope.constants + (i,), has_braces=True, can_throw=True)
    jumps.for_head(p, i, f"{i} < {turns}")
    p.write(" {")
    with p.deeper():
        p.newline()
        p.count("{ ")
        p.visit()
        p.write("try {")
        with p.deeper():
            p.newline()
            _inner_try(p, inner)
            p.newline()
            p.statement(inner.inside())
        p.newline()
        _outer_handler(p)
        p.newline()
        p.plain_statement("g ^= 7;")
    p.newline()
    p.write("}")
