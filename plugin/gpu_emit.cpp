/// \file gpu_emit.cpp
/// Records of places that make a GPU work, and the probes around them.
#include "plugin/behind_call.h"
#include "plugin/calls.h"
#include "plugin/emit.h"
#include "plugin/gpu_sites.h"
#include "plugin/llvm_compat.h"
#include "plugin/second_return.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace lineprof {

#define LP_FIELD_U32(name) I32,
#define LP_FIELD_U64(name) I64,
#define LP_FIELD_REL(name) I64,
#define LP_FIELD_PTR(name) Ptr,

static StructType *siteType(Type *I32, Type *I64) {
  return StructType::get(I32->getContext(), {
#define LP_RECORD_GPU_SITE
#include "format/abi.def"
#undef LP_RECORD_GPU_SITE
                                            });
}

static StructType *gpuType(Type *I32, Type *I64, Type *Ptr) {
  return StructType::get(I32->getContext(), {
#define LP_RECORD_GPU
#include "format/abi.def"
#undef LP_RECORD_GPU
                                            });
}

#undef LP_FIELD_U32
#undef LP_FIELD_U64
#undef LP_FIELD_REL
#undef LP_FIELD_PTR

GlobalVariable *Emitter::emitGpuSite(const Function &F, const GpuRecord &Site,
                                     unsigned Number) {
  GlobalVariable *Func = recordOf(F);
  const std::string Suffix =
      (Func->getName().substr(strlen("__lineprof_f")) + "." + Twine(Number))
          .str();
  Constant *Text = ConstantDataArray::getString(C, Site.Site->Name, true);
  auto *Name = global(Text->getType(), Text, "__lineprof_k" + Suffix, nullptr);
  Name->setConstant(true);
  Name->setAlignment(Align(1));
  StructType *Ty = siteType(I32, I64);
  auto *Record = global(Ty, nullptr, "__lineprof_g" + Suffix, LP_SECTION_GPU);
  SmallVector<Constant *, 8> Fields(Ty->getNumElements());
  Fields[GpuSite_path_hash] = ConstantInt::get(I64, Site.PathHash);
  Fields[GpuSite_func] = relative(Func, Record, GpuSite_func);
  Fields[GpuSite_name] = relative(Name, Record, GpuSite_name);
  Fields[GpuSite_name_bytes] = ConstantInt::get(I32, Site.Site->Name.size());
  Fields[GpuSite_line] = ConstantInt::get(I32, Site.Line);
  Fields[GpuSite_node] = ConstantInt::get(I32, Site.Node);
  Fields[GpuSite_group] = ConstantInt::get(I32, Site.Site->Group);
  Record->setInitializer(ConstantStruct::get(Ty, Fields));
  // A copy of a header function has one table of sites, as it has one record.
  if (Comdat *Group = Func->getComdat())
    for (GlobalVariable *G : {Record, Name}) {
      G->setLinkage(Func->getLinkage());
      G->setVisibility(Func->getVisibility());
      G->setComdat(Group);
    }
  Retained.push_back(Record);
  return Record;
}

GlobalVariable *Emitter::gpu() {
  if (GlobalVariable *Known = M.getNamedGlobal(LP_SYMBOL_GPU))
    return Known;
  StructType *Ty = gpuType(I32, I64, Ptr);
  SmallVector<Constant *, 8> Fields;
  for (Type *Field : Ty->elements())
    Fields.push_back(Constant::getNullValue(Field));
  Fields[Gpu_version] = ConstantInt::get(I32, LP_GPU_VERSION);
  Fields[Gpu_gate] = ConstantInt::get(I32, 1);
  Fields[Gpu_sites_begin] = bound("__start_", LP_SECTION_GPU);
  Fields[Gpu_sites_end] = bound("__stop_", LP_SECTION_GPU);
  auto *G = global(Ty, ConstantStruct::get(Ty, Fields), LP_SYMBOL_GPU, nullptr);
  share(*G, M.getOrInsertComdat(LP_SYMBOL_GPU));
  return G;
}

/// Leads to the runtime; an older one has no such operation.
Function *Emitter::gpuBeginStub() {
  if (Function *Known = M.getFunction(LP_SYMBOL_GPU_BEGIN))
    return Known;
  Function *F = stub(LP_SYMBOL_GPU_BEGIN, {Ptr, Ptr});
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *Ty = FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr, Ptr, Ptr}, false);
  Value *Op = loadLaterOp(B, F, Ops_gpu_begin, Type::getVoidTy(C));
  B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)),
               {cast(B, module(), Ptr), cast(B, gpu(), Ptr), F->getArg(0),
                F->getArg(1)});
  B.CreateRetVoid();
  return F;
}

Function *Emitter::gpuCloseStub() {
  if (Function *Known = M.getFunction(LP_SYMBOL_GPU_CLOSE))
    return Known;
  Function *F = stub(LP_SYMBOL_GPU_CLOSE, {Ptr, Ptr});
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *Ty = FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr}, false);
  Value *Op = loadLaterOp(B, F, Ops_gpu_close, Type::getVoidTy(C));
  B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)),
               {F->getArg(0), F->getArg(1)});
  B.CreateRetVoid();
  return F;
}

/// Calls \p Stub before \p Before if the gate is open.
static void placeProbe(Instruction *Before, Emitter &Emit, Function *Stub,
                       GlobalVariable *Record) {
  Function &F = *Before->getFunction();
  GlobalVariable *Gpu = Emit.gpu();
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(Emit.probeLocation(F));
  LoadInst *Gate =
      B.CreateLoad(B.getInt32Ty(),
                   B.CreateStructGEP(Gpu->getValueType(), Gpu, Gpu_gate), true);
  Emit.leaveAlone(Gate);
  Value *IsOpen = B.CreateICmpNE(Gate, B.getInt32(0));
  B.SetInsertPoint(Emit.branchRarely(IsOpen, Before));
  B.SetCurrentDebugLocation(Gate->getDebugLoc());
  Emit.callStub(B, Stub, {Record, Emit.frameAddress(B)});
}

/// What functions with clean-up code of \p M name: another one than its other
/// functions do would keep them from being inlined.
static FunctionCallee personality(Module &M) {
  const bool IsCxx = any_of(M, [](const Function &F) {
    return compat::startsWith(F.getName(), "_Z");
  });
  return M.getOrInsertFunction(
      IsCxx ? "__gxx_personality_v0" : "__gcc_personality_v0",
      FunctionType::get(Type::getInt32Ty(M.getContext()), /*isVarArg=*/true));
}

/// Whether an exception may come through \p Site, of \p F, without a word:
/// from a library's functions in headers. What a coroutine's body throws always
/// goes to its promise.
static bool throwsUnseen(const GpuSite &Site, const Function &F) {
  const Function *Callee = calleeOf(*Site.Call);
  return Site.Group == LP_GPU_LIBRARY && isa<CallInst>(Site.Call) && Callee &&
         !Callee->isDeclaration() && !Site.Call->doesNotThrow() &&
         !F.doesNotThrow() && !F.isPresplitCoroutine();
}

/// The call of \p Site, which becomes an invoke if it may throw: who catches
/// that may be no code with probes, which would close the place.
static CallBase &withCleanUp(const GpuSite &Site, Emitter &Emit) {
  Function &F = *Site.Call->getFunction();
  if (!throwsUnseen(Site, F))
    return *Site.Call;
  if (!F.hasPersonalityFn())
    F.setPersonalityFn(cast<Constant>(personality(*F.getParent()).getCallee()));
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "", &F));
  B.SetCurrentDebugLocation(Emit.probeLocation(F));
  LandingPadInst *Pad = B.CreateLandingPad(
      StructType::get(compat::ptrTy(F.getContext()), B.getInt32Ty()), 0);
  Pad->setCleanup(true);
  B.CreateResume(Pad);
  BasicBlock *Behind = changeToInvokeAndSplitBasicBlock(
      cast<CallInst>(Site.Call), Pad->getParent());
  return cast<CallBase>(*Behind->getUniquePredecessor()->getTerminator());
}

/// Closes what a jump back into \p F, out of a library's code, has left open.
/// Of a function that was called the runtime knows it by the frame.
static void closeAtSecondReturns(Function &F,
                                 ArrayRef<GlobalVariable *> Records,
                                 Emitter &Emit) {
  SmallVector<Instruction *, 2> Calls;
  for (Instruction &I : instructions(F))
    if (comesBack(I))
      Calls.push_back(&I);
  for (Instruction *Call : Calls) {
    Instruction *Here = secondReturn(*Call, Emit.probeLocation(F), Emit);
    for (GlobalVariable *Record : Records)
      placeProbe(Here, Emit, Emit.gpuCloseStub(), Record);
  }
}

void placeGpuProbes(Function &F, ArrayRef<GpuRecord> Sites, Emitter &Emit) {
  SmallVector<GlobalVariable *, 8> Records;
  for (size_t I = 0; I < Sites.size(); I++) {
    CallBase &Call = withCleanUp(*Sites[I].Site, Emit);
    GlobalVariable *Record = Emit.emitGpuSite(F, Sites[I], I);
    placeProbe(behindCall(Call), Emit, Emit.gpuCloseStub(), Record);
    if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
      placeProbe(&*Invoke->getUnwindDest()->getFirstInsertionPt(), Emit,
                 Emit.gpuCloseStub(), Record);
    placeProbe(&Call, Emit, Emit.gpuBeginStub(), Record);
    Records.push_back(Record);
  }
  if (!Records.empty())
    closeAtSecondReturns(F, Records, Emit);
}

} // namespace lineprof
