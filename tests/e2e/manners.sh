# manners.sh: what a guest does not do in a daemon: take descriptors 0 to 2, write its lines into the file that has number 2 by
# now, or have a job stopped by its line on a terminal. A thread that is cancelled at once ends with its own signals. A killed process
# that nobody has waited for does not keep its file.
# One clang is enough: all is the runtime's.
. "$SOURCE/tests/e2e/lib.sh"
cat >daemon.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
enum { THREADS = 200 };
static pthread_barrier_t all;
static void *wait_for_all(void *unused)
{
	pthread_barrier_wait(&all);
	return unused;
}
/* The profile must grow: it is opened again. */
static void start_threads(void)
{
	pthread_t threads[THREADS];
	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, wait_for_all, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}
int main(int argc, char **argv)
{
	int numbers = 0, data;
	for (int i = 0; i < 1024; i++)
		close(i);
	if (argc > 1) /* it cannot grow, and says so */
		remove("daemon.lprof");
	else
		start_threads();
	numbers = open("/dev/null", O_RDWR) == 0 && open("/dev/null", O_RDWR) == 1;
	data = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (argc > 1)
		start_threads();
	if (numbers && data == 2)
		dprintf(data, "right\n");
	return 0;
}
END
$CC -O1 daemon.c -pthread -o daemon
for argument in "" gone; do
	# shellcheck disable=SC2086
	./daemon $argument
	same "descriptors, and what is in data ($argument)" right "$(cat data)"
done

cat >cancel.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static int cleaned, blocked;
static void clean(void *unused)
{
	sigset_t now;
	pthread_sigmask(SIG_BLOCK, unused, &now);
	cleaned++;
	blocked += sigismember(&now, SIGUSR1);
}
static __attribute__((noinline)) unsigned leaf(unsigned n) { return n * 31 + 7; }
static void *compute(void *unused)
{
	volatile unsigned n = 0;
	int type;
	pthread_cleanup_push(clean, unused);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
	for (;;)
		n = leaf(n);
	pthread_cleanup_pop(0);
	return unused;
}
int main(void)
{
	for (int i = 0; i < 300; i++) {
		pthread_t thread;
		pthread_create(&thread, NULL, compute, NULL);
		usleep(i % 10 * 1000);
		pthread_cancel(thread);
		pthread_join(thread, NULL);
	}
	/* One that strikes in between is the system's affair. */
	puts(cleaned > 100 && blocked * 20 < cleaned ? "right" : "wrong");
	return 0;
}
END
$CC -O1 cancel.c -pthread -o cancel
for engine in timer auto; do
	same "threads cancelled, $engine" right "$(LINEPROF_ENGINE=$engine ./cancel)"
done

# What a folder lacks is said once, not by each child.
cat >children.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
	for (int i = 0; i < 20; i++) {
		if (!fork())
			return 0;
		wait(NULL);
	}
	return 0;
}
END
$CC -O1 children.c -o children
LINEPROF_FILE=nowhere/x.lprof ./children 2>said.txt
same "lines of 21 processes without a folder" 1 "$(wc -l <said.txt)"

cat >app.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *wait_for_ever(void *unused)
{
	pause();
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	if (argc > 1 && !strcmp(argv[1], "leaves")) {
		pthread_create(&thread, NULL, wait_for_ever, NULL);
		pthread_exit(NULL);
	}
	if (argc > 1)
		pause();
	return 3;
}
END
$CC -O1 app.c -pthread -o app
"$PYTHON" - <<'END'
import fcntl, os, pty, signal, subprocess, sys, termios, time

def profiles_beside(argument, is_killed):
    """How many profiles there are when ./app has run beside a process that /proc calls a zombie."""
    for name in os.listdir("."):
        if name.startswith("app.") and name.endswith(".lprof"):
            os.unlink(name)
    other = subprocess.Popen(["./app", argument])
    while not os.path.exists("app.lprof") or os.path.getsize("app.lprof") < 65536:
        time.sleep(0.01)
    time.sleep(0.2)
    if is_killed:
        other.kill()
    while open(f"/proc/{other.pid}/stat").read().split()[2] != "Z":
        time.sleep(0.01)
    subprocess.run(["./app"])
    names = [name for name in os.listdir(".") if name.startswith("app.") and name.endswith(".lprof")]
    other.kill()
    other.wait()
    return len(names)


if profiles_beside("waits", is_killed=True) != 1:
    sys.exit("a killed process that nobody has waited for keeps its file")
if profiles_beside("leaves", is_killed=False) != 2:
    sys.exit("a process whose first thread has ended does not keep its file")

# A background job on a terminal with tostop, whose line is asked for.
child, terminal = pty.fork()
if child == 0:
    flags = termios.tcgetattr(2)
    flags[3] |= termios.TOSTOP
    termios.tcsetattr(2, termios.TCSANOW, flags)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.execve("./app", ["./app"], {**os.environ, "LINEPROF_REPORT": "always"})
    _, status = os.waitpid(job, os.WUNTRACED)
    os.kill(job, signal.SIGKILL) if os.WIFSTOPPED(status) else None
    os._exit(0 if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 3 else 1)
output = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    output += part
_, status = os.waitpid(child, 0)
if status or b"wrote" not in output:
    sys.exit(f"a background job with tostop: status {status}, {output}")
END
