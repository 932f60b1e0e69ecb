#!/usr/bin/env python3
"""gpu_sites.py: the table of GPU sites in a linked program, one line each.

    gpu_sites.py PROGRAM   prints FILE:LINE GROUP NAME, sorted
"""
import os
import struct
import sys

GROUPS = ["?", "launch", "graph", "copy", "set", "memory", "wait", "library"]
SITE = struct.Struct("<QqqIIII")  # format/abi.def, LP_RECORD_GPU_SITE
FILE = struct.Struct("<QQQqII")  # LP_RECORD_FILE


class Program:
    """An ELF file's sections and bytes, by address."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        header = struct.unpack_from("<16sHHIQQQIHHHHHH", self.data)
        at, size, count, names = header[6], header[11], header[12], header[13]
        rows = [struct.unpack_from("<IIQQQQ", self.data, at + i * size) for i in range(count)]
        texts = rows[names][4]
        self.sections = {self.text(texts + row[0]): row[3:6] for row in rows}

    def text(self, at):
        return self.data[at:self.data.index(b"\0", at)].decode()

    def read(self, address, count):
        for base, offset, size in self.sections.values():
            if base and base <= address and address + count <= base + size:
                return self.data[offset + address - base:][:count]
        raise ValueError(f"address {address:#x} is in no section")

    def records(self, section, layout):
        base, offset, size = self.sections.get(section, (0, 0, 0))
        for at in range(0, size, layout.size):
            yield base + at, layout.unpack_from(self.data, offset + at)


def sites(path):
    program = Program(path)
    paths = {}
    for address, row in program.records("lineprof_files", FILE):
        paths[row[0]] = program.read(address + 24 + row[3], row[4]).decode()
    for address, row in program.records("lineprof_gpu", SITE):
        path_hash, _, name, name_bytes, line, _, group = row
        text = program.read(address + 16 + name, name_bytes).decode() if name_bytes else "-"
        yield os.path.basename(paths[path_hash]), line, GROUPS[group], text


if __name__ == "__main__":
    for file, line, group, name in sorted(sites(sys.argv[1])):
        print(f"{file}:{line} {group} {name}")
