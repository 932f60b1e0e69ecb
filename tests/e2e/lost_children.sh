# lost_children.sh: forked children that cannot have a profile, as of a server that has become another user: the parent's profile tells
# how many and what to do, and one line is said for all.
# One clang is enough: all is the runtime's.
. "$SOURCE/tests/e2e/lib.sh"
cat >server.c <<'C'
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int total;
__attribute__((noinline)) static void serve(int n) { total += n; }
/* Where it may write no file any more. */
static int shut_out(void)
{
	return chmod(".", 0555) || (getuid() == 0 && setuid(65534));
}
static int limit_files(void)
{
	const struct rlimit limit = {1000, 1000};
	return setrlimit(RLIMIT_FSIZE, &limit);
}
int main(int argc, char **argv)
{
	const char *const how = argv[argc - 1];
	serve(1);
	if (!strcmp(how, "root") && (chroot("../jail") || chdir("/")))
		return 1;
	if ((!strcmp(how, "shut") && shut_out()) || (!strcmp(how, "limit") && limit_files()))
		return 1;
	for (int i = 0; i < 4; i++) {
		if (fork() == 0) {
			serve(2);
			_exit(0);
		}
		wait(NULL);
	}
	return 0;
}
C
mkdir inside open
chmod 755 .
chmod 777 open
$CC -O1 server.c -o server
# serve HOW: in a folder of its own.
serve() {
	chmod 755 inside
	rm -f inside/*.lprof open/*.lprof
	(cd inside && ../server "$1") 2>err || fail "server $1: status $?"
}
# lost HOW ERRNO WHY: what is said at the time, and what of it stands in the parent's profile.
lost() {
	serve "$1"
	same "lines of four children, $1" 1 "$(wc -l <err)"
	has "what is said, $1" "or LINEPROF_FILE names another place: $3" <err
	same "children in the parent's profile, $1" "4 $2" \
		"$(query inside/server.lprof "profile.json['run']['children_lost'], profile.json['run']['children_error']" | tr -d '(),')"
	"$LPVIEW" inside/server.lprof >said 2>&1
	has "what lpview says, $1" "4 forked children could not begin a profile ($3)" <said
	has "what is to be done, $1" "LINEPROF_FILE=/FOLDER/%p.lprof" <said
}
lost shut 13 "Permission denied"
same "profiles of a server that is shut out" server.lprof "$(ls inside)"
lost limit 27 "File too large"

serve stay
same "what a server says that stays" "" "$(cat err)"
same "its children without a profile" 0 "$(query inside/server.lprof "profile.json['run']['children_lost']")"
! "$LPVIEW" inside/server.lprof | grep "could not begin" || fail "children have profiles, and are said to have none"

# As is advised.
export LINEPROF_FILE="$PWD/open/%p.lprof"
serve shut
same "what is said with a folder that is open" "" "$(cat err)"
same "profiles there" 5 "$(ls open | wc -l)"
"$LPVIEW" --json open/*.lprof >sum.json
same "calls of all" 5 "$("$PYTHON" -c 'import json
print(sum(f["ncalls"] for f in json.load(open("sum.json"))["functions"] if f["name"] == "serve"))')"

[ "$(id -u)" = 0 ] || exit 0
# Behind another root the folder is to be there, too: no descriptor of one outside is kept, which would be a way out.
mkdir -p jail
unset LINEPROF_FILE
lost root 2 "No such file or directory"
mkdir -p "jail$PWD/open"
export LINEPROF_FILE="$PWD/open/%p.lprof"
serve root
same "what is said with a folder there" "" "$(cat err)"
same "profiles inside and outside" "4 1" "$(ls "jail$PWD/open" | wc -l) $(ls open | wc -l)"
