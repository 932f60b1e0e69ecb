"""where.py: at which instructions the samples of a profile stand, for a test that is out.

What lpview says of a line rests on which instruction a sample waited for; this is what there was
before that. Reads the file itself (docs/format.md): modules and leaves of call paths.
"""
import collections
import os
import re
import struct
import subprocess

SECTION = struct.Struct("<4sIQ")
MODULE = struct.Struct("<IIQQQI20s")
NODE = struct.Struct("<IIQQQ")
HEADER_BYTES = 64
LEAF = 4


def sections(data):
    (end,) = struct.unpack_from("<Q", data, 16)
    at = HEADER_BYTES
    while at + SECTION.size <= end:
        tag, _, size = SECTION.unpack_from(data, at)
        yield tag, data[at + SECTION.size:at + SECTION.size + size]
        at += SECTION.size + (size + 7) // 8 * 8


def samples(program, profile):
    """{address in the program's own file: samples}"""
    bias = 0
    found = collections.Counter()
    with open(profile, "rb") as file:
        data = file.read()
    for tag, payload in sections(data):
        if tag == b"modl" and payload[MODULE.size:].startswith(os.fsencode(os.path.realpath(program))):
            bias = MODULE.unpack_from(payload)[2]
        if tag == b"stak":
            for kind, _, address, _, count in NODE.iter_unpack(payload[8:]):
                if kind == LEAF:
                    found[address] += count
    return {address - bias: count for address, count in found.items()}


def listing_of(program):
    """Its instructions, as objdump has them; nothing where that cannot read it."""
    try:
        return subprocess.run(["objdump", "-d", "--no-show-raw-insn", program],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    except OSError:
        return ""


def show(program, profile, least=0.01):
    """Prints the functions in which samples stand: each instruction, with the samples at it."""
    counts = samples(program, profile)
    floor = least * sum(counts.values())
    for function in listing_of(program).split("\n\n"):
        rows = [(counts.get(int(address, 16), 0), address, text)
                for address, text in re.findall(r"^ +([0-9a-f]+):\t(.*)$", function, re.M)]
        if sum(count for count, _, _ in rows) <= floor:
            continue
        print("  " + function.strip().splitlines()[0])
        first = next(i for i, row in enumerate(rows) if row[0])
        last = max(i for i, row in enumerate(rows) if row[0])
        # The loop that they are in is around them.
        for count, address, text in rows[max(first - 8, 0):last + 9]:
            print(f"  {count or '':>7} {address}: {text}")
