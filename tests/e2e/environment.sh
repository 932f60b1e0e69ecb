# environment.sh: LINEPROF, LINEPROF_FILE, LINEPROF_REPORT, LINEPROF_RUNTIME; what a user sees.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END'
#include <stdio.h>
int main(int argc, char **argv) //= 1
{
	(void)argv; //= 1
	printf("out %d\n", argc); //= 1
	fprintf(stderr, "err\n"); //= 1
	return 5; //= 1
}
END
$CC -O2 app.c -o app
run() {
	status=0
	"$@" >out 2>err || status=$?
	same "status" 5 "$status"
	same "output" "out 1" "$(cat out)"
}

# By default: app.lprof here, not a word.
run ./app
same "stderr" "err" "$(cat err)"
check_profile app.lprof app.c
same "files" "app app.c app.lprof err out" "$(ls | xargs)"
rm app.lprof

# Off: no file.
LINEPROF=off run ./app
same "stderr" "err" "$(cat err)"
[ ! -e app.lprof ] || fail "LINEPROF=off wrote app.lprof"

# A name of one's own, with %p; the directory is that of the start.
LINEPROF_FILE=named.lprof run ./app
check_profile named.lprof app.c
LINEPROF_FILE=%p-x.lprof run ./app
same "files with %p" 1 "$(ls | grep -c '^[0-9]*-x.lprof$')"
[ ! -e app.lprof ] || fail "LINEPROF_FILE wrote app.lprof too"

# A place that cannot be written: one line, and the program runs as ever.
LINEPROF_FILE=/nonexistent/folder/x.lprof run ./app
same "lines about it" 1 "$(grep -c '^lineprof: ' err)"

# A report when it is asked for.
LINEPROF_REPORT=always run ./app
grep -q 'lineprof: .*app.lprof' err || fail "LINEPROF_REPORT=always said: $(cat err)"
# By default on a terminal, where another program may have the screen if this one is in the background.
SHELL=/bin/sh script -qc 'set -m; LINEPROF_FILE=behind.lprof ./app & wait; LINEPROF_FILE=before.lprof ./app' \
	/dev/null </dev/null >out
same "reports on a terminal" "wrote before.lprof" "$(grep -o 'wrote [^;]*' out)"
[ -e behind.lprof ] || fail "no profile of a program in the background"
rm -f ./*.lprof

# Set to nothing is as not set.
LINEPROF='' LINEPROF_START='' LINEPROF_SCHEDULE='' LINEPROF_MODE='' LINEPROF_ENGINE='' \
	LINEPROF_PATHS='' LINEPROF_FILE='' LINEPROF_REPORT='' LINEPROF_RUNTIME='' LINEPROF_GPU='' \
	LINEPROF_NVTX='' LINEPROF_CUPTI='' run ./app
same "stderr" "err" "$(cat err)"
check_profile app.lprof app.c
rm app.lprof

# No runtime: the program runs unprofiled and says one line.
LINEPROF_RUNTIME=/nonexistent/liblineprof_rt.so run ./app
same "lines about it" 1 "$(grep -c '^lineprof: ' err)"
grep -q '^lineprof: /nonexistent/liblineprof_rt.so: ' err || fail "it names another runtime: $(cat err)"
has "why there is none" "liblineprof_rt.so: cannot open shared object file: No such file or directory: the runtime cannot be loaded: this" <err
# Whoever has set it may mean no good to the terminal.
LINEPROF_RUNTIME=$(printf '/\033[31m\177\302\2332J.so') run ./app
has "what is no text in it" "lineprof: /?[31m???2J.so: cannot open shared object file" <err
LINEPROF_RUNTIME=/$(printf '%3000s' '' | tr ' ' x) run ./app
has "a long value" "lineprof: /$(printf '%299s' '' | tr ' ' x)...: the runtime cannot be loaded: this" <err
# Nor that one where nothing is to be measured; but where the value is another.
for off in LINEPROF=off LINEPROF_FILE=/dev/null; do
	run env LINEPROF_RUNTIME=/nonexistent/liblineprof_rt.so $off ./app
	same "stderr without a runtime, $off" "err" "$(cat err)"
done
run env LINEPROF_RUNTIME=/nonexistent/liblineprof_rt.so LINEPROF=offer ./app
same "lines without a runtime, another value" 1 "$(grep -c '^lineprof: ' err)"
# What has the names of these functions may be the program's own.
for own in "static int getenv;" "static char *getenv(int which) { return which ? 0 : \"\"; }"; do
	printf '%s\nint main(void) { return !&getenv; }\n' "$own" >own.c
	quiet $CC -w own.c -o own
	LINEPROF_RUNTIME=/nonexistent/liblineprof_rt.so ./own >out 2>err || fail "$own: status $?"
done
$CC -static app.c -o static
run ./static
has "a static program" "linked statically, without the runtime" <err
LINEPROF=off run ./static
same "stderr of a static program, off" "err" "$(cat err)"
rm static
# A library that needs what is not there, and one that is no runtime.
echo 'int absent(void); int other(void) { return absent(); }' >other.c
$CLANG -shared -fPIC other.c -o other.so
LINEPROF_RUNTIME=$PWD/other.so run ./app
has "a library that cannot be loaded" "lineprof: $PWD/other.so: undefined symbol: absent: the runtime cannot be loaded" <err
echo 'int other(void) { return 0; }' >other.c
$CLANG -shared -fPIC other.c -o other.so
LINEPROF_RUNTIME=$PWD/other.so run ./app
has "a library that is no runtime" "lineprof: $PWD/other.so: undefined symbol: __lineprof_register: the runtime cannot be loaded" <err
same "lines about it" 1 "$(grep -c '^lineprof: ' err)"

# Programs that set their title write over their arguments and environment: their children's files are called as was
# asked for all the same.
cat >title.c <<'END'
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static void set_title(char **argv, const char *title)
{
	char *end = argv[0];
	int count = 0;
	for (int i = 0; argv[i]; i++)
		end = argv[i] + strlen(argv[i]) + 1;
	while (environ[count])
		count++;
	char **const copy = calloc(count + 1, sizeof *copy);
	for (int i = 0; i < count; i++) {
		end = environ[i] + strlen(environ[i]) + 1;
		copy[i] = strdup(environ[i]);
	}
	environ = copy;
	memset(argv[0], 0, end - argv[0]);
	strncpy(argv[0], title, end - argv[0] - 1);
}
int main(int argc, char **argv)
{
	(void)argc;
	set_title(argv, "title: master process");
	if (fork() == 0)
		return 0;
	wait(NULL);
	return 0;
}
END
$CC -O1 title.c -o title
mkdir asked
LINEPROF_FILE=asked/%p.lprof quiet ./title
same "files in the folder asked for" 2 "$(ls asked | wc -l)"

# A name that would break the line that speaks of it.
LINEPROF_FILE="$(printf 'two\nlines')" run ./app
same "lines about it" 1 "$(grep -c '^lineprof: LINEPROF_FILE: control characters in it, using the default$' err)"
same "lines of stderr" 2 "$(wc -l <err)"

# A wrong value is named, as text.
LINEPROF_MODE=count run ./app
grep -q "^lineprof: LINEPROF_MODE: 'count': unknown value, using the default: expected " err || fail "$(cat err)"
LINEPROF_REPORT="$(printf 'a\033[31m\nlineprof: b\303\244%050d' 0)" run ./app
same "lines of stderr" 2 "$(wc -l <err)"
grep -q "^lineprof: LINEPROF_REPORT: 'a?\[31m?lineprof: b??00*\.\.\.': unknown value" err || fail "$(cat err)"
