/// \file wait_clocks.cpp
/// Emits clocks around calls that may wait.
#include "plugin/wait_clocks.h"

#include "format/abi.h"
#include "plugin/behind_call.h"
#include "plugin/emit.h"
#include "plugin/llvm_compat.h"
#include "plugin/waiting_calls.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace lineprof {

/// Leads to the runtime; an older one has no such operation.
Function *Emitter::waitBeginStub() {
  if (Function *Known = M.getFunction(LP_SYMBOL_WAIT_BEGIN))
    return Known;
  Function *F = stub(LP_SYMBOL_WAIT_BEGIN, {Ptr, Ptr});
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  lookIfDue(B, F);
  auto *Ty = FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr, Ptr}, false);
  Value *Op = loadLaterOp(B, F, Ops_wait_begin, Type::getVoidTy(C));
  B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)),
               {cast(B, module(), Ptr), F->getArg(0), F->getArg(1)});
  B.CreateRetVoid();
  return F;
}

/// The place of a wait is where this was called.
Function *Emitter::waitEndStub() {
  if (Function *Known = M.getFunction(LP_SYMBOL_WAIT_END))
    return Known;
  Function *F = stub(LP_SYMBOL_WAIT_END, {Ptr, Ptr, Ptr});
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *Ty =
      FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr, Ptr, Ptr, Ptr}, false);
  Value *Op = loadLaterOp(B, F, Ops_wait_end, Type::getVoidTy(C));
  B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)),
               {cast(B, module(), Ptr), F->getArg(0), F->getArg(1),
                F->getArg(2), compat::returnAddress(B)});
  B.CreateRetVoid();
  return F;
}

namespace {

class Waits {
public:
  Waits(Function &F, Emitter &Emit)
      : M(*F.getParent()), Emit(Emit), Wait(makeWait(F)) {}

  void clock(CallBase &Call) {
    // Samples' and the debugger's place is the call's own: a probe's would be
    // no line of the user's.
    const DebugLoc Place = Call.getDebugLoc();
    GlobalVariable *Site = makeSite();
    auto *Plain = dyn_cast<CallInst>(&Call);
    if (Plain && Plain->isTailCall())
      Plain->setTailCallKind(CallInst::TCK_None);
    addEnd(behindCall(Call), Site, Place);
    addBegin(&Call, Site, Place);
  }

private:
  AllocaInst *makeWait(Function &F) {
    IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
    return B.CreateAlloca(Emit.waitType());
  }

  GlobalVariable *makeSite() {
    StructType *Ty = Emit.waitSiteType();
    return new GlobalVariable(M, Ty, false, GlobalValue::PrivateLinkage,
                              Constant::getNullValue(Ty), "__lineprof_w");
  }

  Value *startTicks(IRBuilder<> &B) {
    return B.CreateStructGEP(Emit.waitType(), Wait, Wait_start_ticks);
  }

  void addBegin(Instruction *Before, GlobalVariable *Site,
                const DebugLoc &Place) {
    IRBuilder<> B(Before);
    B.SetCurrentDebugLocation(Place);
    Emit.leaveAlone(B.CreateStore(B.getInt64(0), startTicks(B)));
    LoadInst *Gate = B.CreateLoad(
        B.getInt32Ty(),
        B.CreateStructGEP(Emit.waitSiteType(), Site, WaitSite_gate), true);
    Emit.leaveAlone(Gate);
    B.SetInsertPoint(Emit.branchIfOpen(Gate, Before, Place));
    B.SetCurrentDebugLocation(Place);
    Emit.callFromPlace(B, Emit.waitBeginStub(), {Site, Wait});
  }

  void addEnd(Instruction *Before, GlobalVariable *Site,
              const DebugLoc &Place) {
    IRBuilder<> B(Before);
    B.SetCurrentDebugLocation(Place);
    LoadInst *Start = B.CreateLoad(B.getInt64Ty(), startTicks(B));
    Emit.leaveAlone(Start);
    Value *IsBegun = B.CreateICmpNE(Start, B.getInt64(0));
    B.SetInsertPoint(Emit.branchRarely(IsBegun, Before));
    B.SetCurrentDebugLocation(Place);
    Emit.callFromPlace(B, Emit.waitEndStub(),
                       {Site, Wait, Emit.frameAddress(B)});
  }

  Module &M;
  Emitter &Emit;
  AllocaInst *Wait;
};

} // namespace

void clockWaits(Function &F, Emitter &Emit) {
  SmallVector<CallBase *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (mayWait(*Call))
        Calls.push_back(Call);
  if (Calls.empty())
    return;
  Waits Clocked(F, Emit);
  for (CallBase *Call : Calls)
    Clocked.clock(*Call);
}

} // namespace lineprof
