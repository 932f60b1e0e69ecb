"""program.py: a random program while it is written: where it stands, what may stand there, what can be called."""
import dataclasses
import random

from texts import Texts

# What a function may cost, in statements: what is called in loops within loops costs more.
MOST_COST = 3000


@dataclasses.dataclass
class Scope:
    """A place in a function, and what may stand there."""

    depth: int                      # how far statements may be nested from here
    variables: tuple = ()           # those that may be changed, too
    constants: tuple = ()           # those that may only be read
    weight: int = 1                 # about how often this is done in one call of the function
    returns: str = "int"            # or void; "" where nothing may jump out
    can_break: bool = False
    can_continue: bool = False
    can_throw: bool = True          # by `throw`, or longjmp()
    has_codeless: bool = True       # statements without code may stand here
    is_in_macros_loop: bool = False # a macro opens the loop around: a macro's goto to the end of that is a limit
    has_braces: bool = True         # declarations and several statements may stand here
    myself: str = ""                # the function, where it may call itself
    return_word: str = "return"     # or co_return
    can_await: bool = False         # of a coroutine; not in its handlers
    has_ends: bool = False          # no computed goto may lead into it: something ends with it, or it is an expression's

    def inside(self, **changes):
        return dataclasses.replace(self, depth=self.depth - 1, **changes)

    def in_loop(self, turns=3, **changes):
        return self.inside(weight=self.weight * turns, can_break=True, can_continue=True, myself="", **changes)

    def enclosed(self, **changes):
        """Where no jump leads out of."""
        return self.inside(returns="", can_break=False, can_continue=False, return_word="return", can_await=False,
                           **changes)

    def declare(self, *names):
        self.variables += names


@dataclasses.dataclass
class Callable:
    """What can be called with two ints: `text` stands in front of their parentheses."""

    text: str
    cost: int
    returns: str = "int"


@dataclasses.dataclass
class Kind:
    """A kind of statement; `write` takes program and scope."""

    write: object
    weight: int
    language: str
    needs_braces: bool
    is_deep: bool
    is_codeless: bool


KINDS = []


def kind(weight, language="", needs_braces=False, is_deep=True, is_codeless=False):
    """Marks a function that writes a kind of statement."""
    def add(write):
        KINDS.append(Kind(write, weight, language, needs_braces, is_deep, is_codeless))
        return write
    return add


class Program(Texts):
    """`language`: as generate.py has it. `dropped`: numbers of statements that are left out; all others stay what they are."""

    def __init__(self, seed, language, dropped=()):
        super().__init__(f"{seed}/{language}")
        self.language = language
        self.is_cpp = language != "c"
        self.has_coroutines = language == "co"
        self.units = 2 if language == "two" else 1
        self.has_library = self.is_cpp and self.chance(0.15) # C++'s, which takes long to compile
        self.extension = "cpp" if self.is_cpp else "c"
        self.dropped = dropped
        self.statements = 0
        self.names = 0
        self.labels = 0
        self.callables = []
        self.cleanups = []              # functions that end variables
        self.comparisons = []           # functions for qsort()
        self.cost = 0

    def name(self, prefix="v"):
        self.names += 1
        self.labels += prefix == "l"
        return f"{prefix}{self.names}"

    def callee(self, scope, returns="int"):
        """Something to call that is not too dear here; None if there is nothing."""
        return self.affordable(scope, [callee for callee in self.callables if callee.returns == returns])

    def affordable(self, scope, callees):
        """One of them that is not too dear here; None if there is none."""
        cheap = [callee for callee in callees if self.cost + scope.weight * callee.cost <= MOST_COST]
        if not cheap:
            return None
        chosen = self.choose(*cheap)
        self.cost += scope.weight * chosen.cost
        return chosen.text

    def _any_kind(self, scope):
        kinds = [kind for kind in KINDS
                 if kind.language in ("", self.extension, self.language)
                 and (scope.has_braces or not kind.needs_braces)
                 and (scope.depth > 0 or not kind.is_deep)
                 and (not kind.is_codeless or scope.has_codeless)]
        return self.random.choices(kinds, [kind.weight for kind in kinds])[0].write

    def statement(self, scope, write=None):
        """One of any kind, or what `write` writes. Its random numbers are its own: what is dropped changes nothing
        of what follows."""
        self.statements += 1
        number, variables, mark = self.statements, scope.variables, self.mark()
        self.cost += scope.weight
        self.needed(scope, write or self._any_kind(scope))
        if number in self.dropped:
            self.take_back(mark)
            scope.variables = variables
            if not scope.has_braces:
                self.plain_statement("g++;")

    def needed(self, scope, write):
        """A statement that cannot be left out."""
        outer = self.random
        self.random = random.Random(outer.getrandbits(64))
        write(self, scope)
        self.random = outer

    def plain_statement(self, text, counting=None):
        """One that is no declaration."""
        with self.visited():
            self.write(text, counting)

    def statements_of(self, scope, count):
        for _ in range(count):
            self.next()
            self.statement(scope)

    def block(self, scope, count=None, first=None):
        """Braces with statements; `first` writes one in front of the others."""
        self.write("{")
        scope = dataclasses.replace(scope, has_braces=True)
        with self.deeper():
            if first:
                self.next()
                first(scope)
            self.statements_of(scope, self.between(1, 3) if count is None else count)
        self.next()
        self.write("}")

    def body(self, scope, must_have_braces=False):
        """That of an `if` or a loop. Whether it has braces."""
        if not must_have_braces and self.chance(0.35):
            with self.deeper():
                self.next()
                self.statement(dataclasses.replace(scope, has_braces=False))
            return False
        self.write(" ")
        self.block(scope)
        return True
