# busy_parts.sh: with more programs than processors, functions with a clock have the CPU time that the
# kernel tells the program, where ticks hardly ever meet some of them.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
[ -r /proc/self/schedstat ] || skip "the kernel does not tell how long threads wait for a processor"
$CC -O2 "$SOURCE/bench/samples/parts.c" -o parts
LINEPROF_ENGINE=timer LINEPROF_FILE=p.lprof beside $((3 * $(nproc))) ./parts 100 1500000 asks >told
while read -r function seconds; do
	same "cumtime of $function is near $seconds s" True "$(query p.lprof "[0.9 <
		f['cumtime_ns'] / 1e9 / $seconds < 1.1
		for f in profile.json['functions'] if f['name'] == '$function'][0]")"
done <told
