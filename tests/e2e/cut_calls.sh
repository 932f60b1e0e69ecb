# cut_calls.sh: threads that are busy while the program ends, or is stopped and started again, are in the middle of calls: nothing is
# said to be wrong, of one run and of a sum.
# One clang is enough: counts are taken the same way with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >busy.c <<'C'
#include <pthread.h>
#include <string.h>
#include <unistd.h>
#include "runtime/lineprof.h"
static volatile int is_over;
static volatile unsigned sum;
__attribute__((noinline)) static void leaf(int n)
{
	for (int i = 0; i < n; i++)
		sum += (unsigned)i;
}
__attribute__((noinline)) static void middle(int n)
{
	leaf(n);
	leaf(n);
	leaf(n);
}
static void *work(void *unused)
{
	while (!is_over)
		middle(3);
	return unused;
}
int main(int argc, char **argv)
{
	enum { THREADS = 3 };
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], 0, work, 0);
	usleep(20000);
	if (!strcmp(argv[argc - 1], "end"))
		return 0;
	for (int i = 0; i < 50; i++) {
		usleep(1000);
		lineprof_stop();
		usleep(100);
		lineprof_start();
	}
	is_over = 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], 0);
	return 0;
}
C
$CC -O2 -g -I"$SOURCE" -pthread busy.c -o busy
# holds WHAT PROFILE...
holds() {
	what=$1
	shift
	"$LPVIEW" --check "$@" >text || fail "$what: $(cat text)"
	! grep 'are missing' text || fail "$what: $(cat text)"
	"$LPVIEW" merge -f -o merged.lprof "$@"
	"$LPVIEW" --check merged.lprof >text || fail "$what, merged: $(cat text)"
	! grep 'are missing' text || fail "$what, merged: $(cat text)"
}
for how in end stop; do
	for i in 1 2 3 4 5 6; do
		LINEPROF_FILE=$how.$i.lprof ./busy $how
		holds "$how" $how.$i.lprof
	done
	holds "$how, all" $how.*.lprof
done
