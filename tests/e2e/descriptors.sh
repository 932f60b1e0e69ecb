# descriptors.sh: a program has the descriptors that it has without lineprof, and its profile grows all the same: renamed, in another
# directory, as another user, behind another root.
# One clang is enough: all is the runtime's.
. "$SOURCE/tests/e2e/lib.sh"
cat >few.c <<'C'
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	DIR *const folder = opendir("/proc/self/fd");
	int count = 0;
	for (const struct dirent *entry; folder && (entry = readdir(folder));)
		if (*entry->d_name != '.' && atoi(entry->d_name) != dirfd(folder))
			printf("%s ", entry->d_name);
	while (open("/dev/null", O_RDONLY) >= 0)
		count++;
	printf("and %d more\n", count);
	return 0;
}
C
$CC -O1 few.c -o few
# same_as_plain: what it has with lineprof, and without.
same_as_plain() {
	same "descriptors, $1" "$(LINEPROF=off $as sh -c "ulimit -S -n $2; ./few")" "$($as sh -c "ulimit -S -n $2; ./few")"
	"$LPVIEW" --check few.lprof >out || fail "descriptors, $1: $(cat out)"
}
# As somebody who cannot become another user.
as=
if [ "$(id -u)" = 0 ]; then
	command -v setpriv >/dev/null || skip "no setpriv"
	as="setpriv --bounding-set=-all --inh-caps=-all"
fi
same_as_plain "of 1024" 1024
same_as_plain "of few" 12

# A shell's `exec 200>out; echo hi >&200`: a number that is taken, and closed by exec(), is the shell's own, and put back.
cat >redirect.c <<'C'
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
	const long open_most = sysconf(_SC_OPEN_MAX);
	const int last = open_most > 1000 ? 1000 : (int)open_most - 1;
	for (int number = 9; number <= last; number++) {
		const int out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0644);
		const int flags = fcntl(number, F_GETFD);
		const int kept = flags < 0 ? -1 : fcntl(number, F_DUPFD, 10);
		dup2(out, number);
		if (flags >= 0 && flags & FD_CLOEXEC)
			dup2(kept, number);
		if (write(number, "hi\n", 3) != 3)
			return 1;
		close(out);
		close(number);
	}
	return 0;
}
C
$CC -O1 redirect.c -o redirect
for who in "" "$as"; do
	rm -f redirect*.lprof
	$who ./redirect || fail "redirect: status $?"
	same "what comes to a number of the program's choice" hi "$(cat out)"
	"$LPVIEW" --check redirect.lprof >out || fail "redirect: $(cat out)"
done

cat >grow.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
enum { THREADS = 200 };
static pthread_barrier_t all;
static volatile int total;
__attribute__((noinline)) static void work(int n) { total += n; }
static void *run(void *unused)
{
	work(1);
	pthread_barrier_wait(&all);
	return unused;
}
int main(int argc, char **argv)
{
	const char *const how = argv[argc - 1];
	pthread_t threads[THREADS];
	if (!strcmp(how, "rename"))
		rename("grow.lprof", "folder/new.lprof");
	if (!strcmp(how, "replace") && !rename("grow.lprof", "folder/new.lprof"))
		fclose(fopen("grow.lprof", "w"));
	if ((!strcmp(how, "move") && rename("folder", "moved")) || (!strcmp(how, "leave") && chdir("/")))
		return 1;
	if (!strcmp(how, "drop") && setuid(65534))
		return 1;
	if (!strcmp(how, "root") && (chroot("folder") || chdir("/")))
		return 1;
	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
C
$CC -O1 grow.c -pthread -o grow
# grows HOW FILE [NAME]: all that the threads counted is in the file, and not a word is said.
grows() {
	rm -rf folder moved ./*.lprof
	mkdir folder
	LINEPROF_FILE=${3-} $as ./grow "$1" 2>err || fail "grow $1: status $?"
	same "stderr of grow $1" "" "$(cat err)"
	same "calls of grow $1" 200 "$(query "$2" "profile.calls('$PWD/grow.c', 'work')[0]")"
}
grows stay grow.lprof
grows rename folder/new.lprof
grows replace folder/new.lprof
same "what has the name now" "" "$(cat grow.lprof)"
grows move moved/x.lprof folder/x.lprof
grows leave grow.lprof
[ "$as" ] || exit 0
as=
chmod 755 .
grows drop grow.lprof
grows root grow.lprof
