# extremes.sh: EXTREMES MKPROFILE: the profiles that are tried, and the cases of found/.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/lineprof-extremes-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
for kind in sampled branchy stopped ranks; do
	"$2" $kind
done
for kept in "$here"/found/fuzz_profile-*.hex; do
	[ -e "$kept" ] || continue
	python3 -c 'import sys
sys.stdout.buffer.write(bytes.fromhex(open(sys.argv[1]).read()))' "$kept" \
		>"$(basename "$kept" .hex).lprof"
done
"$1" ./*.lprof
