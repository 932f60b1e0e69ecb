/// \file gates.cpp
/// The gates of probes. Behind one that is shut a thread still looks at a call
/// now and then, as the runtime says how often: nobody else knows that a call
/// that was short waits now.
#include "plugin/emit.h"

#include "format/abi.h"
#include "plugin/llvm_compat.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace lineprof {

/// What a thread lets pass until the runtime says how many. One of before does
/// not say it.
constexpr uint32_t LooksFirst = 1024;

GlobalVariable *Emitter::looks() { return threadWord(I32, LP_SYMBOL_LOOKS); }

static LoadInst *loadLooks(IRBuilder<> &B, GlobalVariable *Looks) {
  LoadInst *Left = B.CreateLoad(B.getInt32Ty(), Looks);
  Emitter::leaveAlone(Left);
  return Left;
}

static Value *isNegative(IRBuilder<> &B, Value *Left) {
  return B.CreateICmpSLT(Left, B.getInt32(0));
}

/// Asks the runtime how many calls are to pass now.
Function *Emitter::lookStub() {
  if (Function *Known = M.getFunction(LP_SYMBOL_LOOK))
    return Known;
  Function *F =
      shared(FunctionType::get(Type::getVoidTy(C), false), LP_SYMBOL_LOOK);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  B.CreateStore(B.getInt32(LooksFirst), looks());
  auto *Ty = FunctionType::get(I32, {Ptr}, false);
  Value *Op = loadLaterOp(B, F, Ops_look, Type::getVoidTy(C));
  B.CreateStore(B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)),
                             {cast(B, module(), Ptr)}),
                looks());
  B.CreateRetVoid();
  return F;
}

/// \p F, a probe's stub, is called at an open gate, or as it is time.
void Emitter::lookIfDue(IRBuilder<> &B, Function *F) {
  auto *Due = BasicBlock::Create(C, "due", F);
  auto *Go = BasicBlock::Create(C, "go", F);
  B.CreateCondBr(isNegative(B, loadLooks(B, looks())), Due, Go);
  B.SetInsertPoint(Due);
  B.CreateCall(lookStub());
  B.CreateBr(Go);
  B.SetInsertPoint(Go);
}

Instruction *Emitter::branchIfOpen(Value *Gate, Instruction *Before,
                                   const DebugLoc &Place) {
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(Place);
  Instruction *Probe =
      branchRarely(B.CreateICmpEQ(Gate, B.getInt32(0)), Before);
  BasicBlock *Open = Probe->getParent();
  BasicBlock *Behind = Before->getParent();
  BasicBlock *Head = Open->getSinglePredecessor();
  auto *Shut = BasicBlock::Create(C, "", Head->getParent(), Open);
  Head->getTerminator()->replaceSuccessorWith(Behind, Shut);
  B.SetInsertPoint(Shut);
  B.SetCurrentDebugLocation(Place);
  Value *Left = B.CreateSub(loadLooks(B, looks()), B.getInt32(1));
  leaveAlone(B.CreateStore(Left, looks()));
  B.CreateCondBr(isNegative(B, Left), Open, Behind,
                 MDBuilder(C).createBranchWeights(1, 1 << 20));
  return Probe;
}

} // namespace lineprof
