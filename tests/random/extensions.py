"""extensions.py: what GNU C has beside C: variables with a clean-up function, arrays of variable length, statement
expressions that are left by a jump; and what C has beside C++: changes of atomic variables."""
import expressions
import functions
import jumps
import statements
from program import Callable, kind


def cleanup_function(p):
    """It calls nothing: one that is left by longjmp(), with no code between it and the jump before, is a limit."""
    name = p.name("f")
    scope = functions.function_scope(p, variables=("(*a)",), returns="void", can_throw=False)
    callables, p.callables = p.callables, []
    cost = functions.function(p, f"static void {name}(int *a)", scope)
    p.callables = callables
    p.cleanups.append(Callable(name, cost, "void"))


def _cleaned(p, scope, name):
    """The declarator of a variable whose clean-up function is not too dear here."""
    cheap = p.affordable(scope, p.cleanups)
    return f"{name} __attribute__((cleanup({cheap or 'count_end'})))"


@kind(4, language="c", needs_braces=True)
def cleaned_variable(p, scope):
    name = p.name()
    statements.declare_with_value(p, scope, f"int {_cleaned(p, scope, name)}")
    scope.declare(name)
    scope.has_ends = True


@kind(1, language="c", needs_braces=True)
def cleaned_loop_variable(p, scope):
    name, turns = p.name("i"), p.between(0, 3)
    line = p.begin()
    p.write(f"for (int {_cleaned(p, scope, name)} = 0; ")
    with p.visited_value(line):
        p.write(f"{name} < {turns}")
    p.write(f"; {name}++)", f"; BACK(), {name}++)")
    p.body(scope.in_loop(max(turns, 1), constants=scope.constants + (name,), has_ends=True))


@kind(2, language="c", needs_braces=True)
def variable_length(p, scope):
    name = p.name()
    statements.declare_and_assign(p, scope, f"int {name}[1 + R(3)];", f"{name}[0]")
    scope.has_ends = True


@kind(2, language="c", needs_braces=True)
def left_statement_expression(p, scope):
    """Its lines are its own, see statement_expression()."""
    name = p.name()
    inner = scope.inside(has_braces=True, has_ends=True)
    p.visit()
    p.write(f"int {name} = ({{")
    with p.deeper():
        p.newline()
        if p.chance(0.4):
            p.statement(inner)
            p.newline()
        p.statement(inner, p.choose(jumps.conditional_jump, jumps.block_that_jumps))
        p.newline()
        with p.visited_value():
            expressions.value(p, inner, 1)
        p.write(";")
    p.newline()
    p.write("});")
    scope.declare(name)


@kind(1, needs_braces=True)
def inner_condition(p, scope):
    """A statement expression whose value is the condition, as it is in C++. Its lines are its own."""
    inner = scope.enclosed(can_throw=False, has_ends=True, has_codeless=False)
    p.visit()
    p.write("if (({")
    with p.deeper():
        p.newline()
        p.statement(inner)
        p.newline()
        with p.visited_value():
            expressions.condition(p, inner)
        p.write(";")
    p.newline()
    p.write("}))")
    p.body(scope.inside())


@kind(2, language="c", is_deep=False)
def atomic_change(p, scope):
    """Clang makes a loop of most. What it stores of `|=` and `^=` of a _Bool may be none, and then it tries without end."""
    with p.visited():
        if p.chance(0.3):
            p.write(p.choose("shared_wide++;", "--shared_narrow;", "shared_whole++;", "shared_truth++;"))
            return
        p.write(p.choose("shared_truth &= ", "shared_whole *= ", "shared_whole |= ",
                         "shared_narrow -= ", "shared_narrow *= ", "shared_wide += ", "shared_wide /= "))
        expressions.value(p, scope)
        p.write(";")
