"""classes.py: the classes of a random program."""
import expressions
from functions import close_function, function, function_scope, open_function
from program import Callable


def object_class(p):
    """With constructors, a destructor and a conversion, all of which count."""
    heads = ("Object(int y) : x(y)", "Object(const Object &other) : x(other.x), more(g)", "~Object()",
             "operator bool() const")
    p.write("struct Object {")
    with p.deeper():
        p.newline()
        p.write("int x;")
        p.newline()
        line = p.begin()
        p.write("int more = 3;", f"int more = (VISIT_ONCE({line}), 3);")
        for head in heads:
            p.newline()
            open_function(p, head)
            with p.deeper():
                p.newline()
                x = "in_memory(x)" if "~" in head else "x"
                p.plain_statement("return x & 1;" if "bool" in head else p.choose(f"g += {x} & 1;", f"g ^= {x};"))
            p.newline()
            p.write("}")
    p.newline()
    p.write("};")
    p.newline()
    line = p.begin()
    p.write("SHARED Object objects[3] = {1, 2, 3};", f"SHARED Object objects[3] = {{(VISIT_ONCE({line}), 1), 2, 3}};")
    p.newline()


def class_hierarchy(p):
    """Two classes with a virtual function."""
    base, method, derived = p.name("Base"), p.name("m"), [p.name("Derived") for _ in range(2)]
    p.write(f"struct {base} {{ virtual int {method}(int a, int b) = 0; }};")
    p.newline()
    cost = 1
    for name in derived:
        p.write(f"struct {name} : {base} {{")
        with p.deeper():
            p.newline()
            cost = max(cost, function(p, f"int {method}(int a, int b) override", function_scope(p)))
        p.newline()
        p.write("};")
        p.newline()
        p.write(f"SHARED {name} the_{name};")
        p.newline()
    p.write(f"SHARED {base} *all_{base}[] = {{&the_{derived[0]}, &the_{derived[1]}}};")
    p.newline()
    p.callables.append(Callable(f"all_{base}[R(2)]->{method}", cost))
    p.callables.append(Callable(f"the_{derived[0]}.{method}", cost))
    p.callables.append(Callable(f"(the_{derived[1]}.*(&{base}::{method}))", cost))


def _once(p, head, write_value, called=0):
    """What `head` begins with a value, outside of functions or in front of one's body: visited once, on its line.
    `called`: of a function that is called with it."""
    line = p.begin()
    p.write(head)
    if head.endswith("="):
        p.gap()
    p.count(f"({f'CALLED({called}), ' if called else ''}VISIT_ONCE({line}), (")
    write_value()
    p.count("))")


def _method_and_end(p, head, calls):
    """The last member of a class, and its end; `calls` are how it can be called, each on an object made for it."""
    cost = p.cost
    with p.deeper():
        p.newline()
        cost += function(p, head, function_scope(p))
    p.newline()
    p.write("};")
    p.newline()
    p.callables += [Callable(call, cost) for call in calls]


# In prelude.h: they may throw where nothing is written.
UNWRITTEN = ("Refusing", "RefusingAndEnding")


def members_that_begin(p):
    """A class whose constructor nobody writes: its members are initialised where they are declared."""
    name, method = p.name("Parts"), p.name("m")
    # In braces, without a constructor, a constant has no place of its own: a limit.
    is_braced = p.chance(0.5)
    scope = function_scope(p, variables=())
    members = [p.name() for _ in range(p.between(1, 3))]
    p.cost = 1
    base = p.choose("", "", "", *UNWRITTEN)
    p.write(f"struct {name}{' : ' if base else ''}{base} {{")
    with p.deeper():
        for member in members:
            p.newline()
            if p.chance(0.2):
                p.write(f"{p.choose(*UNWRITTEN)} {p.name()};")
                p.newline()
            _once(p, f"{p.choose('int', 'int', 'Object')} {member} =", lambda: expressions.value(p, scope))
            p.write(" + R(2);" if is_braced else ";")
    _method_and_end(p, f"int {method}(int a, int b)",
                    [f"{name}().{method}"] + ([f"{name}{{}}.{method}"] if is_braced else []))


def _initialisers(p, scope, members, head, unwritten):
    """`: a(1), b(2)`, each on a line of its own, of the constructor whose head is on that line. `unwritten`: what is
    constructed before all of these, if that is not written."""
    if unwritten:
        p.count(f" : {unwritten}((CALLED({head}), 0))")
    for number, member in enumerate(members):
        p.newline()
        p.write(", " if number else ": ", ", " if number or unwritten else ": ")
        _once(p, f"{member}(", lambda: expressions.value(p, scope, 1), called=0 if number or unwritten else head)
        p.write(")")


def class_with_constructors(p):
    """Members' initialisers on lines of their own, one constructor that calls another, a base, a destructor."""
    name, method = p.name("Made"), p.name("m")
    members = [p.name() for _ in range(p.between(1, 3))]
    base = p.choose("", "", "Object", "Object", *UNWRITTEN)
    types = {member: p.choose("int", "int", "Object", "Object", p.choose(*UNWRITTEN)) for member in members}
    parts = ([(base, base)] if base else []) + list(types.items())
    unwritten = parts[0][0] if parts[0][1] in UNWRITTEN else ""
    p.write(f"struct {name}{' : ' if base else ''}{base} {{")
    scope = function_scope(p)
    p.cost = 1
    with p.deeper():
        p.newline()
        p.write("".join(f"{kind} {member}; " for member, kind in types.items()).rstrip())
        p.newline()
        line = p.line
        p.write(f"{name}(int a, int b)")
        with p.deeper():
            _initialisers(p, scope, [part for part, kind in parts if kind not in UNWRITTEN], line, unwritten)
        p.newline()
        p.write("{", "{ int on_line = 0; (void)on_line;")
        close_function(p, function_scope(p, returns="void"), p.between(0, 2))
        p.newline()
        line = p.line
        p.begin()
        p.write(f"explicit {name}(int a) : {name}(a, 2) {{",
                f"explicit {name}(int a) : {name}((CALLED({line}), a), 2) {{ int on_line = 0; (void)on_line;")
        with p.deeper():
            p.newline()
            p.plain_statement("g++;")
        p.newline()
        p.write("}")
        p.newline()
        open_function(p, f"~{name}()")
        with p.deeper():
            p.newline()
            p.plain_statement(p.choose("g += 7;", "numbers[2]++;"))
        p.newline()
        p.write("}")
    _method_and_end(p, f"int {method}(int a, int b) const", [f"{name}(g).{method}", f"{name}(g, 3).{method}"])


def callable_class(p):
    """One with a call operator."""
    name = p.name("Functor")
    p.write(f"struct {name} {{")
    with p.deeper():
        p.newline()
        p.write("int held;")
        p.newline()
        scope = function_scope(p, constants=("held",))
        cost = function(p, "int operator()(int a, int b) const", scope)
    p.newline()
    p.write("};")
    p.newline()
    p.callables.append(Callable(f"{name}{{g}}", cost))


def started_variable(p):
    """One of the file that is initialised before main()."""
    name = p.name("global")
    scope = function_scope(p, variables=())
    head = f"{p.choose('static ', 'static ' if p.units > 1 else '', 'inline ')}__attribute__((used)) int {name} ="
    _once(p, head, lambda: p.write(f"{expressions.atom(p, scope)} + R(3)"))
    p.write(";")
    p.newline()
