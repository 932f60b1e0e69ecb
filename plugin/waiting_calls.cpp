/// \file waiting_calls.cpp
/// Knows by their names the functions that may wait.
#include "plugin/waiting_calls.h"

#include "plugin/library_calls.h"
#include "plugin/llvm_compat.h"
#include "plugin/openmp.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace lineprof {

/// Functions of C that may wait although glibc's headers say that they throw
/// nothing, which else is said of what does not. Not fork() and its like, which
/// return twice.
static const StringSet<> &despitePromises() {
  static const StringSet<> Names = {
      // threads
      "pthread_mutex_lock", "pthread_mutex_timedlock",
      "pthread_mutex_clocklock", "pthread_rwlock_rdlock",
      "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock",
      "pthread_rwlock_wrlock", "pthread_rwlock_timedwrlock",
      "pthread_rwlock_clockwrlock", "pthread_barrier_wait", "sched_yield",
      "pthread_yield", "syscall",
      // processes
      "wait3", "wait4", "semop", "semtimedop",
      // files
      "sync", "syncfs", "sendfile", "sendfile64", "ioctl", "flock", "ftruncate",
      "ftruncate64", "rename", "unlink", "aio_suspend64",
      // network
      "res_query", "res_search",
      // libraries
      "dlopen", "dlmopen"};
  return Names;
}

/// CUDA's: what they wait for is known from CUPTI.
static bool isOfCuda(StringRef Name) {
  return compat::startsWith(Name, "cuda") ||
         compat::startsWith(Name, "__cuda") ||
         (compat::startsWith(Name, "cu") && Name.size() > 2 && Name[2] >= 'A' &&
          Name[2] <= 'Z');
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
  if (isInStd(Name))
    return isOfCxx(Name);
  return (promisesNothing(Name) && !isOfCuda(Name)) ||
         (despitePromises().contains(Name) && isLibraryFunction(Name)) ||
         mayWaitForOthers(openmpCall(Call));
}

} // namespace lineprof
