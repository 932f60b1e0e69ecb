/// \file openmp.cpp
/// What clang makes of OpenMP's directives, by its names and calls
/// (clang/lib/CodeGen/CGOpenMPRuntime.cpp; kmp.h of LLVM's runtime).
#include "plugin/openmp.h"

#include "plugin/llvm_compat.h"
#include "plugin/table_names.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace lineprof {

/// kmp_distribute_static_chunked and kmp_distribute_static.
enum { DistributeChunked = 91, DistributeStatic = 92 };

/// What clang adds to the name of the function that has the directive; and to
/// the one of two functions that has the code.
static constexpr StringLiteral Outlined = ".omp_outlined";
static constexpr StringLiteral DebugMark = "_debug__";
/// Of a statement behind `ordered simd` this is all of the name.
static constexpr StringLiteral Apart = "__captured_stmt";

static const Function *calleeOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call ? Call->getCalledFunction() : nullptr;
}

StringRef openmpCall(const Instruction &I) {
  const Function *Callee = calleeOf(I);
  const StringRef Name = Callee ? Callee->getName() : StringRef();
  return compat::startsWith(Name, "__kmpc_") ? Name : StringRef();
}

/// The barrier behind a loop, sections or `single` is a call of its own.
bool mayWaitForOthers(StringRef Name) {
  static const StringSet<> Waits = {"__kmpc_barrier",
                                    "__kmpc_cancel_barrier",
                                    "__kmpc_copyprivate",
                                    "__kmpc_critical",
                                    "__kmpc_critical_with_hint",
                                    "__kmpc_doacross_wait",
                                    "__kmpc_end_reduce",
                                    "__kmpc_end_taskgroup",
                                    "__kmpc_fork_call",
                                    "__kmpc_fork_call_if",
                                    "__kmpc_fork_teams",
                                    "__kmpc_omp_taskwait",
                                    "__kmpc_omp_taskwait_deps_51",
                                    "__kmpc_omp_wait_deps",
                                    "__kmpc_ordered",
                                    "__kmpc_reduce",
                                    "__kmpc_reduce_nowait"};
  return Waits.contains(Name);
}

/// By the runtime, at once where an `if` says so, or on the host.
bool entersDirective(const Instruction &I) {
  static const StringSet<> Begins = {"__kmpc_fork_call",
                                     "__kmpc_fork_call_if",
                                     "__kmpc_fork_teams",
                                     "__kmpc_omp_task",
                                     "__kmpc_omp_task_with_deps",
                                     "__kmpc_taskloop",
                                     "__kmpc_taskloop_5",
                                     "__kmpc_critical",
                                     "__kmpc_critical_with_hint",
                                     "__kmpc_single",
                                     "__kmpc_master",
                                     "__kmpc_masked",
                                     "__kmpc_taskgroup",
                                     "__kmpc_ordered",
                                     "__kmpc_omp_task_begin_if0"};
  const Function *Callee = calleeOf(I);
  return Callee && (Begins.contains(Callee->getName()) ||
                    compat::startsWith(Callee->getName(), "__tgt_target") ||
                    isOutlined(Callee->getName()));
}

bool asksForPart(const Instruction &I) {
  return compat::startsWith(openmpCall(I), "__kmpc_for_static_init_");
}

bool choosesThread(const Instruction &I) {
  static const StringSet<> Chooses = {"__kmpc_master", "__kmpc_masked",
                                      "__kmpc_single"};
  const auto *Branch = dyn_cast<CondBrInst>(&I);
  const auto *Test = dyn_cast<ICmpInst>(Branch ? Branch->getCondition() : &I);
  const auto *Asked =
      Test ? dyn_cast<Instruction>(Test->getOperand(0)) : nullptr;
  const StringRef Call = Asked ? openmpCall(*Asked) : StringRef();
  return Chooses.contains(Call) ||
         compat::startsWith(Call, "__kmpc_dispatch_next_");
}

bool isOutlined(StringRef Name) {
  return (Name.contains(Outlined) || compat::startsWith(Name, Apart) ||
          compat::startsWith(Name, "__omp_offloading_")) &&
         !Name.contains("reduction_func");
}

/// Whether \p Name is that of the one of two functions which has the code:
/// clang makes two with debug information of variables. Names of what is inside
/// it begin with its own.
static bool hasVariables(StringRef Name) {
  return Name.rtrim("0123456789.").take_back(DebugMark.size()) == DebugMark;
}

static bool callsCode(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const Function *Callee = calleeOf(I);
    return Callee && isOutlined(Callee->getName()) &&
           hasVariables(Callee->getName());
  });
}

/// The function that \p F is used in: calls it or hands it to the runtime.
static const Function *userOf(const Function &F) {
  SmallVector<const User *, 4> Users(F.users());
  while (!Users.empty()) {
    const User *U = Users.pop_back_val();
    if (const auto *I = dyn_cast<Instruction>(U))
      return I->getFunction();
    if (isa<ConstantExpr>(U))
      Users.append(U->user_begin(), U->user_end());
  }
  return nullptr;
}

/// The function of the source that \p F, which clang made, is used in, if by
/// way of others that clang made; nullptr if there is none.
static const Function *functionAround(const Function &F) {
  constexpr unsigned MostSteps = 64;
  const Function *At = &F;
  for (unsigned Steps = 0; At && Steps < MostSteps; Steps++) {
    const DISubprogram *SP = At->getSubprogram();
    // The entry of a task has no name, but one for the linker.
    if (SP && !SP->getName().empty() && !isOutlined(SP->getName()))
      return At;
    At = userOf(*At);
  }
  return nullptr;
}

std::string outlinedName(const Function &F) {
  const StringRef Own = F.getSubprogram()->getName();
  const Function *Around = functionAround(F);
  if (!Around || !(Own.contains(Outlined) || compat::startsWith(Own, Apart)))
    return Own.str();
  const std::string Name = fullName(Around->getName());
  // As demanglers say it of names that have it at their end.
  return Name.empty() ? (Around->getSubprogram()->getName() + Outlined).str()
                      : Name + " [clone " + Outlined.str() + "]";
}

/// Whether \p I gets a team its part of a loop.
static bool distributes(const Instruction &I) {
  if (!asksForPart(I))
    return false;
  const auto *Schedule =
      dyn_cast<ConstantInt>(cast<CallBase>(I).getArgOperand(2));
  return Schedule && (Schedule->equalsInt(DistributeChunked) ||
                      Schedule->equalsInt(DistributeStatic));
}

/// Whether \p F deals a loop out, and is the team's part of one directive for
/// teams and threads, or the threads' of one for threads and tasks. What that
/// does stands where it does, or where the statement begins, as \p F itself; a
/// directive inside would stand behind, or be that statement.
static bool dealsOut(const Function &F) {
  const DISubprogram &SP = *F.getSubprogram();
  const unsigned First = SP.getLine();
  const bool IsAtStatement = hasVariables(SP.getName());
  bool Distributes = false, Forks = false, Queues = false;
  for (const Instruction &I : instructions(F)) {
    const DebugLoc &Loc = I.getDebugLoc();
    if (!Loc || Loc.getLine() == 0 || Loc.getLine() > First)
      continue;
    Distributes |= distributes(I);
    Forks |= openmpCall(I) == "__kmpc_fork_call";
    Queues |= compat::startsWith(openmpCall(I), "__kmpc_taskloop") &&
              (Loc.getLine() < First || !IsAtStatement);
  }
  return Queues || (Distributes && Forks);
}

bool isOutlinedGlue(const Function &F) {
  return (!hasVariables(F.getSubprogram()->getName()) && callsCode(F)) ||
         dealsOut(F);
}

/// Whether \p V is computed of a variable that is counted up: of the one that
/// is left of several loops.
static bool isOfCounter(const Value *V) {
  SmallVector<const Value *, 8> Asked = {V};
  for (unsigned Steps = 0; !Asked.empty() && Steps < 64; Steps++) {
    const auto *Of = dyn_cast<Instruction>(Asked.pop_back_val());
    if (const auto *Load = dyn_cast_or_null<LoadInst>(Of)) {
      const Value *Slot = Load->getPointerOperand();
      if (any_of(Slot->users(), [Slot](const User *U) {
            const auto *Store = dyn_cast<StoreInst>(U);
            const auto *Sum =
                Store ? dyn_cast<BinaryOperator>(Store->getValueOperand())
                      : nullptr;
            const auto *Old =
                Sum ? dyn_cast<LoadInst>(Sum->getOperand(0)) : nullptr;
            return Old && Sum->getOpcode() == Instruction::Add &&
                   Old->getPointerOperand() == Slot;
          }))
        return true;
    } else if (Of && isa<BinaryOperator, CastInst>(Of)) {
      Asked.append(Of->op_begin(), Of->op_end());
    }
  }
  return false;
}

bool setsCollapsed(const Instruction &I) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && isOfCounter(Store->getValueOperand());
}

/// Adds to \p Out what stores into \p Array or a part of it.
static void findStores(const Value &Array,
                       SmallVectorImpl<const Instruction *> &Out) {
  for (const User *U : Array.users()) {
    const auto *Store = dyn_cast<StoreInst>(U);
    if (Store && Store->getPointerOperand() == &Array)
      Out.push_back(Store);
    else if (isa<GetElementPtrInst, BitCastInst>(U))
      findStores(*U, Out);
  }
}

/// Notes in \p Found what \p Work computes, by way of operands. \p Begins: the
/// ends of inner loops, too, which clang keeps in variables.
static void noteAll(SmallVectorImpl<const Instruction *> &Work, bool Begins,
                    InstructionSet &Found) {
  while (!Work.empty()) {
    const Instruction *Part = Work.pop_back_val();
    if (!isa<StoreInst, LoadInst, BinaryOperator, CastInst, GetElementPtrInst,
             IntrinsicInst>(Part) ||
        !Found.insert(Part).second)
      continue;
    const auto *Kept =
        Begins && isa<LoadInst>(Part)
            ? dyn_cast<AllocaInst>(cast<LoadInst>(Part)->getPointerOperand())
            : nullptr;
    if (Kept)
      findStores(*Kept, Work);
    for (const Value *Of : Part->operands())
      if (const auto *Before = dyn_cast<Instruction>(Of))
        Work.push_back(Before);
  }
}

/// What \p Call is given in an array of its own, its argument \p Which.
static void noteArray(const CallBase &Call, unsigned Which, bool Begins,
                      InstructionSet &Found) {
  SmallVector<const Instruction *, 8> Work;
  findStores(*Call.getArgOperand(Which)->stripInBoundsConstantOffsets(), Work);
  noteAll(Work, Begins, Found);
}

/// The load from a variable that gives \p Pointer; or nullptr.
static const LoadInst *loadOf(const Value *Pointer) {
  const auto *Load = dyn_cast<LoadInst>(Pointer->stripPointerCasts());
  return Load && isa<AllocaInst>(Load->getPointerOperand()) ? Load : nullptr;
}

/// What \p Call, by which an `untied` task puts itself into the queue again,
/// has it go on with: the number of a part, which it goes by when it runs.
static void noteParts(const CallBase &Call, InstructionSet &Found) {
  if (!loadOf(Call.getArgOperand(2))) // it is a new one
    return;
  const Instruction *Before = Call.getPrevNode();
  while (Before && isa<LoadInst, CastInst, DbgInfoIntrinsic>(Before))
    Before = Before->getPrevNode();
  const auto *Store = dyn_cast_or_null<StoreInst>(Before);
  const LoadInst *Part = Store ? loadOf(Store->getPointerOperand()) : nullptr;
  if (!Part || !isa<ConstantInt>(Store->getValueOperand()))
    return;
  Found.insert(Store);
  for (const User *Pointer : Part->getPointerOperand()->users())
    for (const User *Number : Pointer->users())
      for (const User *Goes : Number->users())
        if (isa<LoadInst>(Pointer) && isa<LoadInst>(Number) &&
            isa<SwitchInst>(Goes)) {
          Found.insert(cast<Instruction>(Number));
          Found.insert(cast<Instruction>(Goes));
        }
}

/// What is last for a call about rounds is an array of its own: of numbers, one
/// of each loop, or first of all of how far each goes.
void findUpkeep(const Instruction &I, InstructionSet &Found) {
  const StringRef Name = openmpCall(I);
  if (Name.empty())
    return;
  const auto &Call = cast<CallBase>(I);
  const bool Begins = Name.contains("init");
  if (compat::startsWith(Name, "__kmpc_doacross_") && !Name.contains("fini"))
    noteArray(Call, Begins ? 3 : 2, Begins, Found);
  else if (Name == "__kmpc_copyprivate")
    noteArray(Call, 3, false, Found);
  else if (Name == "__kmpc_omp_task")
    noteParts(Call, Found);
}

} // namespace lineprof
