# exits.sh: how programs end, and fork: lineprof neither keeps one, nor asks CUPTI for anything when the driver
# has gone, which the double does not bear; and what is missing then is said.
# Two clangs are enough: the runtime is the same with each.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
make_double
build_pipeline
export LD_LIBRARY_PATH=$WORK LINEPROF_REPORT=never
cat >calls.h <<'END'
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
struct dim3 { unsigned x, y, z; };
int cudaMalloc(void **, size_t);
int cudaFree(void *);
int cudaStreamQuery(void *);
int cudaLaunchKernel(const void *, struct dim3, struct dim3, void **, size_t, void *);
static const struct dim3 one = {1, 1, 1};
END

# build NAME: of the program on stdin
build() {
	cat >"$1.c"
	clang-$CLANG_MAJOR -fplugin="$PLUGIN" -fplugin-arg-lineprof-exclude=library.h -O2 -I"$SOURCE/runtime" "$1.c" \
		-o "$1" -L. -lcudart -lpthread
}

# ends STATUS COMMAND...: within 20 s
ends() {
	wanted=$1 status=0
	shift
	timeout -k 1 20 "$@" >stdout 2>stderr || status=$?
	[ $status = "$wanted" ] || fail "$*: status $status: $(cat stderr)"
}

says() {
	"$LPVIEW" --gpu "$1" >out
	grep -q "$2" out || fail "$1 does not say '$2': $(cat out)"
}

# The first call of all is not over when the program ends.
build begins <<'END'
#include "calls.h"
static void *first(void *memory)
{
	cudaMalloc(&memory, 64);
	return NULL;
}
int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, first, NULL);
	usleep(300000);
	return 0;
}
END
FAKE_GPU=begins ends 0 ./begins
says begins.lprof '^GPU: *the driver had ended before lineprof: the last work is missing$'

# A library runs it all and ends the program: no place is ever left.
cat >library.h <<'END'
static const char early[] = "early", last[] = "last";
static void run_all(int seconds)
{
	cudaLaunchKernel(early, one, one, NULL, 0, NULL);
	sleep(seconds);
	cudaLaunchKernel(last, one, one, NULL, 0, NULL);
	exit(0);
}
END
build never_left <<'END'
#include "calls.h"
#include "library.h"
int main(int count, char **arguments)
{
	(void)arguments;
	run_all(count > 1 ? 2 : 0); // 6
}
END
ends 0 ./never_left
ends 0 ./never_left 2
says never_left.lprof '^ *1 .* never_left.c:6  early$'
says never_left.lprof '^ *1 .* never_left.c:6  last$'

# A kernel that never ends keeps neither a flush nor, beside one, the end.
FAKE_GPU=endless ends 134 ./pipeline flush
says pipeline.lprof '^ *10 *0.400 .*saxpy'
build flushes <<'END'
#include "calls.h"
#include "lineprof.h"
static const char waits[] = "waits";
static void *flush(void *unused)
{
	for (;;)
		lineprof_flush();
	return unused;
}
int main(void)
{
	pthread_t thread;
	cudaLaunchKernel(waits, one, one, NULL, 0, NULL);
	pthread_create(&thread, NULL, flush, NULL);
	sleep(1);
	return 0;
}
END
FAKE_GPU=endless ends 0 ./flushes
says flushes.lprof '^GPU: *the GPU was at work when the program ended: that is missing$'

# What an exit handler asks for that is registered before ours.
build handlers <<'END'
#include "calls.h"
static const char early[] = "early", last[] = "last";
static void *memory;
static void at_exit(void)
{
	cudaLaunchKernel(last, one, one, NULL, 0, NULL);
	cudaFree(memory);
}
int main(void)
{
	cudaStreamQuery(NULL); // no place, but the driver begins
	atexit(at_exit);
	cudaMalloc(&memory, 1 << 20);
	cudaLaunchKernel(early, one, one, NULL, 0, NULL);
	return 0;
}
END
ends 0 ./handlers
says handlers.lprof '^GPU: *work that exit handlers asked for is missing$'

# A child that comes while another thread opens CUPTI: it has half of that.
build forks <<'END'
#include "calls.h"
static const char first[] = "first", child[] = "child";
static void *opens(void *unused)
{
	cudaLaunchKernel(first, one, one, NULL, 0, NULL);
	return unused;
}
int main(void)
{
	pthread_t thread;
	int status;
	pthread_create(&thread, NULL, opens, NULL);
	usleep(100000);
	if (!fork()) {
		cudaLaunchKernel(child, one, one, NULL, 0, NULL);
		exit(0);
	}
	wait(&status);
	pthread_join(thread, NULL);
	return status != 0;
}
END
FAKE_GPU=slow ends 0 ./forks
says forks.lprof '^ *1 .* first$'
says forks.[0-9]*.lprof '^GPU: .*the GPU was in use before fork'
