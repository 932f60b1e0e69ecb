# exec_chain.sh: a process that becomes one program after the other has a profile of each, without end, and the
# thousandth finds its name as quickly as the first.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >chain.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	char left[20];
	snprintf(left, sizeof left, "%d", atoi(argv[argc - 1]) - 1);
	if (left[0] != '-')
		execl(argv[0], argv[0], left, (char *)0);
	return 0;
}
C
$CC -O1 chain.c -o chain
cat >run.py <<'PY'
import os
import subprocess
import sys


def cpu_s(count):
    """Of a chain so long, in a folder of its own, which says nothing and leaves a profile of each."""
    folder = f"chain{count}"
    os.mkdir(folder)
    before = os.times()
    said = subprocess.run(["../chain", str(count)], cwd=folder, stderr=subprocess.PIPE, check=True).stderr
    after = os.times()
    profiles = len(os.listdir(folder))
    if said or profiles != count + 1:
        sys.exit(f"{count} execs: {profiles} profiles, {said[:200]}")
    return after.children_user + after.children_system - before.children_user - before.children_system


short, long = cpu_s(270), cpu_s(1080)
print(f"{short:.2f} s for 270, {long:.2f} s for 1080")
# Four times as many.
sys.exit(long > 8 * short)
PY
LINEPROF_FILE=chain.lprof "$PYTHON" run.py || fail "a chain of exec"
# Where the first name is as long as one may be, 255 bytes, there is no second.
status=0
PYTHON=$PYTHON timeout 60 sh -c '
	name=$("$PYTHON" -c "import sys; print(sys.argv[1].rjust(255 - len(\".lprof\"), \"a\"))" $$)
	LINEPROF_FILE=${name%$$}%p.lprof exec ./chain 1' 2>said || status=$?
same "a name as long as may be: status" 0 "$status"
has "a name as long as may be" "File name too long" <said
