"""variants.py: builds a program of the catalogue in several ways and runs each in the same place.

What was compiled is kept: an object is made again when its command, its source, the compiler or
the plugin has changed.
"""
import concurrent.futures
import fcntl
import glob
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout[-8000:]}")
    return done.stdout


class Program:
    """A program of the catalogue (catalogue/*.py) in a build folder."""

    def __init__(self, description, build):
        self.name = description.__name__.rsplit(".", 1)[-1]
        self.title = description.TITLE
        self.places = {
            "source": os.path.realpath(os.path.join(build, "third_party", description.PACKAGE)),
            "made": os.path.realpath(os.path.join(build, "programs", self.name, "made")),
            "workload": os.path.join(HERE, "workload"),
            "root": os.path.realpath(os.path.join(HERE, "../..")),
            "python": sys.executable,
        }
        self.least_lines = getattr(description, "LEAST_LINES", 0)
        self._description = description

    def filled(self, words, **more):
        return [word.format(**self.places, **more) for word in words]

    def get(self, name, **more):
        """A list of the description with its places filled in; empty if it has none."""
        words = getattr(self._description, name, [])
        return self.filled([words] if isinstance(words, str) else words, **more)

    def commands(self, name, **more):
        return [self.filled(words, **more) for words in getattr(self._description, name, [])]

    def is_here(self):
        return os.path.isdir(self.places["source"])

    def prepare(self):
        """Makes what the build and the runs need, once; tests of two compilers may run at once."""
        os.makedirs(os.path.dirname(self.places["made"]), exist_ok=True)
        with open(self.places["made"] + ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._prepare_alone()

    def _prepare_alone(self):
        made = self.places["made"]
        stamp = os.path.join(made, "commands.json")
        commands = json.dumps(self.commands("PREPARE"))
        if os.path.exists(stamp) and open(stamp, encoding="utf-8").read() == commands:
            return
        shutil.rmtree(made, ignore_errors=True)
        os.makedirs(made)
        for command in self.commands("PREPARE"):
            run(command, cwd=made)
        with open(stamp, "w", encoding="utf-8") as file:
            file.write(commands)

    def sources(self):
        out = []
        for pattern in self.get("SOURCES"):
            out += sorted(glob.glob(pattern)) or sys.exit(f"{self.name}: {pattern}: no such file")
        left_out = self.get("SOURCES_LEFT_OUT")
        return [path for path in out if os.path.basename(path) not in left_out]

    def newest_input(self):
        """When what the runs read was last changed."""
        folder = self.places["workload"]
        return max(os.path.getmtime(os.path.join(folder, name)) for name in os.listdir(folder))

    def flags(self, source):
        special = getattr(self._description, "SOURCE_FLAGS", {}).get(os.path.basename(source), [])
        return [*self.get("FLAGS"), *self.filled(special)]

    def not_compared(self):
        """Sources of ours that are compiled into it."""
        return os.path.realpath(self.places["workload"])


class Compiler:
    """Compiles with one clang, two at a time; keeps what need not be made again."""

    def __init__(self, major, folder):
        self.folder = folder
        self.clang = f"clang-{major}"
        self.clangxx = f"clang++-{major}"
        self.identity = [os.path.getmtime(os.path.realpath(shutil.which(self.clang)))]
        self.plugin = [os.path.getmtime(os.environ[name]) for name in ("PLUGIN", "PLUGIN_LIBRARY")]
        self._pool = concurrent.futures.ThreadPoolExecutor(2)

    def driver(self, source):
        return self.clangxx if source.endswith((".cc", ".cpp")) else self.clang

    def _is_kept(self, target, stamp):
        if not os.path.exists(target) or not os.path.exists(target + ".stamp"):
            return False
        with open(target + ".stamp", encoding="utf-8") as file:
            return file.read() == stamp

    def _compile(self, commands, source, target):
        uses_plugin = any("-fplugin" in word for command in commands for word in command)
        stamp = json.dumps([commands, os.path.getmtime(source), self.identity,
                            self.plugin if uses_plugin else []])
        if self._is_kept(target, stamp):
            return target
        for command in commands:
            run(command)
        with open(target + ".stamp", "w", encoding="utf-8") as file:
            file.write(stamp)
        return target

    def start(self, program, variant, extra, level, is_expanded=False):
        """Starts to compile all of `program`; returns what finish() takes. `is_expanded`: macros
        are expanded beforehand."""
        folder = os.path.join(self.folder, variant)
        os.makedirs(folder, exist_ok=True)
        jobs = []
        for source in program.sources():
            target = os.path.join(folder, os.path.basename(source) + ".o")
            driver, flags = self.driver(source), program.flags(source)
            if is_expanded:
                expanded = target[:-2] + (".ii" if driver == self.clangxx else ".i")
                commands = [[driver, *flags, "-E", source, "-o", expanded],
                            [driver, "-w", level, *program.get("CODE_FLAGS"), *extra, "-c",
                             expanded, "-o", target]]
            else:
                commands = [[driver, level, *flags, *program.get("CODE_FLAGS"), *extra, "-c",
                             source, "-o", target]]
            jobs.append(self._pool.submit(self._compile, commands, source, target))
        return (program, folder, extra, jobs)

    def finish(self, started):
        """Waits for the objects and links them; returns the program's path."""
        program, folder, extra, jobs = started
        objects = [job.result() for job in jobs]
        target = os.path.join(folder, program.name)
        link = [flag for flag in extra if flag.startswith("-fprofile")]
        is_cxx = any(self.driver(source) == self.clangxx for source in program.sources())
        run([self.clangxx if is_cxx else self.clang, *link, *objects, "-o", target,
             *program.get("LINK")])
        return target


def execute(program, built, folder, environment, runs="RUNS"):
    """Runs the program's commands in a fresh folder, under the same name and arguments for each
    way that it was built, its addresses not randomised. `environment`: by number of the run.
    Returns all that it printed."""
    place = os.path.join(folder, "run")
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    shutil.copy(built, os.path.join(place, program.name))
    printed = ""
    for number, command in enumerate(program.commands(runs, program="./" + program.name)):
        printed += run(["setarch", os.uname().machine, "-R", *command], cwd=place,
                       # What is read before it is written (sparse sets do) is always the same.
                       env=dict(os.environ, MALLOC_PERTURB_="85", **environment(number)))
    return printed
