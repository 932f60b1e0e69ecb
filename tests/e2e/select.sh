# select.sh: include, exclude and system: which functions a profile has.
# One clang is enough: their names and files are the same with each.
. "$SOURCE/tests/e2e/lib.sh"
mkdir -p src/parse src/net vendor
cat >src/parse/lex.cpp <<'END'
#include "../util.h"
#include <vendor.h>
#include <algorithm>
namespace app {
namespace detail {
int next(int x) { return twice(x) + 1; }
}
template <class T> struct Lexer {
	T state;
	Lexer(T s) : state(s) {}
	int next(int by) { return detail::next(state + by); }
	bool operator<(const Lexer &o) const { return state < o.state; }
};
int lex(int n)
{
	Lexer<int> a(n), b(n + 1);
	int list[3] = {n, 2, 1};
	std::sort(list, list + 3, [](int x, int y) { return x < y; });
	return a.next(1) + (b < a) + vendored(list[0]);
}
}
extern "C" int lex_c(int n) { return app::lex(n); }
END
cat >src/util.h <<'END'
inline int twice(int x) { return 2 * x; }
END
cat >vendor/vendor.h <<'END'
template <class T> T vendored(T x) { return x + 1; }
END
cat >src/net/send.c <<'END'
int send_one(int n) { return n; }
int send_all(int n) { return send_one(n) + send_one(n); }
END
cat >src/main.c <<'END'
int lex_c(int), send_all(int);
static int next(int n) { return n; }
int main(void) { return lex_c(next(2)) + send_all(1) > 0 ? 0 : 1; }
END
# names ARGUMENT...: the functions in the profile of a build with these arguments.
names() {
	flags="-isystem vendor"
	for argument; do
		flags="$flags -fplugin-arg-lineprof-$argument"
	done
	set -f
	$CXX -O1 $flags -c src/parse/lex.cpp -o lex.o
	$CC -O1 $flags -c src/net/send.c -o send.o
	$CC -O1 $flags -c src/main.c -o main.o
	set +f
	$CLANGXX lex.o send.o main.o -o program
	rm -f p.lprof
	LINEPROF_FILE=p.lprof ./program || fail "$*: the program's status is $?"
	query p.lprof "' '.join(sorted(f.name for f in profile.functions() if f.ncalls))"
}
# Methods of the template show as "Lexer", the lambda as "lex".
all="Lexer Lexer Lexer lex lex lex_c main next next send_all send_one twice"
same "everything, no system headers" "$all" "$(names)"
same "one folder" "send_all send_one" "$(names include=src/net/)"
same "a folder at any depth" "send_all send_one" "$(names include=net/)"
same "a file's name" "main next" "$(names include=main.c)"
same "a glob, C only" "main next send_all send_one" "$(names 'include=*.c')"
same "two stars" "lex_c" "$(names 'include=lex_c' 'exclude=**/net/*.c')"
same "an absolute folder" "send_all send_one" "$(names "include=$PWD/src/net")"
same "no part of a name" "" "$(names include=rc/net/)"
same "several, and repeated" "lex_c main send_one" "$(names include=lex_c,send_one include=main)"
same "exclude wins" "lex_c main" "$(names include=lex_c,send_one,main 'exclude=send_*')"
same "exclude a file" "main next send_all send_one" "$(names 'exclude=*.cpp,*.h')"
same "a short name, each scope" "Lexer next next" "$(names include=next)"
same "a scope" "next" "$(names 'include=detail::next')"
same "from the outermost" "next" "$(names 'include=::next')"
same "of a template" "Lexer" "$(names 'include=Lexer::next')"
same "of one instance" "Lexer" "$(names 'include=app::Lexer<int>::next(int)')"
same "all in a namespace" "Lexer Lexer Lexer lex lex next" "$(names 'include=app::*')"
same "an operator" "Lexer" "$(names 'include=Lexer::operator<')"
same "a linkage name" "lex" "$(names 'include=_ZN3app3lexEi')"
same "one of several characters" "send_all" "$(names 'include=send_a?[a-l]')"

# System headers: by the key, or by a pattern that names them from the root on.
case " $(names system=yes) " in
*" sort "*" vendored "*) ;;
*) fail "system=yes: $(names system=yes)" ;;
esac
same "a pattern for all files" "$all" "$(names 'include=*.h,*.cpp,*.c')"
same "an absolute pattern" "vendored" "$(names "include=$PWD/vendor/")"
same "a scope of theirs" "sort" "$(names 'include=std::sort')"
same "their lines" 1 "$(query p.lprof "sum('algo' in f for f in profile._lines)")"

# Nothing at all: the profile is there to say so.
same "nothing" "" "$(names include=nonsense)"
[ -f p.lprof ] || fail "no profile where nothing was included"
"$LPVIEW" p.lprof 2>&1 | has "the reason" "include=nonsense matches no function"
names include=main,nonsence exclude=send_all >out
"$LPVIEW" p.lprof 2>&1 | has "a wrong one of several" "include=nonsence matches no function"
same "a reason without need" 0 "$("$LPVIEW" p.lprof 2>&1 | grep -c 'include=main\|exclude=')"

# What is wrong is said once.
for wrong in include= exclude=a,,b system=maybe mode=fast help=me; do
	if $CC -fplugin-arg-lineprof-$wrong -c src/main.c -o main.o 2>err; then
		fail "$wrong was taken"
	fi
	same "errors of $wrong" 1 "$(grep -c error: err)"
	grep -q "'$wrong'" err || fail "$wrong is not named: $(cat err)"
done

# Help lists each key, on stderr, and the compilation goes on.
$CC -fplugin-arg-lineprof-help -c src/main.c -o help.o >out 2>err || fail "help: status $?"
[ -f help.o ] || fail "help: nothing was compiled"
same "help's stdout" "" "$(cat out)"
for key in include exclude system mode runtime help; do
	grep -q "^  $key " err || fail "help: no $key in $(cat err)"
done
