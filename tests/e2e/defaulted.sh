# defaulted.sh: a unit without a statement, all of whose code clang makes of `= default`: nothing in it is approximate.
. "$SOURCE/tests/e2e/lib.sh"
cat >runner.h <<'EOF'
struct Runner { virtual ~Runner(); virtual bool aborting() const = 0; };
EOF
cat >runner.cpp <<'EOF'
#include "runner.h"
Runner::~Runner() = default;
EOF
cat >main.cpp <<'EOF'
#include "runner.h"
struct Quiet : Runner { bool aborting() const override { return false; } };
int main()
{
	for (int i = 0; i < 3; i++) {
		Quiet quiet;
	}
	return 0;
}
EOF
quiet $CXX -O0 runner.cpp main.cpp -o program
LINEPROF_FILE=p.lprof ./program
"$LPVIEW" p.lprof >report.txt
! grep approximate report.txt || fail "hits are said to be approximate"
same "calls of ~Runner()" 3 "$(query p.lprof 'sum(f.ncalls for f in profile.functions() if "~Runner" in f.name and f.line == 2)')"
