"""texts.py: the two texts of a random program, which are the same line by line: the plain one, and the one that
counts.

The counting text is the truth. It has one variable more in each frame, the line on which control is
(`counting.h`). Each statement begins with VISIT(LINE), which counts the line unless control is on it already; what
goes over a loop's back edge says BACK() before, and is then on no line. ENTER(LINE) begins a function, a lambda, or
a member function, and counts its calls.
"""
import contextlib
import dataclasses
import random

# The lines of a file that is included are numbered behind those of the program and of the files before.
PART_LINES, MOST_PARTS, FIRST_PART = 1000, 4, 5000


@dataclasses.dataclass
class Part:
    """A file that the program includes."""

    name: str
    before: int                     # the number in front of that of its first line
    plain: list = dataclasses.field(default_factory=list)
    counting: list = dataclasses.field(default_factory=list)
    begun: set = dataclasses.field(default_factory=set)


class Texts:
    """Writes both texts. Layout is drawn once for a program: how dense it is, and how far expressions spread."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.plain = []
        self.counting = []
        self.line = 1
        self.column = 1
        self.indent = 0
        # Lines on which a statement begins.
        self.begun = set()
        self.parts = []
        self.is_in_part = False
        # Operands of conditions that are counted: where each begins, and whether it holds where what is counted does.
        self.operands = []
        self.density = self.choose(0, 0, 0.05, 0.15, 0.4)
        self.spread = self.choose(0, 0, 0.1, 0.3)

    def choose(self, *what):
        return self.random.choice(what)

    def chance(self, part):
        return self.random.random() < part

    def between(self, least, most):
        return self.random.randint(least, most)

    def write(self, text, counting=None):
        """Writes to both; `counting` to the counting one, if it is another there."""
        counting = text if counting is None else counting
        assert text.count("\n") == counting.count("\n")
        self.plain.append(text)
        self.counting.append(counting)
        self.line += text.count("\n")
        self.column = len(text.rpartition("\n")[2]) + (1 if "\n" in text else self.column)

    def count(self, text):
        """Writes to the counting text only."""
        assert "\n" not in text
        self.counting.append(text)

    def newline(self):
        self.write("\n" + "\t" * self.indent)

    def next(self):
        """Between two statements."""
        if self.chance(self.density):
            self.write(" ")
        else:
            self.newline()

    def gap(self):
        """Between two parts of an expression."""
        if self.chance(self.spread):
            self.newline()
        else:
            self.write(" ")

    @contextlib.contextmanager
    def deeper(self):
        self.indent += 1
        yield
        self.indent -= 1

    def begin(self):
        """A statement begins on this line; the line."""
        self.begun.add(self.line)
        return self.line

    def visit(self):
        """A visit of this line, as a statement in front of what follows."""
        self.count(f"VISIT({self.begin()}); ")

    def enter(self, line):
        self.begun.add(line)
        self.count(f" ENTER({line});")

    @contextlib.contextmanager
    def visited(self):
        """What is written inside is one statement, and no declaration."""
        self.count("{ ")
        self.visit()
        yield
        self.count(" }")

    @contextlib.contextmanager
    def visited_value(self, line=None):
        """What is written inside is an expression whose statement is begun by its value; on `line`, if not here."""
        self.count(f"(VISIT({line or self.begin()}), (")
        yield
        self.count("))")

    @contextlib.contextmanager
    def guarded(self, write_condition):
        """What is written inside is the statement of an `if`, without braces."""
        self.write("if (")
        with self.visited_value():
            write_condition()
        self.write(")")
        with self.deeper():
            self.next()
            yield

    @contextlib.contextmanager
    def asked(self, place, is_negated):
        """What is written inside is an operand without the `!` in front of it, with which it begins at `place`."""
        self.count(f"ASKED({len(self.operands)}, (")
        self.operands.append((place, is_negated))
        yield
        self.count("))")

    @contextlib.contextmanager
    def part(self):
        """What is written inside is a file of its own. No line of it goes on where it is included again."""
        outer = self.plain, self.counting, self.begun, self.line, self.column, self.indent
        part = Part(f"part{len(self.parts)}", FIRST_PART + PART_LINES * len(self.parts))
        self.parts.append(part)
        self.plain, self.counting, self.begun = part.plain, part.counting, part.begun
        self.line, self.column, self.indent, self.is_in_part = part.before + 1, 1, 0, True
        self.count("BACK();")
        yield part
        self.newline()
        self.write("\n", "BACK();\n")
        self.plain, self.counting, self.begun, self.line, self.column, self.indent = outer
        self.is_in_part = False

    def all_begun(self):
        return self.begun.union(*(part.begun for part in self.parts))

    def mark(self):
        return len(self.plain), len(self.counting), self.line, self.column, len(self.operands), len(self.parts)

    def take_back(self, mark):
        """Forgets what has been written since the mark."""
        plain, counting, self.line, self.column, operands, parts = mark
        del self.plain[plain:], self.counting[counting:], self.operands[operands:], self.parts[parts:]
        self.begun = {line for line in self.begun if line <= self.line}
