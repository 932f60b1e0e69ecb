# compile_errors.sh: a unit with errors gets clang's own messages and status, and nothing more:
# its tree has types and functions that are none.
. "$SOURCE/tests/e2e/lib.sh"
cat >broken.cpp <<'END'
struct Unknown;
template <class T> struct Holder { virtual T get(Missing *); T (*pointer)(T, Missing); };
struct Made : Holder<Unknown> { Unknown get(int) override; virtual ~Made(Missing); };
auto lambda = [](auto x) { return undeclared(x); };
int call(Holder<int> *h, Missing (*f)(Missing)) {
	f(1);
	delete h;
	h->pointer(1, 2);
	return h->get(nullptr);
}
int broken( { }
template <class T> int sized(T (*f)(int[sizeof(T)])) { return f(nullptr); }
void again(void (*g)(decltype(nothing))) { g(sized<Unknown>); }
int main() { return call(nullptr, nullptr) + lambda(1)
END
cat >broken.c <<'END'
struct unknown;
int old();
int call(struct unknown (*f)(struct missing), missing (*g)(void)) { return f(1) + g() + old(1, 2); }
int nested(int n) { int (*h)(int[n], struct unknown) = undeclared; switch (n) { case x: h(n); default: } }
int main(void) { for (;;) { if (call(0, 0) { } }
END
for source in broken.cpp broken.c; do
	for level in -O0 -O2; do
		plain=0
		ours=0
		case $source in
		*.cpp) ways="$CLANGXX -std=c++20" ;;
		*) ways=$CLANG ;;
		esac
		$ways $level -c $source 2>plain.txt || plain=$?
		$ways -fplugin="$PLUGIN" $level -c $source 2>ours.txt || ours=$?
		same "the status of $source at $level" "$plain" "$ours"
		same "the status" 1 "$plain"
		cmp plain.txt ours.txt || fail "$source at $level: $(diff plain.txt ours.txt)"
		has "errors" "errors generated" <ours.txt
		[ ! -e broken.o ] || fail "there is an object of $source"
	done
done
