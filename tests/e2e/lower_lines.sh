# lower_lines.sh: `#line` may give a statement's end a lower number than its beginning, or another file, as generators do that
# write the braces themselves (valac): the statement's head has its hits all the same.
. "$SOURCE/tests/e2e/lib.sh"
cat >body.c <<'END'
static int s;
static void a(int n)
{
	for (int i = 0; i < n; i++)
		if (i & 1)
#line 2 "lex.l"
			s += i;
#line 9 "body.c"
	s++;
}
END
cat >braces.c <<'END'
static int s;
#line 500 "x.vala"
static void a(int n)
{
#line 502 "x.vala"
	for (int i = 0; i < n; i++) {
#line 503 "x.vala"
		if (i & 1) {
#line 504 "x.vala"
			s += i;
#line 12 "braces.c"
		}
#line 14 "braces.c"
	}
#line 507 "x.vala"
	while (s > 1) {
#line 508 "x.vala"
		s--;
#line 20 "braces.c"
	}
#line 22 "braces.c"
}
END
cat >back.c <<'END'
static int s;
static void a(int n)
{
	for (int i = 0; i < n; i++) {
		if (i & 1)
#line 1
			s += i;
#line 8
	}
	s++;
}
END
for name in body braces back; do
	cat >>$name.c <<'END'
int main(void)
{
	a(2);
	a(3);
	return 0;
}
END
done
levels=-O2
[ "$CLANG_MAJOR" = 19 ] && levels="-O0 -O2"
for level in $levels; do
	for name in body braces back; do
		$CC $level $name.c -o $name
		./$name
	done
	same "$level: the end in another file" "[('body.c', 4, 7), ('body.c', 5, 5), ('body.c', 9, 2), ('lex.l', 2, 2)]" \
		"$(query body.lprof "[(l['file'].split('/')[-1], l['line'], l['hits']) for l in profile.json['lines']
			if l['file'].endswith('lex.l') or 4 <= l['line'] <= 9]")"
	same "$level: braces in another file" "[(500, 2), (502, 7), (503, 5), (504, 2), (507, 3), (508, 1)]" \
		"$(query braces.lprof "[(l['line'], l['hits']) for l in profile.json['lines'] if l['file'].endswith('x.vala')]")"
	same "$level: lower in the same file" "[(1, 2), (2, 2), (4, 7), (5, 5), (9, 2)]" \
		"$(query back.lprof "[(l['line'], l['hits']) for l in profile.json['lines'] if l['line'] < 10]")"
done
