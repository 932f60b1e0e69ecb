/// \file waiting_calls.cpp
/// Knows by their names the functions that may wait.
#include "plugin/waiting_calls.h"

#include "plugin/library_calls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace lineprof {

/// POSIX.1-2017, and what Linux and glibc add (signal-safety(7), pthreads(7),
/// cancellation points of pthreads(7)). Not fork() and its like, which return
/// twice.
static const StringSet<> &functionsOfC() {
  static const StringSet<> Names = {
      // time
      "sleep", "usleep", "nanosleep", "clock_nanosleep", "thrd_sleep", "pause",
      // signals
      "sigsuspend", "sigwait", "sigwaitinfo", "sigtimedwait", "sigpause",
      // events
      "poll", "ppoll", "select", "pselect", "epoll_wait", "epoll_pwait",
      "epoll_pwait2", "__poll_chk", "__ppoll_chk", "eventfd_read",
      "eventfd_write",
      // threads
      "pthread_join", "pthread_timedjoin_np", "pthread_clockjoin_np",
      "pthread_mutex_lock", "pthread_mutex_timedlock",
      "pthread_mutex_clocklock", "pthread_rwlock_rdlock",
      "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock",
      "pthread_rwlock_wrlock", "pthread_rwlock_timedwrlock",
      "pthread_rwlock_clockwrlock", "pthread_cond_wait",
      "pthread_cond_timedwait", "pthread_cond_clockwait",
      "pthread_barrier_wait", "sem_wait", "sem_timedwait", "sem_clockwait",
      "thrd_join", "mtx_lock", "mtx_timedlock", "pthread_once", "call_once",
      "cnd_wait", "cnd_timedwait", "sched_yield", "pthread_yield", "thrd_yield",
      "syscall",
      // processes
      "wait", "waitpid", "wait3", "wait4", "waitid", "system", "popen",
      "pclose", "posix_spawn", "posix_spawnp", "msgrcv", "msgsnd", "semop",
      "semtimedop", "mq_receive", "mq_send", "mq_timedreceive", "mq_timedsend",
      // files
      "open", "open64", "openat", "openat64", "creat", "creat64", "close",
      "read", "__read_chk", "pread", "pread64", "__pread_chk", "__pread64_chk",
      "readv", "preadv", "preadv64", "preadv2", "preadv64v2", "write", "pwrite",
      "pwrite64", "writev", "pwritev", "pwritev64", "pwritev2", "pwritev64v2",
      "fsync", "fdatasync", "sync", "syncfs", "msync", "sync_file_range",
      "sendfile", "sendfile64", "splice", "tee", "vmsplice", "copy_file_range",
      "fcntl", "fcntl64", "ioctl", "flock", "lockf", "lockf64", "fallocate",
      "fallocate64", "posix_fallocate", "posix_fallocate64", "ftruncate",
      "ftruncate64", "rename", "unlink", "aio_suspend", "aio_suspend64",
      // network
      "connect", "accept", "accept4", "recv", "__recv_chk", "recvfrom",
      "__recvfrom_chk", "recvmsg", "recvmmsg", "send", "sendto", "sendmsg",
      "sendmmsg", "getaddrinfo", "getnameinfo", "gethostbyname",
      "gethostbyaddr", "res_query", "res_search",
      // stdio
      "fopen", "fopen64", "freopen", "freopen64", "fclose", "fflush",
      "fflush_unlocked", "fread", "fread_unlocked", "__fread_chk",
      "__fread_unlocked_chk", "fwrite", "fwrite_unlocked", "fgets",
      "fgets_unlocked", "__fgets_chk", "__fgets_unlocked_chk", "fputs",
      "fputs_unlocked", "puts", "fgetc", "getc", "getchar", "fputc", "putc",
      "putchar", "getline", "getdelim", "__getdelim", "scanf", "fscanf",
      "__isoc99_scanf", "__isoc99_fscanf", "__isoc23_scanf", "__isoc23_fscanf",
      "printf", "fprintf", "dprintf", "vprintf", "vfprintf", "vdprintf",
      "__printf_chk", "__fprintf_chk", "__dprintf_chk", "__vprintf_chk",
      "__vfprintf_chk", "__vdprintf_chk", "__uflow", "__overflow",
      // libraries
      "dlopen", "dlmopen"};
  return Names;
}

/// How names of libstdc++ and libc++ begin, mangled (Itanium C++ ABI, 5.1).
static bool isOfCxx(StringRef Name) {
  static constexpr StringRef Beginnings[] = {
      "_ZNSt18condition_variable", "_ZNSt3__118condition_variable",
      "_ZNSt6thread4join", "_ZNSt3__16thread4join",
      "_ZNSt28__atomic_futex_unsigned_base", "_ZNSt3__15mutex4lock",
      "_ZNSt3__115recursive_mutex4lock", "_ZNSt3__118shared_timed_mutex",
      "_ZNSt3__117__shared_mutex_base", "_ZNSt3__111timed_mutex",
      "_ZNSt3__111this_thread9sleep_for", "_ZNSt3__117__assoc_sub_state",
      "_ZNSt3__123__cxx_atomic_wait", "_ZNSt3__123__libcpp_atomic_wait",
      // streams: istream and ostream of char, what they are made of, and
      // operators of their own
      "_ZNSi", "_ZNSo", "_ZNSt13basic_filebuf", "_ZNSt14basic_ifstream",
      "_ZNSt14basic_ofstream", "_ZNSt13basic_fstream", "_ZSt7getline",
      "_ZSt16__ostream_insert", "_ZStlsISt11char_traits", "_ZStrsI",
      "_ZSt4endl", "_ZSt5flush", "_ZNSt3__113basic_ostream",
      "_ZNSt3__113basic_istream"};
  return any_of(Beginnings, [&](StringRef Begin) {
    return Name.substr(0, Begin.size()) == Begin;
  });
}

bool mayWait(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || Call.doesNotReturn() ||
      Call.isMustTailCall() || Call.hasFnAttr(Attribute::ReturnsTwice))
    return false;
  const StringRef Name = Callee->getName();
  return isOfCxx(Name) ||
         (functionsOfC().contains(Name) && isLibraryFunction(Name));
}

} // namespace lineprof
