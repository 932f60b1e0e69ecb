# overlaps.sh: two functions that `#line` has on the same lines, as gperf writes them: each line has the
# hits of both, wherever they overlap.
# Two clangs are enough: they differ in code, not in where it stands.
. "$SOURCE/tests/e2e/lib.sh"
# functions FILE_OF_HASH LINE_OF_HASH FILE_OF_FIND LINE_OF_FIND
functions() {
	echo "#line $2 \"$1\""
	cat <<'END'
static unsigned hash(const char *str, unsigned len)
{
	unsigned hval = len;
	switch (len) {
	default:
		hval += str[2];
	case 2:
	case 1:
		hval += str[0];
		break;
	}
	return hval + str[len - 1];
}
END
	echo "#line $4 \"$3\""
	cat <<'END'
int find(const char *str, unsigned len)
{
	if (len <= 4 && len >= 2)
	{
		unsigned key = hash(str, len);
		if (key > 200)
			return 1;
	}
	return 0;
}
#line 1000 "main"
int main(void)
{
	int s = 0;
	for (int i = 0; i < 10; i++)
		s += find("abc", 3) + find("abcde", 5) + find("ab", 2) + find("a", 1);
	return s > 100;
}
END
}
hits() {
	query "$1" "sorted((line, profile.hits('$PWD/$2')[line]) for line in profile.hits('$PWD/$2'))"
}
functions one 60 other 60 >apart.c
$CC -w -O2 apart.c -o apart
LINEPROF_MODE=counts ./apart
first=$(hits apart.lprof one)
second=$(hits apart.lprof other)
level=-O0
for at in 52 58 61 67 70; do
	functions both 60 both $at >over.c
	$CC -w $level over.c -o over
	LINEPROF_MODE=counts LINEPROF_FILE=over.lprof ./over
	same "hits with find() at $at, $level" "$("$PYTHON" -c "
import collections
sums = collections.Counter()
for line, hits in $first + [(line + $at - 60, hits) for line, hits in $second]:
    sums[line] += hits
print(sorted(sums.items()))")" "$(hits over.lprof both)"
	[ $level = -O0 ] && level=-O2 || level=-O0
done
