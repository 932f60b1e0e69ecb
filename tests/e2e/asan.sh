# asan.sh: beside AddressSanitizer, ThreadSanitizer and UBSan: no report of theirs about us,
# theirs about the program as before, and the counts are right.
# Two clangs are enough: what is between them has the same sanitizers.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *thread(void *argument) //= 2
{
	int *data = argument; //= 2
	for (int i = 0; i < 100; i++) //= 202
		data[i] = i; //= 200
	return NULL; //= 2
}
int main(int argc, char **argv) //= 1
{
	(void)argv; //= 1
	pthread_t threads[2]; //= 1
	int *data[2]; //= 1
	for (int i = 0; i < 2; i++) { //= 3
		data[i] = malloc(100 * sizeof(int)); //= 2
		pthread_create(&threads[i], NULL, thread, data[i]); //= 2
	}
	for (int i = 0; i < 2; i++) //= 3
		pthread_join(threads[i], NULL); //= 2
	printf("%d\n", data[0][7]); //= 1
	if (argc > 1) //= 1
		data[1][100] = 1; //= 0
	free(data[0]); //= 1
	free(data[1]); //= 1
	return 0; //= 1
}
END
for sanitizer in address undefined thread; do
	for level in -O0 -O2; do
		$CC $level -g -fsanitize=$sanitizer -pthread program.c -o program
		rm -f p.lprof
		status=0
		LINEPROF_FILE=p.lprof setarch "$(uname -m)" -R ./program >out 2>err || status=$?
		cat err
		same "$sanitizer $level: status" 0 "$status"
		same "$sanitizer $level: output" 7 "$(cat out)"
		same "$sanitizer $level: stderr" "" "$(cat err)"
		check_profile p.lprof program.c || fail "$sanitizer $level"
	done
done
# ThreadSanitizer, the last of them, holds signals back, and perf's samples with them: that is said.
case $("$LPVIEW" --functions p.lprof) in
*"perf refused: Permission denied"* | *"perf refused: Operation not permitted"* | *"perf not asked for"*)
	leave_out "perf beside ThreadSanitizer: it is refused here"
	;;
*"perf refused: its samples come late, as with ThreadSanitizer"*) ;;
*) fail "it is not said that samples come late: $("$LPVIEW" --functions p.lprof)" ;;
esac
$CC -O1 -g -fsanitize=address -pthread program.c -o program
LINEPROF_FILE=p.lprof ./program bad >out 2>err && fail "the program's own bug was not found"
grep -q heap-buffer-overflow err || fail "the program's own bug was not found: $(cat err)"

# One that keeps books on all that is mapped, and one that forbids to wait.
cat >program.c <<'END'
static volatile double sum;
__attribute__((noinline)) static void compute(int n) NONBLOCKING
{
	for (int i = 0; i < n; i++)
		sum = sum + i * 0.5;
}
int main(void)
{
	for (int i = 0; i < 100; i++)
		compute(1000000);
	return 3;
}
END
for sanitizer in type realtime; do
	nonblocking=
	[ $sanitizer = type ] || nonblocking='__attribute__((nonblocking))'
	if ! $CLANG -fsanitize=$sanitizer "-DNONBLOCKING=$nonblocking" program.c -o plain 2>/dev/null; then
		leave_out "-fsanitize=$sanitizer: this clang does not have it"
		continue
	fi
	$CC -O1 -fsanitize=$sanitizer "-DNONBLOCKING=$nonblocking" program.c -o program
	for engine in perf timer; do
		status=0
		LINEPROF_FILE=p.lprof LINEPROF_ENGINE=$engine timeout 60 ./program 2>err || status=$?
		same "$sanitizer, $engine: status" 3 "$status$(grep -v "^lineprof:" err)"
	done
done
