#!/usr/bin/env python3
"""pages.py: what pages name is there: targets of links with their headings, and source files. And
where a link leads is installed with the pages: pages, examples, the licence.

    pages.py SOURCE_TREE
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]).resolve()
# Pages that say where something is done; in others a file's name may be that of a user.
NAMING = ("docs/architecture.md", "CONTRIBUTING.md")
FOLDERS = (".", "docs", "docs/decisions", "examples/*")
INSTALLED = re.compile(r"LICENSE|examples/.*|(docs/)?(decisions/)?[\w-]+\.md|docs/decisions")
SOURCE_FOLDERS = ("bench", "cmake", "format", "plugin", "runtime", "tests", "viewer")


def anchors(page):
    """The headings of a page as links name them."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


problems = []
pages = [page for folder in FOLDERS for page in sorted(root.glob(folder + "/*.md"))]
for page in pages:
    name = page.relative_to(root).as_posix()
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            problems.append(f"{name}: links to {target}, which is not there")
        elif not INSTALLED.fullmatch(file.relative_to(root).as_posix()):
            problems.append(f"{name}: links to {target}, which is not installed")
        elif heading and heading not in anchors(file):
            problems.append(f"{name}: links to {target}: no such heading")

sources = ["/" + path.relative_to(root).as_posix()
           for folder in SOURCE_FOLDERS for path in (root / folder).rglob("*")]
for name in NAMING:
    text = (root / name).read_text(encoding="utf-8")
    for file in re.findall(r"`([a-z0-9_./-]+\.(?:c|cpp|h|def|py|sh))`", text):
        if not any(source.endswith("/" + file) for source in sources) and file != "lineprof.h":
            problems.append(f"{name}: names {file}, which is not there")

print("\n".join(problems))
sys.exit(1 if problems else 0)
