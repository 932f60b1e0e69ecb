# demo.sh SUITE SOURCE: ./demo in a minimal Debian of another release, whose clang, libraries and shell
# are others: what a user of it meets first. As root, and online.
set -eu
suite=$1
source=$2
mirror=${LINEPROF_MIRROR:-http://deb.debian.org/debian}
skip() {
	echo "skipped: $*"
	exit 77
}
[ "$(id -u)" = 0 ] || skip "not root"
command -v debootstrap >/dev/null || skip "no debootstrap"
root=$(mktemp -d "${TMPDIR:-/tmp}/lineprof-$suite-XXXXXX")
trap 'rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" "$mirror" >"$root.log" 2>&1 ||
	skip "debootstrap $suite: $(tail -n 1 "$root.log")"
rm "$root.log"
mkdir "$root/lineprof"
(cd "$source" && tar cf - --exclude=./build* --exclude=./.git .) | tar xf - -C "$root/lineprof"
# What is mounted goes with the name space.
ROOT=$root unshare -m sh -ec '
	mount -t proc proc "$ROOT/proc"
	mount --rbind /dev "$ROOT/dev"
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root chroot "$ROOT" sh -ec "cd /lineprof && ./demo"' >demo.txt 2>&1 || {
	cat demo.txt
	exit 1
}
grep -q 'all.lua' demo.txt && grep -q '(luaV_execute)' demo.txt || {
	cat demo.txt
	echo "no Lua in what ./demo printed"
	exit 1
}
