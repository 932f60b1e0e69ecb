/// \file emit.cpp
/// Records, descriptors, start-up and the stubs that lead to the runtime.
#include "plugin/emit.h"

#include "format/abi.h"
#include "plugin/llvm_compat.h"
#include "plugin/options.h"
#include "plugin/statements.h"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace lineprof {

namespace {

/// The LLVM types of a record's fields, from the one list in abi.def.
template <typename Fields> StructType *recordType(LLVMContext &C, Fields List) {
  SmallVector<Type *, 16> Types;
  List(Types, Type::getInt32Ty(C), Type::getInt64Ty(C), compat::ptrTy(C));
  return StructType::get(C, Types);
}

#define LP_FIELD_U32(name) Types.push_back(I32);
#define LP_FIELD_U64(name) Types.push_back(I64);
#define LP_FIELD_REL(name) Types.push_back(I64);
#define LP_FIELD_PTR(name) Types.push_back(Ptr);

StructType *fileType(LLVMContext &C) {
  return recordType(C, [](auto &Types, Type *I32, Type *I64, Type *) {
#define LP_RECORD_FILE
#include "format/abi.def"
#undef LP_RECORD_FILE
  });
}

StructType *moduleType(LLVMContext &C) {
  return recordType(C, [](auto &Types, Type *I32, Type *I64, Type *Ptr) {
#define LP_RECORD_MODULE
#include "format/abi.def"
#undef LP_RECORD_MODULE
  });
}

/// Fields of struct lp_abi_ops, behind the two integers that count as one here.
enum OpsField : unsigned { Ops_thread = 1, Ops_enter, Ops_leave, Ops_control };

StructType *opsType(LLVMContext &C) {
  Type *Ptr = compat::ptrTy(C);
  return StructType::get(C, {Type::getInt64Ty(C), Ptr, Ptr, Ptr, Ptr});
}

} // namespace

StructType *Emitter::funcType(LLVMContext &C) {
  return recordType(C, [](auto &Types, Type *I32, Type *I64, Type *) {
#define LP_RECORD_FUNC
#include "format/abi.def"
#undef LP_RECORD_FUNC
  });
}

#undef LP_FIELD_U32
#undef LP_FIELD_U64
#undef LP_FIELD_REL
#undef LP_FIELD_PTR

Emitter::Emitter(Module &M)
    : M(M), C(M.getContext()), I8(Type::getInt8Ty(C)), I32(Type::getInt32Ty(C)),
      I64(Type::getInt64Ty(C)), Ptr(compat::ptrTy(C)) {}

Value *Emitter::cast(IRBuilder<> &B, Value *V, Type *Ty) {
  return V->getType() == Ty ? V : B.CreateBitCast(V, Ty);
}

GlobalVariable *Emitter::global(Type *Ty, Constant *Init, const Twine &Name,
                                const char *Section) {
  auto *G = new GlobalVariable(M, Ty, false, GlobalValue::InternalLinkage, Init,
                               Name);
  if (Section)
    G->setSection(Section);
  G->setAlignment(Align(8));
  return G;
}

Constant *Emitter::relative(Constant *Target, GlobalVariable *Record,
                            unsigned Field) {
  Constant *Indexes[] = {ConstantInt::get(I32, 0),
                         ConstantInt::get(I32, Field)};
  Constant *At = ConstantExpr::getInBoundsGetElementPtr(Record->getValueType(),
                                                        Record, Indexes);
  return ConstantExpr::getSub(ConstantExpr::getPtrToInt(Target, I64),
                              ConstantExpr::getPtrToInt(At, I64));
}

/// Makes \p G one for the whole link, by name: copies of one header function
/// with one flow graph meet in it.
static void share(GlobalObject &G, Comdat *Group) {
  G.setLinkage(GlobalValue::LinkOnceODRLinkage);
  G.setVisibility(GlobalValue::HiddenVisibility);
  G.setComdat(Group);
}

static bool isShared(const Function &F) {
  return F.hasLinkOnceLinkage() || F.hasWeakLinkage() ||
         F.hasAvailableExternallyLinkage();
}

/// The functions of a unit have their counters in one array, so that those of
/// an inlined callee are at a fixed distance from the caller's. Functions that
/// other units may have too have one each.
CounterPlace Emitter::placeCounters(const Function &F,
                                    const std::string &Suffix, unsigned Count) {
  if (isShared(F)) {
    auto *Ty = ArrayType::get(I64, Count);
    return {global(Ty, ConstantAggregateZero::get(Ty), "__lineprof_c" + Suffix,
                   LP_SECTION_COUNTERS),
            0};
  }
  auto *Empty = ArrayType::get(I64, 0);
  if (!UnitCounters)
    UnitCounters =
        global(Empty, ConstantAggregateZero::get(Empty), "", nullptr);
  const uint64_t Offset = UnitCounterCount * 8;
  UnitCounterCount += Count;
  return {UnitCounters, Offset};
}

CounterPlace Emitter::emitFunction(Function &F, ArrayRef<unsigned char> Table,
                                   uint64_t NameHash, unsigned CounterCount) {
  const uint64_t GraphHash = lp_hash(Table.data(), Table.size());
  const std::string Suffix =
      ("." + F.getName() + "." + Twine::utohexstr(GraphHash)).str();
  const CounterPlace Place = placeCounters(F, Suffix, CounterCount);
  Constant *Bytes = ConstantDataArray::get(C, Table);
  auto *TableVar =
      global(Bytes->getType(), Bytes, "__lineprof_t" + Suffix, nullptr);
  TableVar->setConstant(true);
  TableVar->setAlignment(Align(1));
  StructType *Ty = funcType(C);
  auto *Record = global(Ty, nullptr, "__lineprof_f" + Suffix, LP_SECTION_FUNCS);
  SmallVector<Constant *, 8> Fields(Ty->getNumElements());
  Fields[Func_counters] =
      ConstantExpr::getAdd(relative(Place.Array, Record, Func_counters),
                           ConstantInt::get(I64, Place.Offset));
  Fields[Func_table] = relative(TableVar, Record, Func_table);
  Fields[Func_counter_count] = ConstantInt::get(I32, CounterCount);
  Fields[Func_table_bytes] = ConstantInt::get(I32, Table.size());
  Fields[Func_name_hash] = ConstantInt::get(I64, NameHash);
  Fields[Func_graph_hash] = ConstantInt::get(I64, GraphHash);
  Fields[Func_gate] = ConstantInt::get(I32, 0);
  Fields[Func_flags] = ConstantInt::get(I32, 0);
  Record->setInitializer(ConstantStruct::get(Ty, Fields));
  if (isShared(F)) {
    Comdat *Group = M.getOrInsertComdat(Record->getName());
    for (GlobalVariable *G : {Record, Place.Array, TableVar})
      share(*G, Group);
  }
  Retained.push_back(Record);
  F.setMetadata(FunctionMetadata, MDNode::get(C, ValueAsMetadata::get(Record)));
  return Place;
}

uint64_t Emitter::emitFile(const SourceFile &File) {
  uint64_t Hash = lp_hash(File.Path.data(), File.Path.size());
  Hash = lp_hash_more(Hash, &File.DigestLow, sizeof(File.DigestLow));
  Hash = lp_hash_more(Hash, &File.DigestHigh, sizeof(File.DigestHigh));
  const std::string Name = ("__lineprof_s." + Twine::utohexstr(Hash)).str();
  if (M.getNamedGlobal(Name))
    return Hash;
  Comdat *Group = M.getOrInsertComdat(Name);
  Constant *Text = ConstantDataArray::getString(C, File.Path, false);
  auto *Path = global(Text->getType(), Text, Name + ".path", nullptr);
  Path->setConstant(true);
  Path->setAlignment(Align(1));
  StructType *Ty = fileType(C);
  auto *Record = global(Ty, nullptr, Name, LP_SECTION_FILES);
  SmallVector<Constant *, 8> Fields(Ty->getNumElements());
  Fields[File_path_hash] = ConstantInt::get(I64, Hash);
  Fields[File_digest_low] = ConstantInt::get(I64, File.DigestLow);
  Fields[File_digest_high] = ConstantInt::get(I64, File.DigestHigh);
  Fields[File_path] = relative(Path, Record, File_path);
  Fields[File_path_bytes] = ConstantInt::get(I32, File.Path.size());
  Fields[File_flags] = ConstantInt::get(I32, 0);
  Record->setInitializer(ConstantStruct::get(Ty, Fields));
  share(*Record, Group);
  share(*Path, Group);
  Retained.push_back(Record);
  return Hash;
}

void Emitter::finish() {
  if (UnitCounters) {
    auto *Ty = ArrayType::get(I64, UnitCounterCount);
    auto *All = global(Ty, ConstantAggregateZero::get(Ty), "__lineprof_c",
                       LP_SECTION_COUNTERS);
    UnitCounters->replaceAllUsesWith(
        ConstantExpr::getBitCast(All, UnitCounters->getType()));
    UnitCounters->eraseFromParent();
    UnitCounters = nullptr;
  }
  appendToUsed(M, Retained);
  Retained.clear();
}

DebugLoc Emitter::probeLocation(const Function &F) {
  DISubprogram *User = F.getSubprogram();
  if (!User || !User->getUnit())
    return DebugLoc();
  DISubprogram *&Probe = Probes[User->getUnit()];
  if (!Probe) {
    DIBuilder Builder(M, false, User->getUnit());
    Probe = Builder.createFunction(
        User->getFile(), LP_SYMBOL_PROBE, LP_SYMBOL_PROBE, User->getFile(), 0,
        Builder.createSubroutineType(Builder.getOrCreateTypeArray({})), 0,
        DINode::FlagArtificial,
        DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
    Builder.finalizeSubprogram(Probe);
  }
  return DILocation::get(C, 0, 0, Probe,
                         DILocation::get(C, User->getLine(), 0, User));
}

GlobalVariable *Emitter::delta() {
  if (GlobalVariable *Known = M.getNamedGlobal(LP_SYMBOL_DELTA))
    return Known;
  auto *G = global(I64, ConstantInt::get(I64, 0), LP_SYMBOL_DELTA, nullptr);
  // The fast model also in shared libraries: 8 bytes a library fit into what
  // the C library keeps free for those loaded later.
  G->setThreadLocalMode(GlobalValue::InitialExecTLSModel);
  share(*G, M.getOrInsertComdat(LP_SYMBOL_DELTA));
  return G;
}

Function *Emitter::shared(FunctionType *Ty, const char *Name) {
  auto *F = Function::Create(Ty, GlobalValue::LinkOnceODRLinkage, Name, M);
  share(*F, M.getOrInsertComdat(Name));
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr("frame-pointer", "all");
  F->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return F;
}

Function *Emitter::deltaAddress() {
  auto *F = shared(FunctionType::get(Ptr, false), "__lineprof_delta_address");
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  B.CreateRet(cast(B, delta(), Ptr));
  return F;
}

/// The linker's symbol for the start or stop of \p Section.
Constant *Emitter::bound(const char *Prefix, const char *Section) {
  const std::string Name = std::string(Prefix) + Section;
  GlobalVariable *G = M.getNamedGlobal(Name);
  if (!G) {
    G = new GlobalVariable(M, I8, false, GlobalValue::ExternalWeakLinkage,
                           nullptr, Name);
    G->setVisibility(GlobalValue::HiddenVisibility);
  }
  return ConstantExpr::getBitCast(G, Ptr);
}

GlobalVariable *Emitter::module() {
  if (GlobalVariable *Known = M.getNamedGlobal(LP_SYMBOL_MODULE))
    return Known;
  StructType *Ty = moduleType(C);
  SmallVector<Constant *, 16> Fields;
  for (Type *Field : Ty->elements())
    Fields.push_back(Constant::getNullValue(Field));
  Fields[Module_abi_version] = ConstantInt::get(I32, LP_ABI_VERSION);
  Fields[Module_funcs_begin] = bound("__start_", LP_SECTION_FUNCS);
  Fields[Module_funcs_end] = bound("__stop_", LP_SECTION_FUNCS);
  Fields[Module_files_begin] = bound("__start_", LP_SECTION_FILES);
  Fields[Module_files_end] = bound("__stop_", LP_SECTION_FILES);
  Fields[Module_counters_begin] = bound("__start_", LP_SECTION_COUNTERS);
  Fields[Module_counters_end] = bound("__stop_", LP_SECTION_COUNTERS);
  Fields[Module_delta] = ConstantExpr::getBitCast(deltaAddress(), Ptr);
  auto *G =
      global(Ty, ConstantStruct::get(Ty, Fields), LP_SYMBOL_MODULE, nullptr);
  share(*G, M.getOrInsertComdat(LP_SYMBOL_MODULE));
  return G;
}

FunctionCallee Emitter::weak(const char *Name, FunctionType *Ty) {
  FunctionCallee Callee = M.getOrInsertFunction(Name, Ty);
  auto *F = dyn_cast<Function>(Callee.getCallee());
  if (F && F->isDeclaration() && F->use_empty())
    F->setLinkage(GlobalValue::ExternalWeakLinkage);
  return Callee;
}

void Emitter::emitStartUp(const std::string &Runtime) {
  auto *Boot =
      shared(FunctionType::get(Type::getVoidTy(C), false), LP_SYMBOL_BOOT);
  emitBoot(Boot, Runtime);
  appendToGlobalCtors(M, Boot, 0, Boot);
}

/// Finds the runtime and registers the library, once.
///
///   if (module.registered) return;
///   module.registered = 1;
///   fn = __lineprof_register;                      linked explicitly
///   if (!fn && dlopen && dlsym && secure_getenv) {
///     path = secure_getenv("LINEPROF_RUNTIME") ?: built-in path;
///     handle = dlopen(path, RTLD_NOW);
///     fn = handle ? dlsym(handle, "__lineprof_register") : 0;
///   }
///   fn ? fn(&module) : say so;
void Emitter::emitBoot(Function *Boot, const std::string &Runtime) {
  auto Block = [&](const char *Name) {
    return BasicBlock::Create(C, Name, Boot);
  };
  BasicBlock *Entry = Block("entry"), *First = Block("first");
  BasicBlock *Look = Block("look"), *Path = Block("path"),
             *Open = Block("open");
  BasicBlock *Find = Block("find"), *Have = Block("have"),
             *Call = Block("call");
  BasicBlock *Missing = Block("missing"), *Say = Block("say"),
             *End = Block("end");
  Type *Int = I32;
  FunctionCallee Register =
      weak(LP_SYMBOL_REGISTER, FunctionType::get(Int, {Ptr}, false));
  FunctionCallee DlOpen =
      weak("dlopen", FunctionType::get(Ptr, {Ptr, Int}, false));
  FunctionCallee DlSym =
      weak("dlsym", FunctionType::get(Ptr, {Ptr, Ptr}, false));
  FunctionCallee GetEnv =
      weak("secure_getenv", FunctionType::get(Ptr, {Ptr}, false));
  FunctionCallee Print =
      weak("dprintf", FunctionType::get(Int, {Int, Ptr}, /*isVarArg=*/true));
  auto IsSet = [&](IRBuilder<> &B, FunctionCallee F) {
    return B.CreateIsNotNull(cast(B, F.getCallee(), Ptr));
  };
  // Calls go through the address: the user's own declaration may differ.
  auto CallTo = [&](IRBuilder<> &B, FunctionCallee F, ArrayRef<Value *> Args) {
    Value *Address = cast(B, F.getCallee(), compat::ptrTo(F.getFunctionType()));
    return B.CreateCall(F.getFunctionType(), Address, Args);
  };
  IRBuilder<> B(Entry);
  Value *Flag =
      B.CreateStructGEP(module()->getValueType(), module(), Module_registered);
  Value *Module = cast(B, module(), Ptr);
  Value *BuiltIn = cast(B, B.CreateGlobalStringPtr(Runtime), Ptr);
  Value *Variable = cast(B, B.CreateGlobalStringPtr(LP_ENV_RUNTIME), Ptr);
  Value *Symbol = cast(B, B.CreateGlobalStringPtr(LP_SYMBOL_REGISTER), Ptr);
  Value *Text =
      cast(B,
           B.CreateGlobalStringPtr(
               "lineprof: %s: the runtime cannot be loaded: this "
               "program runs unprofiled (" LP_ENV_RUNTIME " names another)\n"),
           Ptr);
  B.CreateCondBr(B.CreateIsNull(B.CreateLoad(I32, Flag)), First, End);

  B.SetInsertPoint(First);
  B.CreateStore(ConstantInt::get(I32, 1), Flag);
  B.CreateCondBr(IsSet(B, Register), Have, Look);

  B.SetInsertPoint(Look);
  Value *CanLook = B.CreateAnd(IsSet(B, DlOpen), IsSet(B, DlSym));
  B.CreateCondBr(B.CreateAnd(CanLook, IsSet(B, GetEnv)), Path, Missing);

  B.SetInsertPoint(Path);
  Value *Asked = CallTo(B, GetEnv, {Variable});
  Value *File = B.CreateSelect(B.CreateIsNull(Asked), BuiltIn, Asked);
  B.CreateBr(Open);

  B.SetInsertPoint(Open);
  Value *Handle =
      CallTo(B, DlOpen, {File, ConstantInt::get(Int, 2)}); // RTLD_NOW
  B.CreateCondBr(B.CreateIsNull(Handle), Missing, Find);

  B.SetInsertPoint(Find);
  Value *Found = CallTo(B, DlSym, {Handle, Symbol});
  B.CreateCondBr(B.CreateIsNull(Found), Missing, Have);

  B.SetInsertPoint(Have);
  PHINode *Target = B.CreatePHI(Ptr, 2);
  Target->addIncoming(ConstantExpr::getBitCast(
                          ::llvm::cast<Constant>(Register.getCallee()), Ptr),
                      First);
  Target->addIncoming(Found, Find);
  B.CreateBr(Call);

  B.SetInsertPoint(Call);
  auto *RegisterTy = Register.getFunctionType();
  B.CreateCall(RegisterTy, cast(B, Target, compat::ptrTo(RegisterTy)),
               {Module});
  B.CreateBr(End);

  B.SetInsertPoint(Missing);
  PHINode *Tried = B.CreatePHI(Ptr, 3);
  Tried->addIncoming(BuiltIn, Look);
  Tried->addIncoming(File, Open);
  Tried->addIncoming(File, Find);
  B.CreateCondBr(IsSet(B, Print), Say, End);
  B.SetInsertPoint(Say);
  CallTo(B, Print, {ConstantInt::get(Int, 2), Text, Tried});
  B.CreateBr(End);
  B.SetInsertPoint(End);
  B.CreateRetVoid();
}

/// Loads an operation of the runtime; \p F returns at once while there is none.
Value *Emitter::loadOp(IRBuilder<> &B, Function *F, unsigned Index,
                       Type *Returns) {
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
  Value *Typed = cast(B, Ops, compat::ptrTo(opsType(C)));
  return B.CreateLoad(Ptr, B.CreateStructGEP(opsType(C), Typed, Index));
}

/// Probes call stubs that keep all registers, so that the code around them is
/// as if they were not there. They return nothing: clang 14 to 16 miscompile
/// preserve_most functions that do.
Function *Emitter::stub(const char *Name, ArrayRef<Type *> Arguments) {
  auto *F =
      shared(FunctionType::get(Type::getVoidTy(C), Arguments, false), Name);
  F->setCallingConv(CallingConv::PreserveMost);
  F->addFnAttr(Attribute::Cold);
  return F;
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

/// What lineprof.h calls.
void Emitter::emitControl() {
  if (Function *Known = M.getFunction(LP_SYMBOL_CONTROL))
    if (!Known->isDeclaration())
      return;
  Function *Declared = M.getFunction(LP_SYMBOL_CONTROL);
  if (Declared)
    Declared->setName("");
  auto *F = shared(FunctionType::get(I32, {I32}, false), LP_SYMBOL_CONTROL);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto *Ty = FunctionType::get(I32, {Ptr, I32}, false);
  Value *Op = loadOp(B, F, Ops_control, I32);
  B.CreateRet(B.CreateCall(Ty, cast(B, Op, compat::ptrTo(Ty)),
                           {cast(B, module(), Ptr), F->getArg(0)}));
  if (Declared) {
    Declared->replaceAllUsesWith(
        ConstantExpr::getBitCast(F, Declared->getType()));
    Declared->eraseFromParent();
  }
  appendToCompilerUsed(M, {F});
}

} // namespace lineprof
