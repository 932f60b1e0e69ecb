"""check.py: check.py LPVIEW: each profile of golden/v*, which that version of the format wrote and
nobody writes again, still says what it said then.

NAME.hex is the file: hexadecimal, `0*N` for N zero bytes, # to the end of a line is a remark.
NAME.expected has one fact a line: `hits LINE N`, `calls FUNCTION N`, `samples N`, `threads N`."""
import glob
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def decode(text):
    """The bytes of a .hex file."""
    data = bytearray()
    for line in text.splitlines():
        for word in line.split("#")[0].split():
            data += bytes(int(word[2:])) if word.startswith("0*") else bytes.fromhex(word)
    return bytes(data)


def encode(data, width=32):
    """What decode() takes; for who adds a profile: python3 check.py encode FILE."""
    out, at = [], 0
    while at < len(data):
        zeros = len(data) - at - len(data[at:].lstrip(b"\0"))
        if zeros >= width:
            out.append(f"0*{zeros}")
            at += zeros
        else:
            out.append(data[at:at + width].hex())
            at += width
    return "\n".join(out) + "\n"


def facts(profile):
    """{what: number} of a profile as JSON, for what .expected can name."""
    found = {"samples": profile["run"]["samples"], "threads": len(profile["threads"])}
    for line in profile["lines"]:
        found[f"hits {line['line']}"] = line["hits"]
    for function in profile["functions"]:
        found[f"calls {function['name']}"] = function["ncalls"]
    return found


def check(lpview, path, folder):
    """Problems of one golden profile."""
    profile = os.path.join(folder, "golden.lprof")
    with open(path, encoding="ascii") as text, open(profile, "wb") as file:
        file.write(decode(text.read()))
    for option in "--check", "--json", "--annotate":
        shown = subprocess.run([lpview, option, profile], capture_output=True, text=True,
                               check=False, cwd=folder)
        if shown.returncode != 0:
            return [f"{path}: {option}: status {shown.returncode}: {shown.stdout}{shown.stderr}"]
        if option == "--json":
            found = facts(json.loads(shown.stdout))
    problems = []
    with open(path[:-len(".hex")] + ".expected", encoding="ascii") as expected:
        for line in expected:
            what, number = line.rsplit(None, 1)
            if found.get(what) != int(number):
                problems.append(f"{path}: {what}: {found.get(what)}, expected {number}")
    return problems


def main():
    if sys.argv[1] == "encode":
        with open(sys.argv[2], "rb") as file:
            print(encode(file.read()), end="")
        return 0
    lpview = os.path.abspath(sys.argv[1])
    paths = sorted(glob.glob(os.path.join(HERE, "v*", "*.hex")))
    with tempfile.TemporaryDirectory(prefix="lineprof-golden-") as folder:
        problems = [problem for path in paths for problem in check(lpview, path, folder)]
    print("\n".join(problems) or f"{len(paths)} profiles")
    return 1 if problems or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
