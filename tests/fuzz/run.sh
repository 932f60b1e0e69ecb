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
fuzz_runtime_unwind)
	cat >frames.c <<'C'
__attribute__((noinline)) int add(const int *of, int n) { return n ? of[n - 1] + add(of, n - 1) : 0; }
int here(int n, void (*use)(int *)) { int of[n]; use(of); return add(of, n); }
int aligned(int n) { _Alignas(64) volatile int of[16] = {n}; return of[n & 15] + add((int *)of, n); }
C
	# What compilers write for functions by their stack pointer, by a frame pointer, and realigned;
	# what stands in a frame of a signal; what is computed.
	cat >signal.s <<'S'
	.text
	.globl back
back:	.cfi_startproc
	.cfi_signal_frame
	nop
	.cfi_escape 0x0f, 4, 0x77, 16, 0x06, 0x96
	nop
	.cfi_escape 0x16, 6, 3, 0x23, 8, 0x06, 0x10, 3, 2, 0x76, 0
	.cfi_remember_state
	nop
	.cfi_restore_state
	nop
	.cfi_endproc
	nop
S
	sed '/cfi_signal_frame/d' signal.s >computed.s
	for kind in "frames.c -O2" "frames.c -O0" "frames.c -O2 -mstackrealign" signal.s computed.s; do
		seed=seed-$(echo "$kind" | tr -d " ")
		# shellcheck disable=SC2086
		clang-19 $kind -fasynchronous-unwind-tables -fPIC -shared -nostdlib \
			-Wl,--eh-frame-hdr -o object.so
		objcopy -O binary -j .eh_frame_hdr -j .eh_frame object.so bytes
		# What fuzz_runtime_unwind.c begins with: where the code is from the header on, 0.
		readelf -SW object.so | python3 -c 'import re, struct, sys
at = dict(re.findall(r"(\.text|\.eh_frame_hdr) +PROGBITS +(\w+)", sys.stdin.read()))
sys.stdout.buffer.write(struct.pack("<iI", int(at[".text"], 16) - int(at[".eh_frame_hdr"], 16), 0))' |
			cat - bytes >"$seed"
	done
	rm object.so bytes frames.c signal.s computed.s
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
