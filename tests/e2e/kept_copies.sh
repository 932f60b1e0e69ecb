# kept_copies.sh: of an inline function each unit has a copy, and the linker keeps the first: if that one does not count, as
# its unit takes the header for a system's, or has no plugin, the calls are missing, and the report says so, even of one.
# One clang is enough: it is said by lpview.
. "$SOURCE/tests/e2e/lib.sh"
mkdir include
cat >include/ratio.h <<'END'
struct ratio { int value; ratio(int value) : value(value) {} };
END
cat >counts.cpp <<'END'
#include "ratio.h"
int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += ratio(i).value; return s; }
END
cat >program.cpp <<'END'
#include "ratio.h"
int sum(int n);
int main(int argc, char **) { return sum(argc) + ratio(3).value == 0; }
END
said='calls of ratio::ratio(int) are missing'
quiet $CXX -O0 -Iinclude -c counts.cpp
for how in "$CXX -isystem" "$CLANGXX -I"; do
	quiet $how include -O0 -c program.cpp
	for order in "program.o counts.o" "counts.o program.o"; do
		quiet $CXX $order -o program
		LINEPROF_FILE=p.lprof quiet ./program
		shown=$("$LPVIEW" --functions --all p.lprof 2>&1)
		case $order in
		program*)
			echo "$shown" | has "$how" "$said"
			"$LPVIEW" --check p.lprof >check 2>&1 || fail "$how: $(cat check)"
			has "$how" "untold  calls of a function" <check
			"$LPVIEW" --export html -f -o page.html p.lprof
			! grep "exact" page.html || fail "$how: the page says exact" ;;
		*) [ "${shown#*"$said"}" = "$shown" ] || fail "$how: $shown" ;;
		esac
		rm p.lprof
	done
done
