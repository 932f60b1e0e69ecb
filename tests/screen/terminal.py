"""terminal.py: a program on a terminal of tmux, or on a bare pseudo-terminal.

Tests are screen/test_*.py LPVIEW MKPROFILE; they run in an empty folder.
"""
import fcntl
import os
import pty
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

LPVIEW, MKPROFILE = (os.path.realpath(path) for path in sys.argv[1:3])
SKIPPED = 77
PATIENCE = 30  # seconds; a loaded machine is slow, a test that passes is quick
sys.stdout.reconfigure(line_buffering=True)
work = tempfile.mkdtemp()
os.chdir(work)


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def profile(kind):
    subprocess.run([MKPROFILE, kind], check=True)
    return f"{kind}.lprof"


def environment(**more):
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    # How it crashes is not a sanitizer's business.
    signals = "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0"
    kept.update(ASAN_OPTIONS=signals, TSAN_OPTIONS=signals)
    kept.update(LC_ALL="C.UTF-8", TZ="UTC", TERM="xterm-256color")
    kept.update({name: value for name, value in more.items() if value is not None})
    return kept


def wait_for(what, ask):
    """Asks until it gets an answer that is true, and returns that."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = ask()
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError(f"not within {PATIENCE} s: {what() if callable(what) else what}")


started = []  # terminals of the test that runs


class Pty:
    """A program on a pseudo-terminal, with all that it writes in `log`, and in `output` what
    is behind what was expected last."""

    def __init__(self, *command, rows=24, columns=80, env=None):
        self.output = b""
        self.log = b""
        self.status = None
        self.master, self.slave = pty.openpty()
        self.resize(rows, columns)
        self.settings = termios.tcgetattr(self.slave)
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for number in range(3):
                os.dup2(self.slave, number)
            os.close(self.master)
            os.execvpe(command[0], command, env or environment())
        os.set_blocking(self.master, False)
        started.append(self)

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def poll(self):
        try:
            while True:
                got = os.read(self.master, 65536)
                if not got:
                    break
                self.output += got
                self.log += got
        except (BlockingIOError, OSError):
            pass
        return self.output

    def expect(self, text):
        """Waits until `text` is written behind what was expected last."""
        wanted = text.encode()
        wait_for(lambda: f"{text!r} in {self.output[-2000:]!r}", lambda: wanted in self.poll())
        self.output = self.output[self.output.index(wanted) + len(wanted):]

    def send(self, keys):
        os.write(self.master, keys.encode())

    def kill(self, number):
        os.kill(self.pid, number)

    def state(self):
        """As /proc has it: R, S, T for stopped, Z for ended."""
        with open(f"/proc/{self.pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0]

    def wait(self):
        """The exit status, negative for a signal."""
        def ended():
            self.poll()
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            return pid
        wait_for("the end of the program", ended)
        self.poll()
        return self.status

    def end(self):
        """Of a test that failed, something may be left."""
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)

    def assert_restored(self):
        """The terminal is as it was, and out of the other screen."""
        assert termios.tcgetattr(self.slave) == self.settings, "settings of the terminal differ"
        assert b"\033[?1049l" in self.output, f"still on the other screen: {self.output[-300:]!r}"
        assert self.output.rindex(b"\033[?1049l") > self.output.rfind(b"\033[?1049h")
        assert b"1000l" in self.output, "the mouse is not given back"


class Tmux:
    """A program in a terminal of tmux, whose screen can be looked at."""

    count = 0

    def __init__(self, *command, rows=24, columns=80, env=None):
        if not shutil.which("tmux"):
            skip("no tmux")
        # A server that was told to end may still be at it: no name is used again.
        Tmux.count += 1
        self.name = f"lp{os.getpid()}.{Tmux.count}"
        started.append(self)
        self.run("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                 "env", "-i", *(f"{n}={v}" for n, v in (env or environment(
                     TERM="screen-256color")).items()), "sh", "-c",
                 '"$@"; echo "status $?"; exec sleep 600', "sh", *command)

    def end(self):
        self.close()

    def run(self, *words):
        return subprocess.run(["tmux", "-L", self.name, *words], check=True, text=True,
                              capture_output=True).stdout

    def write(self, text):
        """As another program on the same terminal."""
        with open(self.run("display-message", "-p", "#{pane_tty}").strip(), "w") as terminal:
            terminal.write(text)

    def screen(self, colors=False):
        return self.run("capture-pane", "-p", *(["-e"] if colors else []))

    def expect(self, text):
        return wait_for(lambda: f"{text!r} in\n{self.screen()}", lambda: text in self.screen() and
                        self.screen())

    def expect_not(self, text):
        wait_for(lambda: f"no {text!r} in\n{self.screen()}", lambda: text not in self.screen())

    def keys(self, *names):
        for name in names:
            self.run("send-keys", name)

    def type(self, text):
        self.run("send-keys", "-l", text)

    def resize(self, rows, columns):
        self.run("resize-window", "-x", str(columns), "-y", str(rows))

    def close(self):
        subprocess.run(["tmux", "-L", self.name, "kill-server"], capture_output=True)


def main(*tests):
    """Runs the tests, each with a line about it; leaves nothing behind."""
    failed = 0
    for test in tests:
        try:
            test()
            print(f"ok: {test.__name__}")
        except AssertionError as error:
            print(f"FAILED: {test.__name__}: {error}")
            failed += 1
        for terminal in started:
            terminal.end()
        started.clear()
    os.chdir("/")
    shutil.rmtree(work)
    sys.exit(1 if failed else 0)
