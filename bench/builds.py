"""builds.py: builds what the benchmarks run, and notes what building took."""
import concurrent.futures
import dataclasses
import os
import re
import resource

import common


@dataclasses.dataclass
class Built:
    path: str
    compile_s: float = 0  # user + system time of all its compilations
    text_bytes: int = 0  # code
    vectorised: int = 0  # loops


def children_s():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def text_bytes(path):
    """The size of .text."""
    for line in common.run(["size", "-A", path]).splitlines():
        words = line.split()
        if words and words[0] == ".text":
            return int(words[1])
    return 0


def build_program(program, major, way, key, folder):
    """A program of the catalogue."""
    place = os.path.join(folder, f"{program.name}.{key}".replace(" ", "_"))
    os.makedirs(place)
    begin = children_s()

    def is_cxx(source):
        return source.endswith((".cc", ".cpp"))

    def compile_one(source):
        target = os.path.join(place, os.path.basename(source) + ".o")
        common.run([f"clang{'++' if is_cxx(source) else ''}-{major}", "-O2", "-w",
                    *program.flags(source), *program.get("CODE_FLAGS"), *way.flags, "-c", source,
                    "-o", target])
        return target

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compile_one, program.sources()))
    compile_s = children_s() - begin
    path = os.path.join(place, program.name)
    linker = f"clang{'++' if any(map(is_cxx, program.sources())) else ''}-{major}"
    common.run([linker, *way.link, *objects, "-o", path,
                *program.get("LINK")])
    return Built(path, compile_s, text_bytes(path))


def build_loop(clang, name, way, key, folder, is_pic):
    """A program of bench/kernels; `is_pic`: as a shared library, with a program that calls it."""
    source = os.path.join(common.ROOT, "bench/kernels", name + ".c")
    path = os.path.join(folder, f"{name}.{key}".replace(" ", "_"))
    flags = ["-O2", "-Rpass=loop-vectorize", *way.flags]
    if is_pic:
        library, driver = path + ".so", os.path.join(folder, "driver.c")
        with open(driver, "w", encoding="utf-8") as file:
            file.write("int kernel(int, char **);\n"
                       "int main(int argc, char **argv) { return kernel(argc, argv); }\n")
        said = common.run([clang, *flags, *way.link, "-fPIC", "-shared", "-Dmain=kernel",
                           "-Wno-missing-prototypes", source, "-o", library])
        common.run([clang, "-O2", driver, library, "-o", path])
    else:
        said = common.run([clang, *flags, *way.link, source, "-o", path])
    remarks = re.findall(r"^\S+\.c:(\d+):\d+: remark: vectorized loop", said, re.M)
    return Built(path, vectorised=len(set(remarks)))
