#!/usr/bin/env python3
"""generate.py: a random program in C or C++ whose times are known, as all that it does is work that counts itself.

    generate.py SEED c|cpp

Writes the program (timed.h) to stdout. The same seed gives the same program. Each statement has a line of its own.
"""
import random
import sys

KINDS = []


def kind(weight, language="", is_deep=True, calls=0, turns=1):
    """Marks a function that writes a kind of statement; `is_deep`: others stand in it. One that calls is given so
    many functions to call, `turns` times each; where there are none, work is written instead."""
    def add(write):
        def write_or_work(p, depth, weight, left):
            callees = [p.callee(weight * turns) for _ in range(calls)]
            if None in callees:
                work(p, depth, weight, left)
            else:
                write(p, depth, weight, left, *callees)
        KINDS.append((write_or_work, weight, language, is_deep))
        return write
    return add


class Program:
    def __init__(self, seed, language):
        self.random = random.Random(f"{seed}/{language}")
        self.language = language
        self.is_cpp = language == "cpp"
        self.lines = []
        self.works = 0
        self.names = 0
        self.functions = []
        self.comparators = []
        # Of the function that is written: how often it may be called by its callers, about; calls so far.
        self.cost = 0
        self.costs = {}
        self.has_threads = self.chance(0.3)

    def chance(self, part):
        return self.random.random() < part

    def choose(self, *what):
        return self.random.choice(what)

    def between(self, least, most):
        return self.random.randint(least, most)

    def write(self, text, depth=1):
        self.lines.append("\t" * depth + text)

    def name(self, prefix="f"):
        self.names += 1
        return f"{prefix}{self.names}"

    def work(self):
        self.works += 1
        return self.works

    def callee(self, weight):
        """One that is not too dear; None if there is none."""
        cheap = [name for name in self.functions if self.cost + weight * self.costs[name] < 2000]
        if not cheap:
            return None
        chosen = self.choose(*cheap)
        self.cost += weight * self.costs[chosen]
        return chosen

    def statement(self, depth, weight, left):
        self.cost += weight
        kinds = [(write, often) for write, often, language, is_deep in KINDS
                 if language in ("", self.language) and (left > 0 or not is_deep)]
        write = self.random.choices([write for write, _ in kinds], [often for _, often in kinds])[0]
        write(self, depth, weight, left)

    def statements(self, depth, weight, left, most=3):
        for _ in range(self.between(1, most)):
            self.statement(depth, weight, left)

    def text(self):
        return "\n".join(self.lines) + "\n"


@kind(6, is_deep=False)
def work(p, depth, weight, left):
    p.write(f"WORK({p.work()});", depth)


@kind(2, is_deep=False)
def foreign_work(p, depth, weight, left):
    p.write(f"FOREIGN({p.work()});", depth)


@kind(7, is_deep=False, calls=1)
def call(p, depth, weight, left, callee):
    p.write(p.choose("CALL({0}(d));", "d += CALL({0}(d)) & 1;", "if (CALL({0}(d)) == 77) d++;").format(callee), depth)


@kind(2, is_deep=False, calls=1)
def callback(p, depth, weight, left, callee):
    p.write(p.choose(f"CALL(foreign_call({callee}, d));", f"CALL(foreign_deep_call({callee}, d, {p.between(1, 9)}));"),
            depth)


@kind(2, is_deep=False, calls=2)
def call_of_pointer(p, depth, weight, left, first, second):
    table = p.name("table")
    p.write(f"static int (*const {table}[])(int) = {{{first}, {second}}};", depth)
    p.write(f"CALL({table}[R(2)](d));", depth)


@kind(1, is_deep=False)
def two_on_a_line(p, depth, weight, left):
    p.write(f"WORK({p.work()}); FOREIGN({p.work()});", depth)


@kind(1, is_deep=False)
def work_of_macro(p, depth, weight, left):
    p.write(f"TWO_WORKS({p.work()}, {p.work()});", depth)


@kind(2, is_deep=False, calls=2)
def calls_on_two_lines(p, depth, weight, left, first, second):
    p.write(f"d = (CALL({first}(d))", depth)
    # A statement's time is on its first line.
    p.write(f"{p.choose('+', '|', '&&', '||')} CALL_ON({len(p.lines)}, {second}(d))) & 7;", depth + 1)


@kind(1, is_deep=False, calls=1, turns=3)
def condition_of_call(p, depth, weight, left, callee):
    i = p.name("i")
    p.write(p.choose(f"for (int {i} = 0; {i} < 3 && CALL({callee}(d)) < 1000; {i}++)",
                     f"for (int {i} = 0; {i} < 3; {i} += 1 + (CALL({callee}(d)) & 1))"), depth)
    p.write(f"WORK({p.work()});", depth + 1)


@kind(1, is_deep=False)
def signal(p, depth, weight, left):
    """Now and then: what the kernel takes for one is work that the program does not count."""
    p.write("if (R(8) == 0)", depth)
    p.write("CALL(raise(SIGUSR1));", depth + 1)


@kind(1, "cpp", is_deep=False)
def guarded_block(p, depth, weight, left):
    """With a destructor that works; its call is on the line of the brace, or of the last statement."""
    p.write("{", depth)
    p.write("Guard guard;", depth + 1)
    p.write(f"WORK({p.work()});", depth + 1)
    p.write("}", depth)


@kind(1, is_deep=False)
def dynamic_array(p, depth, weight, left):
    name = p.name("array")
    p.write(f"volatile char {name}[R(3000) + 1];", depth)
    p.write(f"{name}[0] = 1;", depth)
    p.write(f"d += {name}[0] & 1;", depth)
    p.write(f"WORK({p.work()});", depth)


@kind(1, is_deep=False)
def sort(p, depth, weight, left):
    if not p.comparators:
        return work(p, depth, weight, left)
    name = p.name("sorted")
    p.write(f"int {name}[{p.between(3, 12)}];", depth)
    i = p.name("i")
    p.write(f"for (int {i} = 0; {i} < (int)(sizeof {name} / sizeof *{name}); {i}++)", depth)
    p.write(f"{name}[{i}] = R(100);", depth + 1)
    p.write(f"CALL(qsort({name}, sizeof {name} / sizeof *{name}, sizeof *{name}, {p.choose(*p.comparators)}));", depth)


@kind(1, "cpp", is_deep=False)
def standard_sort(p, depth, weight, left):
    name, a, b = p.name("sorted"), p.name("a"), p.name("b")
    p.write(f"std::vector<int> {name};", depth)
    i = p.name("i")
    p.write(f"for (int {i} = 0; {i} < {p.between(3, 12)}; {i}++)", depth)
    p.write(f"{name}.push_back(R(100));", depth + 1)
    p.write(f"auto by_{name} = [](int {a}, int {b}) {{ ENTER", depth)
    p.write(f"WORK({p.work()});", depth + 1)
    p.write(f"return {a} < {b};", depth + 1)
    p.write("};", depth)
    p.write(f"CALL(std::sort({name}.begin(), {name}.end(), by_{name}));", depth)


@kind(1, is_deep=False)
def leave_early(p, depth, weight, left):
    p.write(f"if (R({p.between(2, 9)}) == 0) {{", depth)
    if p.chance(0.5):
        work(p, depth + 1, weight, left)
    p.write(p.choose("return d;", "return d + 1;"), depth + 1)
    p.write("}", depth)


@kind(1, is_deep=False)
def fail(p, depth, weight, left):
    p.write(f"if (R({p.between(5, 30)}) == 0)", depth)
    p.write("throw d;" if p.is_cpp else "longjmp(*landing, 1);", depth + 1)


@kind(3)
def condition(p, depth, weight, left):
    p.write(f"if (R({p.between(2, 4)}) == 0) {{", depth)
    p.statements(depth + 1, weight, left - 1)
    if p.chance(0.5):
        p.write("} else {", depth)
        p.statements(depth + 1, weight, left - 1)
    p.write("}", depth)


@kind(4)
def loop(p, depth, weight, left):
    turns, i = p.between(2, 8), p.name("i")
    head = p.choose("for (int {0} = 0; {0} < {1}; {0}++) {{", "for (int {0} = R({1}); {0} >= 0; {0}--) {{",
                    "for (int {0} = 0; R({1}) != 0 && {0} < 50; {0}++) {{").format(i, turns)
    p.write(head, depth)
    p.statements(depth + 1, weight * turns, left - 1)
    if p.chance(0.2):
        p.write(f"if (R({turns}) == 0)", depth + 1)
        p.write(p.choose("break;", "continue;"), depth + 2)
        p.statement(depth + 1, weight * turns, 0)
    p.write("}", depth)


@kind(1)
def loop_of_one_statement(p, depth, weight, left):
    i = p.name("i")
    p.write(f"for (int {i} = 0; {i} < {p.between(2, 9)}; {i}++)", depth)
    p.write(f"WORK({p.work()});", depth + 1)


@kind(1)
def switch(p, depth, weight, left):
    count = p.between(2, 5)
    p.write(f"switch (R({count + 1})) {{", depth)
    for number in range(count):
        p.write(f"case {number}: {{", depth)
        p.statements(depth + 1, weight, left - 1)
        p.write("}", depth)
        if p.chance(0.8):
            p.write("break;", depth + 1)
    p.write("}", depth)


@kind(1, "cpp")
def try_block(p, depth, weight, left):
    p.write("try {", depth)
    p.statements(depth + 1, weight, left - 1)
    p.write("} catch (int) {", depth)
    p.statements(depth + 1, weight, 0, most=1)
    p.write("}", depth)


@kind(1, "cpp")
def lambda_here(p, depth, weight, left):
    name = p.name("l")
    p.write(p.choose("auto", "std::function<int(int)>") + f" {name} = [&](int d) {{ ENTER", depth)
    p.statements(depth + 1, weight, left - 1)
    p.write("return d;", depth + 1)
    p.write("};", depth)
    p.write(f"CALL({name}(d));", depth)


@kind(1, "c")
def landing(p, depth, weight, left):
    """A place for longjmp() of this function's own."""
    here, outer = p.name("here"), p.name("outer")
    p.write(f"jmp_buf {here}, *volatile {outer} = landing;", depth)
    p.write(f"if (setjmp({here}) == 0) {{", depth)
    p.write(f"landing = &{here};", depth + 1)
    callee = p.callee(weight)
    p.write(f"CALL({callee}(d));" if callee else f"WORK({p.work()});", depth + 1)
    p.write("} else {", depth)
    p.write("LAND;", depth + 1)
    p.write(f"WORK({p.work()});", depth + 1)
    p.write("}", depth)
    p.write(f"landing = {outer};", depth)


def body(p, myself=""):
    if myself and p.chance(0.3):
        p.write("if (d > 20)")
        p.write("return d;", 2)
        p.statement(1, 1, 0)
        p.write(f"if (R(3) != 0)")
        p.write(f"CALL({myself}(d + 1));", 2)
        p.cost *= 3
    p.statements(1, 1, p.between(0, 3), most=4)
    p.write("return d;")


def comparator(p):
    name = p.name("compare")
    p.write(f"static int {name}(const void *a, const void *b) {{ ENTER", 0)
    work(p, 1, 1, 0)
    p.write("return *(const int *)a - *(const int *)b;")
    p.write("}", 0)
    p.comparators.append(name)


def finish(p, *names):
    for name in names:
        p.costs[name] = p.cost + 1
        p.functions.append(name)
    p.cost = 0


def plain_function(p):
    name = p.name()
    extra = p.choose("", "", "", "__attribute__((noinline)) ", "__attribute__((noinline)) ", "inline ",
                     "__attribute__((always_inline)) inline ")
    p.write(f"static {extra}int {name}(int d) {{ ENTER", 0)
    body(p, "" if "always" in extra else name)
    p.write("}", 0)
    finish(p, name)


def small_function(p):
    name = p.name()
    p.write(f"static int {name}(int d) {{ ENTER", 0)
    work(p, 1, 1, 0)
    p.write("return d;")
    p.write("}", 0)
    finish(p, name)


def wrapper(p):
    """Returns what another does: a jump to the optimiser."""
    callee = p.callee(1)
    if callee is None:
        return small_function(p)
    name = p.name()
    p.write(f"{p.choose('', 'static ')}__attribute__((noinline)) int {name}(int d) {{ ENTER", 0)
    if p.chance(0.5):
        p.statement(1, 1, 0)
    p.write(f"return CALL({callee}(d + {p.between(0, 1)}));")
    p.write("}", 0)
    finish(p, name)


def mutual_recursion(p):
    first, second = p.name(), p.name()
    p.write(f"static int {second}(int d);", 0)
    for name, other in ((first, second), (second, first)):
        p.write(f"static int {name}(int d) {{ ENTER", 0)
        p.write("if (d > 20)")
        p.write("return d;", 2)
        p.statements(1, 2, p.between(0, 2))
        p.write("if (R(3) != 0)")
        p.write(f"CALL({other}(d + 1));", 2)
        p.statement(1, 2, 0)
        p.write("return d;")
        p.write("}", 0)
    p.cost *= 3
    finish(p, first, second)


def function_template(p):
    name = p.name()
    p.write("template <class T>", 0)
    p.write(f"static int {name}(T d) {{ ENTER", 0)
    body(p)
    p.write("}", 0)
    finish(p, f"{name}<int>")


def class_with_virtual(p):
    base, derived = p.name("Base"), [p.name("Derived"), p.name("Derived")]
    p.write(f"struct {base} {{ virtual int m(int d) = 0; virtual ~{base}() {{}} }};", 0)
    for name in derived:
        p.write(f"struct {name} : {base} {{", 0)
        p.write("int m(int d) override { ENTER")
        body(p)
        p.write("}")
        p.write("};", 0)
    caller = p.name()
    p.write(f"static int {caller}(int d) {{ ENTER", 0)
    p.write(f"std::unique_ptr<{base}> it(R(2) ? ({base} *)new {derived[0]} : new {derived[1]});")
    p.write("CALL(it->m(d));")
    p.write("return d;")
    p.write("}", 0)
    finish(p, caller)


def run_function(p):
    """What main() and threads do: all functions, round by round; whatever they throw is caught."""
    p.write("static void run(int rounds) { ENTER", 0)
    if not p.is_cpp:
        p.write("jmp_buf here;")
        p.write("landing = &here;")
    p.write("for (volatile int i = 0; i < rounds; i++) {")
    for name in p.functions:
        p.write("try {" if p.is_cpp else "if (setjmp(here) == 0) {", 2)
        p.write(f"CALL({name}(0));", 3)
        p.write("} catch (int) {" if p.is_cpp else "} else {", 2)
        if not p.is_cpp:
            p.write("LAND;", 3)
        p.write(f"WORK({p.work()});", 3)
        p.write("}", 2)
    p.write("}")
    p.write("}", 0)


def main_function(p):
    run_function(p)
    p.write("static void *thread_main(void *rounds) { ENTER", 0)
    p.write("draws = 7;")
    p.write("CALL(run((int)(long)rounds));")
    p.write("return (void *)chain;")
    p.write("}", 0)
    p.write("int main(int argc, char **argv) { ENTER", 0)
    p.write("long rounds = atoi(argv[argc - 1]);")
    p.write("signal(SIGUSR1, handle);")
    if p.has_threads:
        # In turn where it counts, so that all of it is the same.
        p.write("pthread_t threads[3];")
        p.write("for (int i = 0; i < 3; i++) {")
        p.write("pthread_create(&threads[i], NULL, thread_main, (void *)rounds);", 2)
        p.write("TRUTH_JOINS(threads[i]);", 2)
        p.write("}")
        p.write("for (int i = 0; i < 3; i++)")
        p.write("JOIN(threads[i]);", 2)
    p.write("CALL(run((int)rounds));")
    p.write('printf("%lu\\n", chain);')
    p.write(p.choose("return 0;", "exit(0);"))
    p.write("}", 0)


def generate(seed, language):
    p = Program(seed, language)
    p.write('#include "timed.h"', 0)
    p.write("static void handle(int number) { ENTER", 0)
    work(p, 1, 1, 0)
    p.write("}", 0)
    if p.is_cpp:
        p.write("struct Guard {", 0)
        p.write("~Guard() { ENTER")
        work(p, 2, 1, 0)
        p.write("}")
        p.write("};", 0)
    makers = [plain_function] * 5 + [small_function] * 2 + [wrapper] * 2 + [mutual_recursion, comparator]
    if p.is_cpp:
        makers += [function_template, class_with_virtual]
    for _ in range(p.between(4, 10)):
        p.choose(*makers)(p)
    main_function(p)
    return p


if __name__ == "__main__":
    print(generate(sys.argv[1], sys.argv[2]).text(), end="")
