/// \file emit.cpp
/// Records and descriptors as IR.
#include "plugin/emit.h"

#include "format/abi.h"
#include "plugin/counters.h"
#include "plugin/llvm_compat.h"
#include "plugin/options.h"
#include "plugin/selection.h"
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

constexpr const char *UnitRecord = "__lineprof_u";

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

StructType *unitType(LLVMContext &C) {
  return recordType(C, [](auto &Types, Type *I32, Type *I64, Type *) {
#define LP_RECORD_UNIT
#include "format/abi.def"
#undef LP_RECORD_UNIT
  });
}

StructType *moduleType(LLVMContext &C) {
  return recordType(C, [](auto &Types, Type *I32, Type *I64, Type *Ptr) {
#define LP_RECORD_MODULE
#include "format/abi.def"
#undef LP_RECORD_MODULE
  });
}

} // namespace

StructType *Emitter::funcType(LLVMContext &C) {
  return recordType(C, [](auto &Types, Type *I32, Type *I64, Type *) {
#define LP_RECORD_FUNC
#include "format/abi.def"
#undef LP_RECORD_FUNC
  });
}

StructType *Emitter::waitSiteType() const {
  return recordType(C, [](auto &Types, Type *I32, Type *I64, Type *) {
#define LP_RECORD_WAIT_SITE
#include "format/abi.def"
#undef LP_RECORD_WAIT_SITE
  });
}

StructType *Emitter::waitType() const {
  return recordType(C, [](auto &Types, Type *, Type *I64, Type *) {
#define LP_RECORD_WAIT
#include "format/abi.def"
#undef LP_RECORD_WAIT
  });
}

#undef LP_FIELD_U32
#undef LP_FIELD_U64
#undef LP_FIELD_REL
#undef LP_FIELD_PTR

GlobalVariable *recordOf(const Function &F) {
  const MDNode *Node = F.getMetadata(FunctionMetadata);
  if (!Node)
    return nullptr;
  auto *Value = dyn_cast_or_null<ValueAsMetadata>(Node->getOperand(0));
  return Value ? dyn_cast<GlobalVariable>(Value->getValue()) : nullptr;
}

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
  return distance(Target, At);
}

void share(GlobalObject &G, Comdat *Group) {
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
  const uint32_t First = UnitCounterCount;
  UnitCounterCount += Count;
  return {UnitCounters, First};
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
                           ConstantInt::get(I64, Place.First * CounterSize));
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

static uint64_t fileHash(const SourceFile &File) {
  uint64_t Hash = lp_hash(File.Path.data(), File.Path.size());
  Hash = lp_hash_more(Hash, &File.DigestLow, sizeof(File.DigestLow));
  return lp_hash_more(Hash, &File.DigestHigh, sizeof(File.DigestHigh));
}

static std::string fileRecordName(uint64_t Hash) {
  return ("__lineprof_s." + Twine::utohexstr(Hash)).str();
}

uint64_t Emitter::recordedFile(const SourceFile &File) const {
  const uint64_t Hash = fileHash(File);
  return M.getNamedGlobal(fileRecordName(Hash)) ? Hash : 0;
}

uint64_t Emitter::emitFile(const SourceFile &File) {
  const uint64_t Hash = fileHash(File);
  const std::string Name = fileRecordName(Hash);
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

void Emitter::emitUnit(const SelectionTally &Tally) {
  Constant *Text = ConstantDataArray::getString(C, Tally.Patterns, true);
  auto *Patterns = global(Text->getType(), Text, "__lineprof_p", nullptr);
  Patterns->setConstant(true);
  Patterns->setAlignment(Align(1));
  StructType *Ty = unitType(C);
  auto *Record = global(Ty, nullptr, UnitRecord, LP_SECTION_UNITS);
  SmallVector<Constant *, 8> Fields(Ty->getNumElements());
  Fields[Unit_counted] = ConstantInt::get(I32, Tally.Counted);
  Fields[Unit_excluded] = ConstantInt::get(I32, Tally.Excluded);
  Fields[Unit_skipped] = ConstantInt::get(I32, Tally.Skipped);
  Fields[Unit_system] = ConstantInt::get(I32, Tally.System);
  Fields[Unit_matched] = ConstantInt::get(I64, Tally.Matched);
  Fields[Unit_patterns] = relative(Patterns, Record, Unit_patterns);
  Fields[Unit_patterns_bytes] = ConstantInt::get(I32, Tally.Patterns.size());
  const Mode Asked = options().ProfileMode;
  Fields[Unit_flags] = ConstantInt::get(
      I32, (M.getModuleFlag(SelectedMark) ? LP_UNIT_SELECTS : 0) |
               (Asked == Mode::Counts ? LP_UNIT_COUNTS : 0) |
               (Asked == Mode::Deterministic ? LP_UNIT_DETERMINISTIC : 0));
  Record->setInitializer(ConstantStruct::get(Ty, Fields));
  Retained.push_back(Record);
}

GlobalVariable *Emitter::remarks(ArrayRef<unsigned char> Bytes) {
  Constant *Init = ConstantDataArray::get(C, Bytes);
  const uint64_t Hash = lp_hash(Bytes.data(), Bytes.size());
  auto *All =
      global(Init->getType(), Init, "__lineprof_r." + Twine::utohexstr(Hash),
             LP_SECTION_REMARKS);
  All->setConstant(true);
  All->setAlignment(Align(1));
  return All;
}

void Emitter::emitRemarks(ArrayRef<unsigned char> Bytes) {
  GlobalVariable *All = remarks(Bytes);
  // Units that say the same of a header say it once.
  share(*All, M.getOrInsertComdat(All->getName()));
  Retained.push_back(All);
}

void Emitter::emitLateRemarks(const Function &F,
                              ArrayRef<unsigned char> Bytes) {
  GlobalVariable *All = remarks(Bytes);
  if (F.hasComdat())
    share(*All, M.getOrInsertComdat(All->getName()));
  else
    All->setLinkage(GlobalValue::PrivateLinkage);
  if (GlobalVariable *Unit =
          M.getGlobalVariable(UnitRecord, /*AllowInternal=*/true))
    All->setMetadata(LLVMContext::MD_associated,
                     MDNode::get(C, ValueAsMetadata::get(Unit)));
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

GlobalVariable *Emitter::emitSharedCounters(const Function &F, unsigned Count) {
  auto *Ty = ArrayType::get(I64, Count);
  GlobalVariable *Array =
      global(Ty, ConstantAggregateZero::get(Ty), "__lineprof_m." + F.getName(),
             LP_SECTION_COUNTERS);
  // They go where the function goes.
  if (const Comdat *Group = F.getComdat())
    Array->setComdat(const_cast<Comdat *>(Group));
  return Array;
}

/// Target - At.
Constant *Emitter::distance(Constant *Target, Constant *At) {
  return ConstantExpr::getSub(ConstantExpr::getPtrToInt(Target, I64),
                              ConstantExpr::getPtrToInt(At, I64));
}

void Emitter::emitLinks(Comdat *Group, ArrayRef<CounterLinks> Links) {
  constexpr unsigned Aligned = 8;
  SmallVector<std::string, 16> Pairs;
  SmallVector<Type *, 16> Types;
  for (const CounterLinks &L : Links) {
    Pairs.push_back(L.Pairs.str());
    Pairs.back().resize(alignTo(L.Pairs.size(), Aligned));
    auto *Bytes = ArrayType::get(Type::getInt8Ty(C), Pairs.back().size());
    Types.push_back(StructType::get(I64, I64, I32, I32, Bytes));
  }
  auto *All = StructType::get(C, Types);
  auto *Records = global(All, nullptr, "__lineprof_l", LP_SECTION_LINKS);
  Records->setComdat(Group);
  SmallVector<Constant *, 16> Values;
  for (unsigned K = 0; K < Links.size(); K++) {
    SmallVector<Constant *, 5> Fields;
    for (GlobalVariable *Array : {Links[K].Shared, Links[K].Counters}) {
      Constant *Indexes[] = {ConstantInt::get(I32, 0), ConstantInt::get(I32, K),
                             ConstantInt::get(I32, Fields.size())};
      Fields.push_back(distance(Array, ConstantExpr::getInBoundsGetElementPtr(
                                           All, Records, Indexes)));
    }
    Fields.push_back(ConstantInt::get(I32, Links[K].PairCount));
    Fields.push_back(ConstantInt::get(I32, Pairs[K].size()));
    Fields.push_back(ConstantDataArray::getString(C, Pairs[K], false));
    Values.push_back(ConstantStruct::getAnon(Fields));
  }
  Records->setInitializer(ConstantStruct::get(All, Values));
  Retained.push_back(Records);
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

/// A word that each thread has of the library, 0 at first.
GlobalVariable *Emitter::threadWord(Type *Ty, const char *Name) {
  if (GlobalVariable *Known = M.getNamedGlobal(Name))
    return Known;
  auto *G = global(Ty, ConstantInt::get(Ty, 0), Name, nullptr);
  // The fast model also in shared libraries: 8 bytes a library fit into what
  // the C library keeps free for some 200 that are loaded later, 16 of those
  // with both words for some 100; but it takes them back only from those that
  // are closed in the opposite order.
  G->setThreadLocalMode(options().HasDynamicTls
                            ? GlobalValue::GeneralDynamicTLSModel
                            : GlobalValue::InitialExecTLSModel);
  share(*G, M.getOrInsertComdat(Name));
  return G;
}

GlobalVariable *Emitter::delta() { return threadWord(I64, LP_SYMBOL_DELTA); }

Function *Emitter::shared(FunctionType *Ty, const char *Name) {
  auto *F = Function::Create(Ty, GlobalValue::LinkOnceODRLinkage, Name, M);
  share(*F, M.getOrInsertComdat(Name));
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::NoUnwind);
  // Start-up runs before MemorySanitizer has its shadow memory.
  F->addFnAttr(Attribute::DisableSanitizerInstrumentation);
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
  Fields[Module_units_begin] = bound("__start_", LP_SECTION_UNITS);
  Fields[Module_units_end] = bound("__stop_", LP_SECTION_UNITS);
  Fields[Module_links_begin] = bound("__start_", LP_SECTION_LINKS);
  Fields[Module_links_end] = bound("__stop_", LP_SECTION_LINKS);
  Fields[Module_remarks_begin] = bound("__start_", LP_SECTION_REMARKS);
  Fields[Module_remarks_end] = bound("__stop_", LP_SECTION_REMARKS);
  Fields[Module_counters_begin] = bound("__start_", LP_SECTION_COUNTERS);
  Fields[Module_counters_end] = bound("__stop_", LP_SECTION_COUNTERS);
  Fields[Module_delta] = ConstantExpr::getBitCast(deltaAddress(), Ptr);
  auto *G =
      global(Ty, ConstantStruct::get(Ty, Fields), LP_SYMBOL_MODULE, nullptr);
  share(*G, M.getOrInsertComdat(LP_SYMBOL_MODULE));
  return G;
}

} // namespace lineprof
