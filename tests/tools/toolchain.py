"""toolchain.py: the clang that is tested, and how what it builds is run.

Environment, as in ../CMakeLists.txt: CLANG_MAJOR and PLUGIN; for another machine than this one also TARGET
(what clang calls it), RUNTIME (lineprof's, built for it) and EMULATOR (the command that runs its programs).
"""
import os


def compiler(is_cxx, with_lineprof):
    """The command to compile and link with, without files."""
    command = [("clang++-" if is_cxx else "clang-") + os.environ["CLANG_MAJOR"]]
    if "TARGET" in os.environ:
        command.append("--target=" + os.environ["TARGET"])
    if with_lineprof:
        command.append("-fplugin=" + os.environ["PLUGIN"])
    if with_lineprof and "RUNTIME" in os.environ:
        command.append("-fplugin-arg-lineprof-runtime=" + os.environ["RUNTIME"])
    return command


def runner():
    """What stands before a program's name to run it."""
    return os.environ.get("EMULATOR", "").split()
