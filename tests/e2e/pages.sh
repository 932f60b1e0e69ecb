# pages.sh: the commands in README, tutorial, some pages and those of the examples print what is shown there.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
# The pages show samples by the timer, which every machine has; perf may be refused.
export LINEPROF_ENGINE=timer

# The commands are those that users type: here they find our clang and our lpview.
mkdir bin
for name in clang clang++; do
	cat >"bin/$name" <<-END
		#!/bin/bash
		exec $name-$CLANG_MAJOR "\${@/#-fplugin=liblineprof.so/-fplugin=$PLUGIN}"
	END
	chmod +x "bin/$name"
done
ln -s "$LPVIEW" bin/lpview
PATH=$work/bin:$PATH

# shows PAGE EXAMPLE: whether it does, in a copy of the example's folder.
shows() {
	folder=$work/run/$2
	rm -rf "$folder"
	mkdir -p "$work/run"
	cp -r "$SOURCE/examples/$2" "$folder"
	"$PYTHON" "$TOOLS/pages.py" "$SOURCE/$1" "$folder"
}
# The examples run for a second: of some 200 samples a line that should have 20 may have too few for a hint, once.
check_page() {
	shows "$@" || shows "$@" || fail "$1 shows what is not so"
}

for page in "$SOURCE"/examples/*/README.md; do
	example=$(basename "$(dirname "$page")")
	check_page "examples/$example/README.md" "$example"
done
check_page docs/tutorial.md words
check_page README.md words
check_page docs/hints.md readings
# Each clang's optimiser has its own opinion; the page is about one.
[ "$CLANG_MAJOR" != 19 ] || check_page docs/remarks.md orders
