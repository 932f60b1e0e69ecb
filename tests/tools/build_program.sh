# build_program.sh: the program that tests/e2e/build_*.sh build in many ways, with the hits
# that every one of them must give. To be sourced behind lib.sh.
#
#   build_table LEVEL...      builds it once for each row on stdin:
#
#     name | flags for compiling | flags for linking | needs
#
# @ in a row stands for the clang's major version. `needs` is a command that must be there, or
# `full`, for rows that only ./check --full takes; `-` is nothing. Lines that begin with # are
# comments.
cat >a.c <<'SOURCE'
#include "a.h"
int main(void) //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 5; i++) //= 6
		sum += twice(i); //= 5
	return sum == 20 ? 0 : 1; //= 1
}
SOURCE
cat >b.c <<'SOURCE'
#include "a.h"
int twice(int x) //= 5
{
	return x + x; //= 5
}
SOURCE
echo 'int twice(int x);' >a.h
RUNTIME_OBJECT=$(dirname "$PLUGIN")/lineprof/lineprof_rt.o
built=0
left_out=

# check_program NAME [SOURCE...]: ./program runs, silently, and its profile is right.
check_program() {
	check_name=$1
	shift
	rm -f p.lprof
	LINEPROF_FILE=p.lprof ./program >said.txt 2>&1 ||
		fail "$check_name: status $?: $(cat said.txt)"
	[ ! -s said.txt ] || fail "$check_name: the program says: $(cat said.txt)"
	[ $# -gt 0 ] || set -- a.c b.c
	check_profile p.lprof "$@" || fail "$check_name"
	built=$((built + 1))
}

# can_build NEEDS: whether this machine and this run can; else notes what was left out.
can_build() {
	case $1 in
	- | '') return 0 ;;
	full) [ "$FULL" = 1 ] ;;
	*) command -v "$1" >/dev/null || {
		left_out="$left_out $1"
		return 1
	} ;;
	esac
}

build_row() {
	row_name="$1, $4"
	# Flags hold no spaces.
	# shellcheck disable=SC2086
	quiet $CC $4 $2 -c a.c && quiet $CC $4 $2 -c b.c &&
		quiet $CLANG $3 a.o b.o -o program
	check_program "$row_name"
	rm -f program ./*.o
}

# trim TEXT: without the spaces around it, and with @ replaced.
trim() {
	printf '%s\n' "$1" | sed "s/^ *//; s/ *\$//; s/@/$CLANG_MAJOR/g"
}

build_table() {
	while IFS='|' read -r name compile link needs; do
		case $name in '' | '#'*) continue ;; esac
		can_build "$(trim "$needs")" || continue
		for level; do
			build_row "$(trim "$name")" "$(trim "$compile")" "$(trim "$link")" "$level"
		done
	done
}

# end_of_builds: the last line.
end_of_builds() {
	[ "$built" -gt 0 ] || skip "nothing could be built:$left_out"
	echo "$built builds${left_out:+, left out for want of$left_out}"
}
