# switches.sh: the kernel starts and stops a thread's perf events whenever it gets a processor or gives it away. Of a thread
# that does so all the time they would be most of the cost: it is left to the timer, which tells how much was in the kernel.
# Others keep theirs.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END_OF_APP'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ROUNDS_MOST = 3000000, ROUNDS_BETWEEN_LOOKS = 10000, ROUNDS_LEFT = 60000 };

static int there[2], back[2];
static volatile unsigned long sum;

/* Events that the process has: a ring each. */
static int rings(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512];
	int count = 0;

	while (maps && fgets(line, sizeof line, maps))
		count += strstr(line, "[perf_event]") != NULL;
	if (maps)
		fclose(maps);
	return count;
}

static void *answer(void *nothing)
{
	char byte;

	while (read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1)
		sum++;
	return nothing;
}

static void *work(void *nothing)
{
	for (unsigned long i = 0; i < 300000000; i++)
		sum += i;
	printf("work %d\n", rings());
	return nothing;
}

int main(void)
{
	pthread_t thread;
	char byte = 'x';
	struct rusage usage;
	int begin, rounds = 0;

	if (pipe(there) != 0 || pipe(back) != 0)
		return 1;
	pthread_create(&thread, NULL, answer, NULL);
	if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
		return 1;
	begin = rings();
	printf("begin %d\n", begin);
	do {
		if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
			return 1;
	} while (++rounds % ROUNDS_BETWEEN_LOOKS || (rings() > 0 && rounds < ROUNDS_MOST));
	printf("end %d\n", rings());
	for (rounds = 0; rounds < ROUNDS_LEFT; rounds++)
		if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
			return 1;
	close(there[1]);
	pthread_join(thread, NULL);
	getrusage(RUSAGE_SELF, &usage);
	fprintf(stderr, "%ld\n", (long)usage.ru_stime.tv_sec * 1000000 + (long)usage.ru_stime.tv_usec);
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	return 0;
}
END_OF_APP
$CC -O2 -pthread app.c -o app
LINEPROF_FILE=p.lprof LINEPROF_ENGINE=perf ./app >out 2>kernel_us || fail "status $?: $(cat kernel_us)"
case $(cat out) in
*"begin 0"*) skip "no perf here" ;;
"begin 4
end 0
work 2") ;;
*) fail "$(cat out)" ;;
esac
"$LPVIEW" --check p.lprof >check.out || fail "$(cat check.out)"
# Samples go on: they stand for the CPU time.
same "samples" True "$(query p.lprof "0.7 < profile.json['run']['samples'] * profile.json['run']['sample_period_ns'] / profile.json['run']['cpu_ns'] < 1.3")"
same "in the kernel" True "$(query p.lprof "profile.json['run']['kernel_samples'] * profile.json['run']['sample_period_ns'] / 1000 > 0.5 * $(cat kernel_us)")"
