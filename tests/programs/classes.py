"""classes.py: why a line shows another number, or none, on evidence. docs/hits.md explains
each class."""
import re


class Text:
    """A source file and which of its lines are no code."""

    def __init__(self, path):
        with open(path, encoding="utf-8", errors="replace") as file:
            self.lines = file.read().split("\n")
        self.of_preprocessor = self._directives()
        self.of_comments = self._comments()

    def _directives(self):
        """Numbers of the lines that belong to the preprocessor, continuation lines too."""
        out, is_going_on = set(), False
        for number, line in enumerate(self.lines, 1):
            if is_going_on or line.lstrip().startswith("#"):
                out.add(number)
                is_going_on = line.rstrip().endswith("\\")
            else:
                is_going_on = False
        return out

    def _comments(self):
        """Numbers of the lines that hold nothing but comment and space."""
        joined = re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match.group(0)),
                        "\n".join(self.lines), flags=re.S)
        return {number for number, line in enumerate(joined.split("\n"), 1)
                if not re.sub(r"//.*", "", line).strip()}

    def code(self, number):
        """A line without its comments; empty if there is none."""
        if not 1 <= number <= len(self.lines):
            return ""
        return re.sub(r"/\*.*?\*/|//.*", "", self.lines[number - 1]).strip()

    def code_before(self, number):
        number -= 1
        while number > 0 and (number in self.of_preprocessor or number in self.of_comments):
            number -= 1
        return self.code(number)


def nothing_begins(text, number, facts):
    """Why no statement begins on a line that llvm-cov reports."""
    code = text.code(number)
    if number in text.of_preprocessor:
        return "macro definition or directive"
    if number in text.of_comments:
        return "blank or comment"
    if re.fullmatch(r"[{}();\s]*(else)?[{}();\s]*", code):
        return "only braces, parentheses or else"
    if re.match(r"}?\s*while\b", code) and code.endswith(";"):
        return "the while of a do loop"
    before = text.code_before(number)
    if number in facts.inside or (before and before[-1] not in ";{}:"):
        return "continuation line of a statement or a function's head"
    return "no statement begins, other"


class Evidence:
    """What is known of a line beside the two numbers that differ."""

    def __init__(self, text, path, number, facts, measured):
        covered = measured.covered
        self.code = text.code(number)
        self.before = text.code(number - 1)
        self.is_label = number in facts.labels
        self.goes_on = number + 1 in facts.inside
        self.covered_before = covered.lines[path].get(number - 1)
        behind = min((line for line in facts.begins if line > number), default=0)
        self.covered_behind = covered.lines[path].get(behind)
        self.expanded = measured.expanded.get(path, {}).get(number)
        calm = measured.calm_hits.get(path, {}).get(number)
        self.is_equal_when_calm = (calm is not None and
                                   calm == measured.calm_covered.get(path, {}).get(number))
        # llvm-cov's counts where statements begin on the line, and of what else is counted there.
        self.at_places = [covered.at(path, place) for place in facts.places_of(number)]
        self.of_lambdas = [covered.at(path, place) for place in facts.lambdas
                           if place[0] == number]
        self.of_bodies = [covered.at(path, place) for line, *place in facts.bodies
                          if line == number]
        self.is_missing = any(first <= number <= last
                              for first, last in covered.missing.get(path, ()))


def _are_sum(got, begun, more):
    return bool(more) and any(one is not None and got == one + sum(count or 0 for count in more)
                              for one in begun)


# What llvm-cov says itself when it is asked another way, and then gives lineprof's number.
FINER = {
    "place": "llvm-cov agrees at the place where the statement begins",
    "macro": "macro: llvm-cov agrees once macros are expanded",
    "lambda": "lambda: llvm-cov agrees, statement and lambda's calls added up",
    "body": "loop without a condition: llvm-cov agrees at its body",
    "loop": "range-for, or for over several lines: llvm-cov agrees, entries and repetitions added up",
}


def finer_class(got, evidence):
    """Which of llvm-cov's own numbers for the line is lineprof's; None if none is."""
    if got is None:
        return None
    if got in evidence.at_places:
        return FINER["place"]
    if got == evidence.expanded:
        return FINER["macro"]
    if _are_sum(got, evidence.at_places, evidence.of_lambdas):
        return FINER["lambda"]
    if got in evidence.of_bodies:
        return FINER["body"]
    if _are_sum(got, evidence.at_places, evidence.of_bodies):
        return FINER["loop"]
    return None


def difference(got, want, evidence):
    """Which of the known reasons for another number fits."""
    if got is None:
        return "omitted by lineprof" + (": label or case" if evidence.is_label else "")
    if got < want and evidence.is_equal_when_calm:
        return "behind a call that was left by longjmp: equal when nothing throws"
    if evidence.is_label and want == evidence.covered_before and got == evidence.covered_behind:
        return "label behind a computed goto: llvm-cov lets control fall into it"
    if evidence.is_label and got > want:
        return "labels one below the other: lineprof shows what comes to the last one"
    if re.match(r"}\s*else\b", evidence.code):
        return "`} else if`: llvm-cov adds the block that ends there"
    if evidence.code.startswith("}"):
        return "label behind a brace: llvm-cov adds the block that ends there"
    if evidence.code.startswith("for") and evidence.goes_on and evidence.code.endswith(";"):
        return "for over several lines: its repetitions are on the first"
    if want == 0 and evidence.before.startswith("} while"):
        return "behind a do loop: llvm-cov shows a part of its condition"
    return "lineprof more, other" if got > want else "lineprof less, other"
