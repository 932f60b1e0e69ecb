# lib.sh: what the scripts of this folder share. Each runs in an empty folder of its
# own, which stays when the script fails. $CC and $CXX compile with the plugin,
# $CLANG and $CLANGXX without.
set -eu
CLANG=clang-$CLANG_MAJOR
CLANGXX=clang++-$CLANG_MAJOR
CC="$CLANG -fplugin=$PLUGIN"
CXX="$CLANGXX -fplugin=$PLUGIN"
TOOLS=$SOURCE/tests/tools
HERE=$SOURCE/tests/e2e
unset LINEPROF LINEPROF_FILE LINEPROF_REPORT LINEPROF_RUNTIME LINEPROF_ENGINE LINEPROF_MODE
work=$(mktemp -d "${TMPDIR:-/tmp}/lineprof-e2e-XXXXXX")
cd "$work"
# What compilers leave behind goes with the rest.
mkdir "$work.tmp"
export TMPDIR="$work.tmp"
trap 'status=$?; if [ $status = 0 ] || [ $status = 77 ]; then rm -rf "$work" "$work.tmp"; else
	echo "kept in $work"; fi' EXIT

fail() {
	echo "$*"
	exit 1
}

skip() {
	echo "skipped: $*"
	exit 77
}

# leave_out WHY: a part of the script cannot run here; ./check lists it.
leave_out() {
	echo "SKIPPED: $*"
}

# same WHAT WANT GOT
same() {
	[ "$2" = "$3" ] || fail "$1: got '$3', expected '$2'"
}

# has WHAT TEXT: the text on stdin holds it.
has() {
	text=$(cat)
	case $text in
	*"$2"*) ;;
	*) fail "$1: no '$2' in: $text" ;;
	esac
}

# check_profile PROFILE SOURCE...: hits and calls are what the sources' comments say.
check_profile() {
	"$PYTHON" "$TOOLS/expect.py" check "$@"
}

# hints PROFILE [OPTION...]: lines and names, sorted by line.
hints() {
	"$LPVIEW" --hints --no-pager "$@" | sed -n 's/^[a-z]*\.cp*:\([0-9]*\)  \([a-z-]*\): .*/\1 \2/p' | sort -n
}
# wanted SOURCE: the same by the marks in it.
wanted() {
	sed -n 's|.*// \([a-z-]*\)$|\1|;T;=;p' "$1" | paste -d' ' - -
}

# check_waits PROFILE SOURCE COMMAND...: the lines that the source has marked waited that long in what the command
# records. A busy machine wakes threads late, and that is in no line's nature: then it is run once more, up to six times.
check_waits() {
	file=$1 source=$2
	shift 2
	for _ in 1 2 3 4 5 6; do
		rm -f "$file"
		LINEPROF_FILE=$file
		export LINEPROF_FILE
		"$@" || fail "$*: status $?"
		"$LPVIEW" --check "$file" >check.out || fail "$(cat check.out)"
		status=0
		"$PYTHON" "$TOOLS/waited.py" "$file" "$source" || status=$?
		[ $status = 2 ] || break
	done
	unset LINEPROF_FILE
	[ $status = 0 ] || fail "$file: see above"
}

# beside COUNT COMMAND...: runs the command beside as many processes that are always ready, under the
# command line in `$beside_by`, if it is set (`taskset`).
beside() {
	others=
	for _ in $(seq "$1"); do
		# shellcheck disable=SC2086
		timeout 120 ${beside_by-} sh -c 'while :; do :; done' &
		others="$others $!"
	done
	shift
	status=0
	# shellcheck disable=SC2086
	${beside_by-} "$@" || status=$?
	# shellcheck disable=SC2086
	kill $others
	return $status
}

# on_one_processor: what stands in `$beside_by` to keep processes on the first that there is.
on_one_processor() {
	echo "taskset -c $("$PYTHON" -c 'import os; print(min(os.sched_getaffinity(0)))')"
}

# query PROFILE EXPRESSION: Python over `profile`, an lprof.Profile.
query() {
	"$PYTHON" -c 'import sys
sys.path.insert(0, sys.argv[1])
import lprof
profile = lprof.Profile(sys.argv[2])
print(eval(sys.argv[3]))' "$TOOLS" "$1" "$2"
}

# as_another PROFILE COPY: a copy as of another process, which started at another time; a sum
# takes no process twice.
as_another() {
	cp "$1" "$2"
	printf '\1\1\1' | dd of="$2" bs=1 seek=32 conv=notrunc status=none
}

# quiet COMMAND...: the command succeeds and says nothing.
quiet() {
	"$@" >said.txt 2>&1 || fail "$*: status $?: $(cat said.txt)"
	[ ! -s said.txt ] || fail "$* says: $(cat said.txt)"
	rm -f said.txt
}
