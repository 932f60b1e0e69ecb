# wait_arms.sh: waits at the ends of an `if`'s or a `switch`'s arms are each its own line's, be they calls of one function or
# of several: LLVM would make one of calls that are alike, be they the program's or the probes'.
. "$SOURCE/tests/e2e/lib.sh"
cat >waits.c <<'END'
#include <poll.h>
#include <sys/types.h>
#include <unistd.h>

__attribute__((noinline)) static void either(int is_first)
{
	if (is_first)
		usleep(40000); // FIRST 40
	else
		poll(0, 0, 120); // OTHER 120
}

__attribute__((noinline)) static void one_of(int which)
{
	switch (which) {
	case 0:
		usleep(20000); // CASE0 20
		break;
	case 1:
		poll(0, 0, 90); // CASE1 90
		break;
	case 2:
		usleep(50000); // CASE2 50
		break;
	default:
		sleep(0); // DEFAULT 0
	}
}

__attribute__((noinline)) static ssize_t returned(int mode, int fd, char *byte)
{
	switch (mode) {
	case 0:
		return read(fd, byte, 1); // READ 80
	case 1:
		return write(fd, byte, 0); // WRITE 0
	default:
		return lseek(fd, 0, SEEK_CUR); // LSEEK 0
	}
}

__attribute__((noinline)) static void same(int is_first, int us)
{
	if (is_first)
		usleep(us); // SAME1 30
	else
		usleep(2 * us); // SAME2 60
}

static void get(void)
{
	usleep(110000); // GET 110
}

static void put(void)
{
	poll(0, 0, 20); // PUT 20
}

__attribute__((noinline)) static void step(int is_first)
{
	if (is_first)
		get();
	else
		put();
}

int main(void)
{
	char byte = 0;
	int ends[2];

	either(0);
	either(1);
	for (int i = 0; i < 3; i++)
		one_of(i);
	if (pipe(ends) != 0)
		return 1;
	if (fork() == 0) {
		usleep(80000);
		_exit(write(ends[1], &byte, 1) != 1);
	}
	returned(0, ends[0], &byte);
	returned(1, ends[1], &byte);
	returned(2, ends[1], &byte);
	same(1, 30000);
	same(0, 30000);
	step(1);
	step(0);
	return 0;
}
END
cat >locks.cpp <<'END'
#include <mutex>
#include <thread>
#include <unistd.h>

static std::mutex first, other;

__attribute__((noinline)) static void take(bool is_first)
{
	if (is_first)
		first.lock(); // FREE 0
	else
		other.lock(); // HELD 80
}

int main()
{
	other.lock();
	std::thread holder([] {
		usleep(80000); // HOLDER 80
		other.unlock();
	});
	take(true);
	take(false);
	holder.join();
}
END
for level in -O1 -O2 -O3; do
	$CC $level waits.c -o waits
	$CXX $level -pthread locks.cpp -o locks
	check_waits waits.lprof waits.c ./waits
	check_waits locks.lprof locks.cpp ./locks
done
