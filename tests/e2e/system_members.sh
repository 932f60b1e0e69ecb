# system_members.sh: a constructor of ours, of a class that a system header has, whose members begin as they do there.
. "$SOURCE/tests/e2e/lib.sh"
mkdir sys
cat >sys/lib.h <<'EOF'
#pragma once
struct lib {
	lib();
	int *where = nullptr;
	int n;
};
EOF
cat >app.cpp <<'EOF'
#include <lib.h>
static volatile int sink;
lib::lib() : n(0) { sink = 2; }
int main()
{
	lib l;
	sink = l.n;
	return 0;
}
EOF
for level in -O0 -O2; do
	quiet $CXX $level -isystem sys app.cpp -o program
	LINEPROF_FILE=p.lprof ./program
	"$LPVIEW" p.lprof >report.txt
	! grep approximate report.txt || fail "$level: hits are said to be approximate"
	same "$level: hits of the constructor" 1 "$("$LPVIEW" --annotate --all p.lprof | awk '/lib::lib\(\) :/ {print $2}')"
	rm p.lprof
done
