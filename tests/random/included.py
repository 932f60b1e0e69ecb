"""included.py: statements in a file of their own, which one function includes several times, as one does with a list of
X(...). Each copy is code of its own, all of them are at one place."""
from program import kind
from texts import MOST_PARTS

COPIES = 3


def _copy(p, part):
    """What it is in changes how often control comes there, and by which way."""
    form = p.choose("braces", "if", "for", "statement")
    if form == "if":
        p.write("if (")
        with p.visited_value():
            p.write(f"R({p.between(2, 3)})")
        p.write(") ")
    elif form == "for":
        i, line = p.name("i"), p.begin()
        p.write(f"for (int {i} = 0; ")
        with p.visited_value(line):
            p.write(f"{i} < 2")
        p.write(f"; {i}++) ", f"; BACK(), {i}++) ")
    elif form == "statement":
        p.plain_statement("g++;")
        p.newline()
    p.write("{\n")
    p.write(f'#include "{part.name}.inc"', f'#include "{part.name}_counting.inc"')
    p.newline()
    p.write("}")


@kind(1, needs_braces=True)
def included_part(p, scope):
    mark, labels = p.mark(), p.labels
    if p.is_in_part or len(p.parts) == MOST_PARTS:
        p.plain_statement("g += 5;")
        return
    inner = scope.inside(weight=scope.weight * 2 * COPIES, myself="", has_braces=True, has_ends=True)
    with p.part() as part:
        p.statements_of(inner, p.between(1, 3))
    if p.labels != labels:  # they would be there several times
        p.take_back(mark)
        p.plain_statement("g += 6;")
        return
    for number in range(COPIES):
        if number:
            p.newline()
        _copy(p, part)
