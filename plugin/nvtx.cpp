/// \file nvtx.cpp
/// Has NVTX call the runtime. Its headers define a weak pointer to the entry
/// point of a tool that is part of the program, null where there is none. They
/// look there last: a tool that the environment names goes before, and one that
/// is linked in has a definition that is not weak. So no other tool is kept
/// out, and a program without NVTX has nothing of this.
#include "plugin/emit.h"

#include "format/abi.h"
#include "plugin/llvm_compat.h"

using namespace llvm;

namespace lineprof {

/// int LP_SYMBOL_NVTX(void *get_table)
Function *Emitter::nvtxTool() {
  Function *F = shared(FunctionType::get(I32, {Ptr}, false), LP_SYMBOL_NVTX);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *Ty = FunctionType::get(I32, {Ptr, Ptr}, false);
  Value *Op = loadLaterOp(B, F, Ops_nvtx, I32);
  B.CreateRet(B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)),
                           {cast(B, module(), Ptr), F->getArg(0)}));
  return F;
}

void Emitter::emitNvtx() {
  GlobalVariable *Tool = M.getNamedGlobal(LP_SYMBOL_NVTX_TOOL);
  if (!Tool || !Tool->hasWeakLinkage() || !Tool->hasInitializer() ||
      !Tool->getInitializer()->isNullValue() ||
      !Tool->getValueType()->isPointerTy())
    return;
  Tool->setInitializer(
      ConstantExpr::getBitCast(nvtxTool(), Tool->getValueType()));
}

} // namespace lineprof
