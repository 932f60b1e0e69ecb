# new_names.sh: functions whose linkage names have what came to the C++ ABI from 2023 on (kinds of
# template parameters, constraints) are shown as all others, whatever the viewer's demangler
# knows; and a constructor of such a name is one function.
# Two clangs are enough: the names are new from clang 18 on.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.cpp <<'EOF'
#include <concepts>
#include <map>
#include <string>
#include <type_traits>
static volatile int sink;
namespace app {
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> void put(T v) { sink = sink + v; }
template <std::integral T> void constrained(T v) { sink = sink + v; }
template <class T> requires std::integral<T> void required(T v) { sink = sink + v; }
struct Made {
	template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> __attribute__((noinline)) Made(T v) { sink = sink + v; }
};
struct Derived : Made {
	Derived() : Made(2) {}
};
template <class T> struct Holder {
	template <class U, std::enable_if_t<sizeof(U) == 4, int> = 0> void get(U u) { sink = sink + u; }
};
template <std::integral T> void text(const std::map<T, std::string> &m) { sink = sink + (int)m.size(); }
template <class T> struct Values {
	template <class U> operator Holder<U>() const { sink = sink + 1; return {}; }
};
struct Error9Tn {};
}
/* A local class of a template with the type of what it is given to. */
template <class F> auto timed(F &&f) -> decltype(f())
{
	struct Scope {
		Scope() { sink = sink + 1; }
	} scope;
	return f();
}
int main()
{
	timed([] { return 1; });
	app::put(1);
	app::constrained(1);
	app::required(1);
	app::Made made(4);
	app::Derived derived;
	app::Holder<char>().get(1);
	app::Holder<long>().get(1);
	app::text(std::map<int, std::string>());
	app::Holder<std::map<std::string, std::string>>().get(1);
	app::Holder<int[7]>().get(1);
	app::Holder<app::Error9Tn>().get(1);
	const app::Holder<int> converted = app::Values<char>();
	(void)converted;
	return 0;
}
EOF
for level in -O0 -O2; do
	quiet $CXX -std=c++20 $level program.cpp -o program
	LINEPROF_FILE=p.lprof LINEPROF_MODE=counts ./program
	# The two demanglers differ in `> >`.
	"$LPVIEW" --functions p.lprof | sed 's/> >/>>/g' >functions.txt
	for name in 'void app::put<int, 0>(int)' 'void app::constrained<int>(int)' 'void app::required<int>(' \
		'void app::Holder<char>::get<int, 0>(int)' 'void app::Holder<long>::get<int, 0>(int)' \
		'app::Made::Made<int, 0>(int)' '::Scope::Scope()' 'app::text<int>(std::map<int, std::string> const&)' \
		'void app::Holder<std::map<std::string, std::string>>::get<int, 0>(int)' 'void app::Holder<int [7]>::get<int, 0>(int)' \
		'void app::Holder<app::Error9Tn>::get<int, 0>(int)' \
		'app::Values<char>::operator app::Holder<int><int>() const'; do
		has "functions at $level" "$name" <functions.txt
	done
	# By main at once, and by the derived class as its base.
	same "constructors at $level" '[2]' "$(query p.lprof '[f.ncalls for f in profile.functions() if f.name == "Made"]')"
	"$LPVIEW" --callers p.lprof >callers.txt
	! grep -A1 'Made::Made' callers.txt | grep -q 'not instrumented' || fail "nobody called the constructor: $(cat callers.txt)"
	"$LPVIEW" --function 'app::Holder' p.lprof 2>&1 | has "a namespace as a pattern" 'get<int, 0>(int)'
done
# Long names lose what is innermost in tables; for other programs they are whole, and patterns go by all of it.
cat >long.cpp <<'END'
struct a_class_whose_name_is_rather_long {};
template <class... Types> struct list {};
using inner = list<a_class_whose_name_is_rather_long, a_class_whose_name_is_rather_long>;
template <class Type> __attribute__((noinline)) static int take(Type, int n) { return n; }
int main() { return take(list<inner, inner>(), 0); }
END
$CXX -O1 long.cpp -o long
./long
"$LPVIEW" --functions long.lprof | has "the table" "(int take<list<list<...>, list<...>"
"$LPVIEW" --functions --function a_class long.lprof | has "a pattern" "take<"
"$LPVIEW" --json long.lprof | has "JSON" "int take<list<list<a_class_whose_name_is_rather_long, a_class"
