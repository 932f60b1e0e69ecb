#!/bin/sh
# run.sh DIR LPSCREEN MKPROFILE: shows a profile on a screen in memory, presses DIR/keys and
# compares what is to be seen with DIR/screen. DIR/setup, if it is there, is a part of a shell
# script that makes the profile and sets the arguments; else it is `mkprofile fake`. UPDATE=1
# writes DIR/screen anew. Status 77 of the setup skips the test.
set -u

dir=$(cd "$1" && pwd)
tools=$(mktemp -d)
work=$(mktemp -d /tmp/tmp.XXXXXXXXXX)
trap 'rm -rf "$tools" "$work"' EXIT
mkdir "$tools/bin"
ln -s "$(realpath "$2")" "$tools/bin/lpscreen"
ln -s "$(realpath "$3")" "$tools/bin/mkprofile"
PATH=$tools/bin:$PATH
LC_ALL=C.UTF-8 TZ=UTC TERM=dumb
export PATH LC_ALL TZ TERM

(
	# What loops for ever ends, too.
	ulimit -t 60
	cd "$work" || exit 1
	if [ -f "$dir/setup" ]; then
		. "$dir/setup"
	else
		mkprofile fake
		set -- fake.lprof
	fi
	lpscreen "$dir/keys" "$@"
) 2>"$tools/errors" </dev/null >"$tools/raw"
status=$?
# Where it ran; of the same width.
sed "s|$work|/tmp/tmp.XXXXXXXXXX|g" "$tools/raw" >"$tools/screen"
[ $status = 77 ] && exit 77
if [ $status != 0 ] || [ -s "$tools/errors" ]; then
	echo "status $status"
	cat "$tools/errors"
	exit 1
fi
if [ "${UPDATE:-0}" = 1 ]; then
	cp "$tools/screen" "$dir/screen"
	exit 0
fi
diff -u "$dir/screen" "$tools/screen"
