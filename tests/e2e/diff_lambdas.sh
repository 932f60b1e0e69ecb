# diff_lambdas.sh: what diff and gate take for the same lambda: the one on the same line, whatever number the compiler
# counted it by, also where it is an argument of a template; so with types without a name, and what sets up variables.
# Two clangs are enough: the names are the ABI's, but for those of one unit.
. "$SOURCE/tests/e2e/lib.sh"
# What is new in the second text, in front of what was there, is marked by `//+`.
mkdir before after
cat >after/t.cpp <<'END'
#include <functional>
static int calls;
static int next(int n)
{
	return calls += n;
}
static int first = next(1); //+
int second = next(2);
template <class F> __attribute__((noinline)) static void each(int n, F f)
{
	for (int i = 0; i < n; i++)
		f(i);
}
inline void inlined(int n)
{
	std::function<void(int)> few = [](int i) { calls ^= i; }; //+
	few(3); //+
	std::function<void(int)> many = [](int i) { calls += i; };
	for (int i = 0; i < n; i++)
		many(i);
}
static void generic(int n)
{
	each(5, [](auto i) { calls ^= i; }); //+
	each(n, [](auto i) { calls += i; });
}
static struct { //+
	__attribute__((noinline)) int get() { return calls; } //+
} one; //+
static struct {
	__attribute__((noinline)) int get() { return calls + 1; }
} two;
int main()
{
	each(7, [](int i) { calls ^= i; }); //+
	each(2000, [](int i) {
		calls += i;
		auto less = [](int k) { calls -= k; }; //+
		less(i); //+
		auto more = [](int k) { calls += k; };
		more(i);
	});
	each(300, [](int i) { calls -= i; });
	inlined(40);
	generic(50);
	calls += one.get(); //+
	for (int i = 0; i < 60; i++)
		calls += two.get();
	return 0;
}
END
grep -v '//+' after/t.cpp >before/t.cpp
for side in before after; do
	(cd $side && $CXX -O1 t.cpp -o t && ./t && quiet "$LPVIEW" pack -o packed.lprof t.lprof)
done
"$LPVIEW" diff before/packed.lprof after/packed.lprof --limit 99 >text
sed -n '/^Functions/,/^Lines/p' text | grep '[0-9](' | grep -v '(new)$' >changed || :
# Of what was there, that alone has changed that calls more.
same "what was there" "next" "$(sed 's/.*:[0-9]*(\([a-z_]*\).*/\1/' changed)"
! grep -q '(gone)' text || fail "what is there: $(cat text)"
for line in $(grep -n '^	each.*//+\|= \[.*//+\|get().*{.*//+' after/t.cpp | cut -d: -f1); do
	grep -q "t.cpp:$line(.*) (new)$" text || fail "what is new at line $line: $(cat text)"
done
"$LPVIEW" gate before/packed.lprof after/packed.lprof >text || :
same "calls by the gate" 1 "$(grep -c ': calls ' text)"

# A text is gone: by their order, where there are as many.
sed -i 's/	calls += two/	calls += 1, calls += two/' after/t.cpp
(cd after && $CXX -O1 t.cpp -o t && ./t)
cp before/t.lprof before/t.copy
rm before/t.cpp
"$LPVIEW" diff before/t.lprof after/t.lprof >text
has "a text that is gone" "as it was compiled is gone" <text
! grep -q '(inlined(int)::{lambda(int)#[12]}::operator()(int) const)$' text || fail "one of several: $(cat text)"
