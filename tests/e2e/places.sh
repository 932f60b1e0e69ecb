# places.sh: containers and file systems: without /proc, without perf, with nothing that can be written, with
# process numbers of their own, where blocks cannot be reserved or files not be mapped. As root.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
[ "$(id -u)" = 0 ] || skip "only root may mount"
unshare -m true 2>/dev/null || skip "mounting is refused here"

cat >program.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile long total;
__attribute__((noinline)) static void work(int n) { total += n; }
static void repeat(int n)
{
	for (int i = 0; i < n; i++)
		work(i);
}
/* Runs itself again as `how`, without that system call. */
static int refuse(char **argv, int call, const char *how)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {sizeof code / sizeof *code, code};
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		return 77;
	execl(argv[0], argv[0], how, (char *)0);
	return 127;
}
int main(int argc, char **argv)
{
	const char *const how = argv[argc - 1];
	/* No perf, as in most containers; no locks, as on some file systems. */
	if (!strcmp(how, "refuse"))
		return refuse(argv, SYS_perf_event_open, "work");
	if (!strcmp(how, "lockless"))
		return refuse(argv, SYS_flock, "stay");
	repeat(1000);
	if (!strcmp(how, "fork") && !fork()) {
		repeat(10);
		return 0;
	}
	while (wait(0) > 0)
		;
	puts("done");
	if (!strcmp(how, "stay")) {
		fflush(stdout);
		getchar();
	}
	return 5;
}
C
$CC -O1 program.c -o program
calls() { query "$1" "profile.calls('$PWD/program.c', 'work')[0]"; }

cat >inside.sh <<'S'
eval "$setup" >&4 2>&4 || exit 99
cd place || exit 99
status=0
"$@" || status=$?
cp ./*.lprof ../got/ 2>&4
exit $status
S
# inside SETUP COMMAND...: the command in the folder "place", in mounts of its own that SETUP makes. It ends as
# it does without us; its files are in the folder "got" then.
inside() {
	setup=$1
	export setup
	shift
	rm -rf place got
	mkdir place got
	status=0
	unshare -m sh inside.sh "$@" >out 2>err 4>setup.txt || status=$?
	[ $status != 99 ] || fail "cannot set up: $setup: $(cat setup.txt)"
	same "status of $* with $setup" 5 "$status"
	same "output of $* with $setup" "done" "$(cat out)"
}

say_lines() { grep -c '^lineprof: ' err || true; }
# Of the program, and of the child that it forks.
has_files() {
	same "calls with $setup" "$1" "$(for file in got/*.lprof; do calls "$file"; done | sort -n | xargs)"
}
program=$PWD/program

# whole SETUP: complete files, without a word.
whole() {
	for how in work fork refuse; do
		inside "$1" "$program" $how
		same "what $how says with $1" "" "$(cat err)"
		case $how in
		work) has_files 1000 ;;
		fork) has_files "10 1000" ;;
		refuse) has_files "0 1000" ;;
		esac
	done
}
whole "mount -t tmpfs none /proc"
whole "mount -t tmpfs none place"
# Knows no fallocate().
whole "mount -t ramfs none place"
mkdir lower upper layers
whole "mount -t overlay none -o lowerdir=lower,upperdir=upper,workdir=layers place; rm -f place/*.lprof"

no_profile="there will be no profile unless it can be written at the end, or LINEPROF_FILE names another place"
# refused SETUP WHY: one line says that there is no file, and why.
refused() {
	inside "$1" "$program" work
	same "lines with $1" 1 "$(say_lines)"
	has "what is said with $1" "$2" <err
}
refused "mount --bind place place; mount -o remount,bind,ro place" "$no_profile: Read-only file system"
refused "mount -o remount,bind,ro /" "$no_profile: Read-only file system"
refused "mount -t tmpfs -o size=16k none place" "$no_profile: No space left on device"

# Where the file finds no room, the little that there is stays for others: nothing of it is written, of a child's neither.
cat >narrow.sh <<'S'
status=0
"$@" || status=$?
dd if=/dev/zero of=others bs=4096 count="$free" status=none || echo "no room left"
rm -f others
exit $status
S
for size in 40 100; do
	for how in work fork; do
		# A page each for a file's header.
		free=$((size / 4 - 2))
		export free
		inside "mount -t tmpfs -o size=${size}k none place" sh "$PWD/narrow.sh" "$program" $how
		has "what $how says in $size KB" "$no_profile: No space left on device" <err
		for file in got/*.lprof; do
			same "bytes of $file in $size KB" 64 "$(stat -c %s "$file")"
			! "$LPVIEW" "$file" >out 2>&1 || fail "$file is a profile"
			has "what lpview says of $file" "its file had no room" <out
		done
	done
done
# With room for what there is, but not for what is reserved ahead, it is whole.
inside "mount -t tmpfs -o size=200k none place" "$program" work
has "what is said in 200 KB" "$no_profile: No space left on device" <err
has_files 1000

# A file system of a program's: its files cannot be mapped to be written. They are written at the end.
if command -v fuse2fs >/dev/null && [ -e /dev/fuse ]; then
	truncate -s 8M image
	mke2fs -q image
	refused "fuse2fs -o direct_io image place" "$no_profile: No such device"
	has_files 1000
fi

# Containers that share a folder, be it one whose file system has no locks: each has a process 1.
mkfifo gate
for how in stay lockless; do
	rm -rf place out.* err.*
	mkdir place
	exec 3<>gate
	for i in 1 2 3 4; do
		(cd place && exec unshare -pf --mount-proc "$program" $how <../gate >../out.$i 2>../err.$i 3>&-) &
		# Without locks, two that begin at once may take one file.
		while [ $how = lockless ] && [ ! -s out.$i ]; do sleep 0.1; done
	done
	for i in 1 2 3 4; do
		while [ ! -s out.$i ]; do sleep 0.1; done
	done
	exec 3>&-
	wait
	same "what four containers say, $how" "" "$(cat err.*)"
	[ $how = lockless ] || same "their names" "program.1.2.lprof program.1.3.lprof program.1.lprof program.lprof" \
		"$(cd place && ls | xargs)"
	# One that runs itself again leaves the file of before, of no calls.
	same "calls of four containers, $how" "1000 1000 1000 1000" \
		"$(for file in place/*.lprof; do calls "$file"; done | grep -v '^0$' | xargs)"
done

# sudo: in a user's folder, with another environment. Root's file is not the user's to replace.
command -v setpriv >/dev/null || exit 0
chmod 755 .
mkdir home
chown 65534:65534 home
# in_home OWNER COMMAND...: leaves the file, which is that user's
in_home() {
	owner=$1
	shift
	status=0
	(cd home && exec "$@" "$program" work) >out 2>err || status=$?
	same "status of $*" 5 "$status"
	same "owner of the file behind $*" "$owner" "$(stat -c %u home/program.lprof)"
}
in_home 65534 setpriv --reuid=65534 --regid=65534 --clear-groups
same "what the user is told" "" "$(cat err)"
in_home 0 env -i
same "what sudo tells" "" "$(cat err)"
same "calls by sudo" 1000 "$(calls home/program.lprof)"
in_home 0 setpriv --reuid=65534 --regid=65534 --clear-groups
has "what the user is told then" "program.lprof: cannot create it, $no_profile: Permission denied" <err
