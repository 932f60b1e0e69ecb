/// \file stubs.cpp
/// The functions by which probes and lineprof.h reach the runtime.
#include "plugin/emit.h"

#include "format/abi.h"
#include "plugin/llvm_compat.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace lineprof {

/// The type of struct lp_abi_ops.
static StructType *opsType(LLVMContext &C) {
  Type *Ptr = compat::ptrTy(C);
  SmallVector<Type *, 8> Types(Ops_count, Ptr);
  Types[0] = Type::getInt64Ty(C);
  return StructType::get(C, Types);
}

/// The runtime's operations; \p F returns at once while there is none.
Value *Emitter::loadOps(IRBuilder<> &B, Function *F, Type *Returns) {
  auto *Have = BasicBlock::Create(C, "have", F);
  auto *None = BasicBlock::Create(C, "none", F);
  Value *Field =
      B.CreateStructGEP(module()->getValueType(), module(), Module_ops);
  Value *Ops = B.CreateLoad(Ptr, Field);
  B.CreateCondBr(B.CreateIsNull(Ops), None, Have);
  B.SetInsertPoint(None);
  if (Returns->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Constant::getNullValue(Returns));
  B.SetInsertPoint(Have);
  return cast(B, Ops, compat::ptrTo(opsType(C)));
}

Value *Emitter::loadOp(IRBuilder<> &B, Function *F, unsigned Index,
                       Type *Returns) {
  Value *Ops = loadOps(B, F, Returns);
  return B.CreateLoad(Ptr, B.CreateStructGEP(opsType(C), Ops, Index));
}

Value *Emitter::loadLaterOp(IRBuilder<> &B, Function *F, unsigned Index,
                            Type *Returns) {
  auto *Here = BasicBlock::Create(C, "here", F);
  auto *Older = BasicBlock::Create(C, "older", F);
  Value *Ops = loadOps(B, F, Returns);
  // abi_version and size_bytes, as one.
  Value *Both = B.CreateLoad(I64, B.CreateStructGEP(opsType(C), Ops, 0));
  B.CreateCondBr(
      B.CreateICmpUGE(B.CreateLShr(Both, 32), B.getInt64((Index + 1) * 8)),
      Here, Older);
  B.SetInsertPoint(Older);
  if (Returns->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Constant::getNullValue(Returns));
  B.SetInsertPoint(Here);
  return B.CreateLoad(Ptr, B.CreateStructGEP(opsType(C), Ops, Index));
}

/// -mlvi-cfi returns by a register that LLVM takes for free. A function that
/// keeps all registers has none.
static void returnPlainly(Function &F) {
  for (const Function &Other : *F.getParent()) {
    const StringRef Features =
        Other.getFnAttribute("target-features").getValueAsString();
    if (!Features.contains("+lvi-cfi"))
      continue;
    F.addFnAttr("target-features", (Features + ",-lvi-cfi").str());
    return;
  }
}

/// Probes call stubs that keep all registers, so that the code around them is
/// as if they were not there. They return nothing: clang 14 to 16 miscompile
/// preserve_most functions that do.
Function *Emitter::stub(const char *Name, ArrayRef<Type *> Arguments) {
  auto *F =
      shared(FunctionType::get(Type::getVoidTy(C), Arguments, false), Name);
  F->setCallingConv(CallingConv::PreserveMost);
  F->addFnAttr(Attribute::Cold);
  returnPlainly(*F);
  return F;
}

Instruction *Emitter::branchRarely(Value *Condition, Instruction *Before) {
  return SplitBlockAndInsertIfThen(
      Condition, Before, false, MDBuilder(C).createBranchWeights(1, 1 << 20));
}

Value *Emitter::frameAddress(IRBuilder<> &B) {
  return B.CreateIntrinsic(Intrinsic::frameaddress, {Ptr}, {B.getInt32(0)});
}

CallInst *Emitter::callStub(IRBuilder<> &B, Function *Stub,
                            ArrayRef<Value *> Arguments) {
  SmallVector<Value *, 3> Pointers;
  for (size_t I = 0; I < Arguments.size(); I++)
    Pointers.push_back(
        cast(B, Arguments[I], Stub->getFunctionType()->getParamType(I)));
  CallInst *Call = B.CreateCall(Stub, Pointers);
  Call->setCallingConv(Stub->getCallingConv());
  return Call;
}

void Emitter::callFromPlace(IRBuilder<> &B, Function *Stub,
                            ArrayRef<Value *> Arguments) {
  callStub(B, Stub, Arguments)->addFnAttr(Attribute::NoMerge);
}

void Emitter::leaveAlone(Instruction *I) {
  I->setMetadata("nosanitize", MDNode::get(I->getContext(), {}));
}

Function *Emitter::threadStub() {
  if (Function *Known = M.getFunction(LP_SYMBOL_THREAD))
    return Known;
  Function *F = stub(LP_SYMBOL_THREAD, {});
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *Ty = FunctionType::get(Type::getVoidTy(C), {Ptr}, false);
  Value *Op = loadOp(B, F, Ops_thread, Type::getVoidTy(C));
  B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)), {cast(B, module(), Ptr)});
  B.CreateRetVoid();
  return F;
}

Function *Emitter::enterStub() {
  if (Function *Known = M.getFunction(LP_SYMBOL_ENTER))
    return Known;
  Function *F = stub(LP_SYMBOL_ENTER, {Ptr, Ptr, compat::ptrTo(I32)});
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *Ty = FunctionType::get(I32, {Ptr, Ptr, Ptr}, false);
  Value *Op = loadOp(B, F, Ops_enter, Type::getVoidTy(C));
  Value *Pushed =
      B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)),
                   {cast(B, module(), Ptr), F->getArg(0), F->getArg(1)});
  B.CreateStore(Pushed, F->getArg(2));
  B.CreateRetVoid();
  return F;
}

Function *Emitter::leaveStub() {
  if (Function *Known = M.getFunction(LP_SYMBOL_LEAVE))
    return Known;
  Function *F = stub(LP_SYMBOL_LEAVE, {Ptr});
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *Ty = FunctionType::get(Type::getVoidTy(C), {Ptr}, false);
  Value *Op = loadOp(B, F, Ops_leave, Type::getVoidTy(C));
  B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)), {F->getArg(0)});
  B.CreateRetVoid();
  return F;
}

/// A function that lineprof.h declares, without a body yet; nullptr if the
/// module has it already.
Function *Emitter::entryPoint(FunctionType *Ty, const char *Name) {
  Function *Declared = M.getFunction(Name);
  if (Declared && !Declared->isDeclaration())
    return nullptr;
  if (Declared)
    Declared->setName("");
  Function *F = shared(Ty, Name);
  if (Declared) {
    Declared->replaceAllUsesWith(
        ConstantExpr::getBitCast(F, Declared->getType()));
    Declared->eraseFromParent();
  }
  appendToCompilerUsed(M, {F});
  return F;
}

Function *Emitter::controlEntry() {
  Function *F =
      entryPoint(FunctionType::get(I32, {I32}, false), LP_SYMBOL_CONTROL);
  if (!F)
    return M.getFunction(LP_SYMBOL_CONTROL);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *Ty = FunctionType::get(I32, {Ptr, I32}, false);
  Value *Op = loadOp(B, F, Ops_control, I32);
  B.CreateRet(B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)),
                           {cast(B, module(), Ptr), F->getArg(0)}));
  return F;
}

Function *Emitter::regionEntry() {
  auto *Ty = FunctionType::get(Type::getVoidTy(C), {I32, Ptr}, false);
  Function *F = entryPoint(Ty, LP_SYMBOL_REGION);
  if (!F)
    return M.getFunction(LP_SYMBOL_REGION);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *OpTy = FunctionType::get(Type::getVoidTy(C), {Ptr, I32, Ptr}, false);
  Value *Op = loadOp(B, F, Ops_region, Type::getVoidTy(C));
  B.CreateCall(OpTy, cast(B, Op, compat::ptrTo(OpTy)),
               {cast(B, module(), Ptr), F->getArg(0), F->getArg(1)});
  B.CreateRetVoid();
  return F;
}

void Emitter::emitEntryPoints() {
  controlEntry();
  regionEntry();
}

} // namespace lineprof
