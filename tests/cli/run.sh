#!/bin/sh
# run.sh DIR LPVIEW MKPROFILE: runs DIR/cmd in an empty directory and compares what
# it writes with DIR/stdout and DIR/stderr, and its status with DIR/status. A file
# that is not there means: nothing, and 0. UPDATE=1 writes the files anew.
# In cmd, lpview and mkprofile are on the PATH; status 77 skips the test.
set -u

dir=$(cd "$1" && pwd)
tools=$(mktemp -d)
work=$(mktemp -d)
trap 'rm -rf "$tools" "$work"' EXIT
mkdir "$tools/bin"
ln -s "$(realpath "$2")" "$tools/bin/lpview"
ln -s "$(realpath "$3")" "$tools/bin/mkprofile"
PATH=$tools/bin:$PATH
LC_ALL=C TZ=UTC TERM=dumb
export PATH LC_ALL TZ TERM
unset NO_COLOR

# What loops for ever ends, too; so much CPU time no test needs, however slow its build is.
(ulimit -t 60 && cd "$work" && sh "$dir/cmd") >"$tools/stdout" 2>"$tools/stderr" </dev/null
echo $? >"$tools/status"
[ "$(cat "$tools/status")" = 77 ] && exit 77

failed=0
for what in stdout stderr status; do
	case $what in
	status) silence=0 ;;
	*) silence= ;;
	esac
	if [ "${UPDATE:-0}" = 1 ]; then
		if [ "$(cat "$tools/$what")" = "$silence" ]; then
			rm -f "$dir/$what"
		else
			cp "$tools/$what" "$dir/$what"
		fi
	elif [ -f "$dir/$what" ]; then
		diff -u "$dir/$what" "$tools/$what" || failed=1
	elif [ "$(cat "$tools/$what")" != "$silence" ]; then
		echo "$what: expected ${silence:-nothing}, got:"
		cat "$tools/$what"
		failed=1
	fi
done
exit $failed
