# run.sh: run.sh TARGET MKPROFILE SECONDS DIR: first the cases of found/, then new ones for
# that long. What was found new on the way stays in DIR; so does the input of a failure.
set -eu
target=$1
mkprofile=$2
seconds=$3
dir=$4
here=$(cd "$(dirname "$0")" && pwd)
name=$(basename "$target")
mkdir -p "$dir/seeds" "$dir/corpus"
cd "$dir/seeds"

limit=1024
# What the inputs are made of: whole good ones.
case $name in
fuzz_profile)
	for kind in fake running sampled threads branchy stopped restarted big remarked; do
		"$mkprofile" $kind
	done
	rm -f ./*.c
	;;
fuzz_symbols)
	cat >program.c <<'C'
static inline int twice(int n) { return n * 2; }
struct pair { int left, right; };
__attribute__((noinline)) int add(struct pair *pair, int n)
{
	for (int i = 0; i < n; i++)
		pair->left += twice(pair->right) ^ i;
	return pair->left;
}
int run(int n) { struct pair pair = {n, 3}; return add(&pair, n) + twice(n); }
C
	for version in 4 5; do
		clang-19 -O2 -gdwarf-$version -fPIC -shared -nostdlib -Wl,--build-id program.c \
			-o dwarf$version.so
	done
	rm program.c
	# libdwarf asks for as much as the file says, and does without if there is not as much:
	# what counts is what is used.
	limit=0
	export ASAN_OPTIONS=allocator_may_return_null=1
	;;
fuzz_source)
	cp "$here"/*.c "$here/../screen/test_restore.py" .
	printf '/* \377\200\n"\\\n\tR"x(\n)y" )x" // \\\n\343\201\202\314\201\r\n\0#include <a' >odd
	;;
esac
for kept in "$here/found/$name"-*.hex; do
	[ -e "$kept" ] || continue
	python3 -c 'import sys
sys.stdout.buffer.write(bytes.fromhex(open(sys.argv[1]).read()))' "$kept" \
		>"kept-$(basename "$kept" .hex)"
done
cd ..
"$target" -error_exitcode=1 -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=$limit -max_len=65536 \
	-max_total_time="$seconds" -print_final_stats=1 -verbosity=0 \
	-artifact_prefix="$dir/failed-" corpus seeds
