/// \file clocks.cpp
/// The late pass: on what the optimiser made, sees to it that a thread is set
/// up before it counts, and reads clocks where a function is worth it.
///
/// The check stands here and not earlier, as it would put a branch and a call
/// into every loop that a function is inlined into.
#include "format/abi.h"
#include "plugin/calls.h"
#include "plugin/counters.h"
#include "plugin/emit.h"
#include "plugin/frame_pointers.h"
#include "plugin/landings.h"
#include "plugin/links.h"
#include "plugin/llvm_compat.h"
#include "plugin/options.h"
#include "plugin/passes.h"
#include "plugin/sandboxes.h"
#include "plugin/selection.h"
#include "plugin/settle.h"
#include "plugin/signal_masks.h"
#include "plugin/tail_calls.h"
#include "plugin/wait_clocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InstIterator.h"

#include <optional>

using namespace llvm;

namespace lineprof {

namespace {

/// Instructions from which on a function without loops and calls out is
/// clocked.
constexpr unsigned LongFunction = 200;

/// A call that may take long or wait: out of the unit, that returns, to what
/// may change more than what it is given (memcpy() does not).
bool callsOut(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || !isCall(*Call) || Call->doesNotReturn() ||
      Call->onlyReadsMemory() || Call->onlyAccessesInaccessibleMemOrArgMem())
    return false;
  const Function *Callee = Call->getCalledFunction();
  return !Callee || Callee->isDeclaration();
}

bool calls(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && isCall(*Call);
}

bool callsLocal(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->hasLocalLinkage();
}

using FunctionSet = SmallSetVector<Function *, 4>;

/// Whether \p F runs only where one of \p Callers calls it.
bool isCalledOnlyBy(const Function &F, const FunctionSet &Callers) {
  return F.hasLocalLinkage() && all_of(F.uses(), [&](const Use &U) {
           const auto *Call = dyn_cast<CallBase>(U.getUser());
           return Call && Call->isCallee(&U) &&
                  Callers.count(const_cast<Function *>(Call->getFunction()));
         });
}

/// The functions that choose for `ifunc`s, and those that only they call. In a
/// static program they run before the first thread has anything of its own.
FunctionSet findResolvers(Module &M) {
  FunctionSet Found;
  for (const GlobalIFunc &Choice : M.ifuncs())
    if (auto *F = dyn_cast<Function>(
            Choice.getResolver()->stripPointerCastsAndAliases()))
      Found.insert(const_cast<Function *>(F));
  for (size_t Next = 0; Next < Found.size(); Next++)
    for (Instruction &I : instructions(*Found[Next]))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction())
          if (isCalledOnlyBy(*Callee, Found))
            Found.insert(Callee);
  return Found;
}

/// Where code may be inserted at the start of \p F: behind its allocas, which
/// are gathered there, as one that is left behind a branch would be dynamic.
Instruction *startOf(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  Instruction *First = &*Entry.getFirstInsertionPt();
  while (isa<AllocaInst>(First))
    First = First->getNextNode();
  for (Instruction &I :
       make_early_inc_range(make_range(First->getIterator(), Entry.end())))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I))
      if (Alloca->isStaticAlloca() && Alloca != First)
        Alloca->moveBefore(Entry, First->getIterator());
  return First;
}

/// The place before \p Return where a function is over: before a call in tail
/// position, which is the caller's business already.
Instruction *endOf(ReturnInst *Return) {
  Instruction *Before = Return->getPrevNode();
  while (Before && (isNoCode(*Before) || isa<BitCastInst>(Before)))
    Before = Before->getPrevNode();
  auto *Call = dyn_cast_or_null<CallInst>(Before);
  if (!Call || !Call->isTailCall())
    return Return;
  const Value *Result = Return->getReturnValue();
  if (Result && Result->stripPointerCasts() != Call)
    return Return;
  return Call;
}

class Clocks {
public:
  Clocks(Module &M, FunctionAnalysisManager &FAM, const FramelessSet &Frameless,
         bool IsOptimised)
      : M(M), FAM(FAM), Tag(counterTag(M)), IsOptimised(IsOptimised), Emit(M),
        Resolvers(findResolvers(M)), Frameless(Frameless) {
    if (options().isTimed())
      Tails.emplace(M, FAM);
  }

  void run() {
    // The stubs join the module's functions as they are made.
    SmallVector<Function *, 64> Functions;
    for (Function &F : M)
      if (!F.isDeclaration() && !compat::startsWith(F.getName(), "__lineprof_"))
        Functions.push_back(&F);
    for (Function *F : Functions) {
      // What LLVM found out with ticks, which write nothing that others see.
      compat::forgetMemoryEffects(*F);
      const Ticks Counting = findTicks(*F);
      if (!Resolvers.count(F))
        tellOfSandboxes(*F, Emit);
      if (options().isTimed() && !Resolvers.count(F))
        addTiming(*F, !Counting.empty());
      findThread(*F, Counting);
    }
    emitLinks(M, Emit);
    Emit.finish();
  }

private:
  /// Has what is \p Counting in \p F find the thread's own counters.
  void findThread(Function &F, const Ticks &Counting) {
    Value *Delta = nullptr;
    if (Resolvers.count(&F)) {
      Delta = ConstantInt::get(Type::getInt64Ty(M.getContext()), 0);
      compat::leaveNumbersAlone(F); // its memory is not there yet either
    } else if (needsCheck(F, !Counting.empty()))
      Delta = addCheck(F);
    settle(F, Counting, Delta, Tag, IsOptimised, Emit);
  }

  void addTiming(Function &F, bool Counts) {
    letSamplesThrough(F, Emit);
    GlobalVariable *Record = recordOf(F);
    // What is counted may have been inlined into what is not: a lambda into
    // std::function's code, which ends with the lambda's last call.
    if (Record || Counts)
      Tails->keep(F);
    if (Frameless.count(&F)) // by its frame a clock knows what it is of
      return;
    // So is one in what makes a function of it that can be pointed to; and
    // std::this_thread::sleep_for() is code of this unit's, too, as are
    // libraries that are headers only.
    if (Record || Counts ? isSelected(F) : F.hasFnAttribute(SystemMark))
      clockWaits(F, Emit);
    if (!Record)
      return;
    closeClocksAtLandings(F, Emit);
    if (wantsClock(F))
      addClock(F, Record);
  }

  /// Where the user selects, nothing else has clocks.
  bool isSelected(const Function &F) {
    return !M.getModuleFlag(SelectedMark) || F.hasFnAttribute(SelectedMark);
  }

  /// What the user selected has a clock, however short.
  bool wantsClock(Function &F) {
    return isSelected(F) && (M.getModuleFlag(SelectedMark) || isWorthAClock(F));
  }

  bool isWorthAClock(Function &F) {
    // What the linker may still inline is left alone if it is short.
    return F.getInstructionCount() >= LongFunction ||
           !FAM.getResult<LoopAnalysis>(F).empty() ||
           (!options().IsLinkTime &&
            (any_of(instructions(F), callsOut) || mayBeFirst(F)));
  }

  /// Whether \p F calls others and may be a thread's first function, as some
  /// code gives its address away: without a clock what is waited for there
  /// would be outside of all functions.
  static bool mayBeFirst(const Function &F) {
    const bool IsGiven = any_of(F.uses(), [](const Use &U) {
      const auto *Call = dyn_cast<CallBase>(U.getUser());
      return isa<Instruction>(U.getUser()) && !(Call && Call->isCallee(&U));
    });
    return (IsGiven || F.getName() == "main") && any_of(instructions(F), calls);
  }

  /// Whether \p F may be the first in a thread that counts. Functions that only
  /// this unit calls are called by such ones.
  static bool needsCheck(Function &F, bool Counts) {
    return (!F.hasLocalLinkage() || F.hasAddressTaken()) &&
           (Counts || any_of(instructions(F), callsLocal));
  }

  /// Sees to it that the thread is set up, and returns its delta.
  Value *addCheck(Function &F) {
    Instruction *Start = startOf(F);
    IRBuilder<> B(Start);
    B.SetCurrentDebugLocation(Emit.probeLocation(F));
    LoadInst *Before = loadDelta(B);
    Value *IsUnset = B.CreateICmpEQ(Before, B.getInt64(0));
    Instruction *SetUp = Emit.branchRarely(IsUnset, Start);
    B.SetInsertPoint(SetUp);
    B.SetCurrentDebugLocation(Before->getDebugLoc());
    Emit.callStub(B, Emit.threadStub(), {});
    LoadInst *After = loadDelta(B);
    B.SetInsertPoint(Start);
    B.SetCurrentDebugLocation(Before->getDebugLoc());
    PHINode *Delta = B.CreatePHI(B.getInt64Ty(), 2);
    Delta->addIncoming(Before, Before->getParent());
    Delta->addIncoming(After, SetUp->getParent());
    return Delta;
  }

  /// Volatile: not to be merged with one on the other side of the check.
  LoadInst *loadDelta(IRBuilder<> &B) {
    LoadInst *Load = B.CreateLoad(B.getInt64Ty(), Emit.delta(), true);
    Emit.leaveAlone(Load);
    return Load;
  }

  void addClock(Function &F, GlobalVariable *Record) {
    setClocked(Record);
    // One function's clocks inside another's would have one frame.
    if (options().IsLinkTime && !F.hasFnAttribute(Attribute::AlwaysInline))
      F.addFnAttr(Attribute::NoInline);
    Instruction *Start = startOf(F);
    IRBuilder<> B(Start);
    B.SetCurrentDebugLocation(Emit.probeLocation(F));
    AllocaInst *Pushed = B.CreateAlloca(B.getInt32Ty());
    Emit.leaveAlone(B.CreateStore(B.getInt32(0), Pushed));
    Value *Frame = Emit.frameAddress(B);
    LoadInst *Gate = B.CreateLoad(
        B.getInt32Ty(),
        B.CreateStructGEP(Record->getValueType(), Record, Func_gate), true);
    Emit.leaveAlone(Gate);
    giveReturns(F);
    SmallVector<ReturnInst *, 8> Returns;
    for (BasicBlock &BB : F)
      if (auto *Return = dyn_cast<ReturnInst>(BB.getTerminator()))
        Returns.push_back(Return);
    Value *IsOpen = B.CreateICmpEQ(Gate, B.getInt32(0));
    B.SetInsertPoint(Emit.branchRarely(IsOpen, Start));
    B.SetCurrentDebugLocation(Gate->getDebugLoc());
    Emit.callStub(B, Emit.enterStub(), {Record, Frame, Pushed});
    for (ReturnInst *Return : Returns)
      addEnd(*Return, Pushed, Frame);
  }

  void addEnd(ReturnInst &Return, AllocaInst *Pushed, Value *Frame) {
    Instruction *End = endOf(&Return);
    Instruction *Left = addLeave(End, Pushed, Frame);
    auto *Call = dyn_cast<CallInst>(End);
    if (Call && !Call->isMustTailCall() && !Call->cannotDuplicate())
      comeBack(*Call, Return, Left);
  }

  /// A call in tail position comes back for a clock that is open, so that this
  /// has the callee's time, too. Where none is, as behind as many open ones as
  /// a thread can have, it stays a jump: functions that call each other without
  /// end need no more stack than these.
  void comeBack(CallInst &Call, ReturnInst &Return, Instruction *Left) {
    auto *Timed = cast<CallInst>(Call.clone());
    Timed->setTailCallKind(CallInst::TCK_NoTail);
    IRBuilder<> B(&Left->getParent()->front());
    B.SetCurrentDebugLocation(Call.getDebugLoc());
    B.Insert(Timed);
    B.SetInsertPoint(Left);
    B.SetCurrentDebugLocation(Return.getDebugLoc());
    if (const Value *Result = Return.getReturnValue())
      B.CreateRet(B.CreateBitCast(Timed, Result->getType()));
    else
      B.CreateRetVoid();
    Left->eraseFromParent();
  }

  /// Returns the branch behind the end of the clock, to \p Before.
  Instruction *addLeave(Instruction *Before, AllocaInst *Pushed, Value *Frame) {
    IRBuilder<> B(Before);
    B.SetCurrentDebugLocation(Emit.probeLocation(*Before->getFunction()));
    LoadInst *Flag = B.CreateLoad(B.getInt32Ty(), Pushed);
    Emit.leaveAlone(Flag);
    Value *IsPushed = B.CreateICmpNE(Flag, B.getInt32(0));
    Instruction *Left = Emit.branchRarely(IsPushed, Before);
    B.SetInsertPoint(Left);
    B.SetCurrentDebugLocation(Flag->getDebugLoc());
    Emit.callStub(B, Emit.leaveStub(), {Frame});
    return Left;
  }

  void setClocked(GlobalVariable *Record) {
    Constant *Init = Record->getInitializer();
    SmallVector<Constant *, 8> Fields;
    for (unsigned I = 0; I < Init->getNumOperands(); I++)
      Fields.push_back(Init->getAggregateElement(I));
    Fields[Func_flags] =
        ConstantInt::get(Fields[Func_flags]->getType(), LP_FUNC_CLOCKED);
    Record->setInitializer(
        ConstantStruct::get(cast<StructType>(Init->getType()), Fields));
  }

  Module &M;
  FunctionAnalysisManager &FAM;
  MDNode *Tag;
  const bool IsOptimised;
  Emitter Emit;
  const FunctionSet Resolvers;
  const FramelessSet &Frameless;
  std::optional<TailCalls> Tails; ///< where there are times
};

} // namespace

PreservedAnalyses ClocksPass::run(Module &M, ModuleAnalysisManager &AM) {
  FramelessSet Frameless;
  if (options().isTimed()) // in functions that are not counted, too
    Frameless = keepFramePointers(M);
  GlobalVariable *Descriptor = M.getNamedGlobal(LP_SYMBOL_MODULE);
  if (!Descriptor || Descriptor->isDeclaration() ||
      M.getModuleFlag(ClockedFlag))
    return PreservedAnalyses::all();
  M.addModuleFlag(Module::Override, ClockedFlag, LP_ABI_VERSION);
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  Clocks(M, FAM, Frameless, IsOptimised).run();
  return PreservedAnalyses::none();
}

} // namespace lineprof
