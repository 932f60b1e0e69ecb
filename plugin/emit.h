/// \file emit.h
/// Makes LLVM IR of the records and symbols of format/abi.h.
#ifndef LINEPROF_PLUGIN_EMIT_H
#define LINEPROF_PLUGIN_EMIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>

namespace lineprof {

struct GpuRecord;
struct SelectionTally;
struct SourceFile;

/// Metadata kinds and flags that the passes use to find their own work again.
constexpr const char *FunctionMetadata = "lineprof"; ///< on F: its record
constexpr const char *ModuleFlag = "lineprof";       ///< the early pass has run
constexpr const char *ClockedFlag = "lineprof.clocks"; ///< the late one

/// Where the counters of a function stand.
struct CounterPlace {
  llvm::GlobalVariable
      *Array;     ///< of the unit, or of a function shared by units
  uint32_t First; ///< its first one's index there
};

/// Fields of struct lp_abi_ops, behind the two integers that count as one here.
enum OpsField : unsigned {
  Ops_thread = 1,
  Ops_enter,
  Ops_leave,
  Ops_control,
  Ops_region,
  Ops_gpu_begin,
  Ops_gpu_end,
  Ops_nvtx,
  Ops_wait_begin,
  Ops_wait_end,
  Ops_gpu_close,
  Ops_look,
  Ops_count
};

/// The record of \p F, or nullptr.
llvm::GlobalVariable *recordOf(const llvm::Function &F);

/// Makes \p G one for the whole link, by name: copies of one header function
/// with one flow graph meet in it.
void share(llvm::GlobalObject &G, llvm::Comdat *Group);

/// Which of a function's Counters those of another array, Shared, count for:
/// pairs as struct lp_abi_links has them.
struct CounterLinks {
  llvm::GlobalVariable *Shared;
  llvm::GlobalVariable *Counters;
  unsigned PairCount;
  llvm::StringRef Pairs;
};

class Emitter {
public:
  explicit Emitter(llvm::Module &M);

  /// Makes record, counters and table of \p F. \p Table is its encoded table.
  CounterPlace emitFunction(llvm::Function &F,
                            llvm::ArrayRef<unsigned char> Table,
                            uint64_t NameHash, unsigned CounterCount);

  /// Makes the record of \p File, once, and returns its path_hash.
  uint64_t emitFile(const SourceFile &File);

  /// Makes the record of a place in \p F, which has one itself, that makes a
  /// GPU work. \p Number tells it from others in \p F.
  llvm::GlobalVariable *emitGpuSite(const llvm::Function &F,
                                    const GpuRecord &Site, unsigned Number);

  /// The path_hash of \p File if emitFile() has made its record, else 0.
  uint64_t recordedFile(const SourceFile &File) const;

  /// Keeps a chunk of remarks, see format/remarks.h.
  void emitRemarks(llvm::ArrayRef<unsigned char> Bytes);
  /// The same while \p F's code is generated, when the linker can no more be
  /// told to retain it: it stays where the unit's record stays.
  void emitLateRemarks(const llvm::Function &F,
                       llvm::ArrayRef<unsigned char> Bytes);

  /// Makes the unit's record, once.
  void emitUnit(const SelectionTally &Tally);

  /// Makes \p Count counters that code in \p F counts in for others.
  llvm::GlobalVariable *emitSharedCounters(const llvm::Function &F,
                                           unsigned Count);
  /// Makes the records of what such counters count for, which the linker keeps
  /// or drops with \p Group.
  void emitLinks(llvm::Comdat *Group, llvm::ArrayRef<CounterLinks> Links);

  /// The library's delta, LP_SYMBOL_DELTA.
  llvm::GlobalVariable *delta();
  /// How many more calls a thread lets pass at shut gates, LP_SYMBOL_LOOKS.
  llvm::GlobalVariable *looks();
  /// The library's descriptor, LP_SYMBOL_MODULE.
  llvm::GlobalVariable *module();
  /// The type of struct lp_abi_func, and the index of a field in it.
  static llvm::StructType *funcType(llvm::LLVMContext &C);

  /// Start-up function and descriptor. Once the module has a record.
  void emitStartUp(const std::string &Runtime);
  /// The functions that lineprof.h calls: LP_SYMBOL_CONTROL, LP_SYMBOL_REGION.
  void emitEntryPoints();
  /// These, made when first asked for.
  llvm::Function *controlEntry();
  llvm::Function *regionEntry();
  /// Has NVTX, if the module uses it, call the runtime when no other tool was
  /// named to it.
  void emitNvtx();

  /// The place of probes in \p F for the debugger and for samples: a function
  /// of our own, LP_SYMBOL_PROBE, inlined into it. None if \p F has no place
  /// itself.
  llvm::DebugLoc probeLocation(const llvm::Function &F);

  /// The end of a block that is done only if \p Condition, which is seldom.
  llvm::Instruction *branchRarely(llvm::Value *Condition,
                                  llvm::Instruction *Before);

  /// The same of the probe behind \p Gate, whose value it is: done where that
  /// is open, and of calls that find it shut for one in many. \p Place is the
  /// probe's own.
  llvm::Instruction *branchIfOpen(llvm::Value *Gate, llvm::Instruction *Before,
                                  const llvm::DebugLoc &Place);

  /// Of the frame that runs, which is kept apart from the stack's end then.
  llvm::Value *frameAddress(llvm::IRBuilder<> &B);

  /// Calls \p Stub, one of these.
  llvm::CallInst *callStub(llvm::IRBuilder<> &B, llvm::Function *Stub,
                           llvm::ArrayRef<llvm::Value *> Arguments);

  /// The same of one whose place tells the runtime where it is: it stays apart
  /// from its like on other ways.
  void callFromPlace(llvm::IRBuilder<> &B, llvm::Function *Stub,
                     llvm::ArrayRef<llvm::Value *> Arguments);

  /// Has sanitizers leave \p I alone, a probe's load or store.
  static void leaveAlone(llvm::Instruction *I);

  // The functions through which probes reach the runtime; made when first asked
  // for.
  llvm::Function *threadStub();
  llvm::Function *enterStub();
  llvm::Function *leaveStub();
  llvm::Function *waitBeginStub();
  llvm::Function *waitEndStub();
  /// The types of struct lp_abi_wait_site and lp_abi_wait.
  llvm::StructType *waitSiteType() const;
  llvm::StructType *waitType() const;
  llvm::Function *gpuBeginStub();
  llvm::Function *gpuCloseStub();
  /// The library's places that make a GPU work, LP_SYMBOL_GPU.
  llvm::GlobalVariable *gpu();

  /// \p V as \p Ty, where pointers have types.
  llvm::Value *cast(llvm::IRBuilder<> &B, llvm::Value *V, llvm::Type *Ty);

  /// Gives the unit's counters their size, and keeps all records through
  /// optimisation and the linker's collection. Last, and once.
  void finish();

private:
  friend class StartUp;
  CounterPlace placeCounters(const llvm::Function &F, const std::string &Suffix,
                             unsigned Count);
  llvm::GlobalVariable *remarks(llvm::ArrayRef<unsigned char> Bytes);
  llvm::GlobalVariable *global(llvm::Type *Ty, llvm::Constant *Init,
                               const llvm::Twine &Name, const char *Section);
  llvm::Constant *distance(llvm::Constant *Target, llvm::Constant *At);
  llvm::Constant *relative(llvm::Constant *Target, llvm::GlobalVariable *Record,
                           unsigned Field);
  llvm::Constant *bound(const char *Prefix, const char *Section);
  llvm::Function *shared(llvm::FunctionType *Ty, const char *Name);
  llvm::Function *stub(const char *Name,
                       llvm::ArrayRef<llvm::Type *> Arguments);
  llvm::Function *entryPoint(llvm::FunctionType *Ty, const char *Name);
  llvm::Function *deltaAddress();
  llvm::GlobalVariable *threadWord(llvm::Type *Ty, const char *Name);
  llvm::Function *lookStub();
  void lookIfDue(llvm::IRBuilder<> &B, llvm::Function *F);
  llvm::Function *nvtxTool();
  llvm::FunctionCallee weak(const char *Name, llvm::FunctionType *Ty);
  llvm::Value *loadOps(llvm::IRBuilder<> &B, llvm::Function *F,
                       llvm::Type *Returns);
  /// As loadOp(), of an operation that older runtimes do not have.
  llvm::Value *loadLaterOp(llvm::IRBuilder<> &B, llvm::Function *F,
                           unsigned Index, llvm::Type *Returns);
  llvm::Value *loadOp(llvm::IRBuilder<> &B, llvm::Function *F, unsigned Index,
                      llvm::Type *Returns);
  llvm::Module &M;
  llvm::LLVMContext &C;
  llvm::Type *I8, *I32, *I64, *Ptr;
  llvm::SmallVector<llvm::GlobalValue *, 32> Retained;
  /// Stands for the unit's counters until their number is known.
  llvm::GlobalVariable *UnitCounters = nullptr;
  uint64_t UnitCounterCount = 0;
  llvm::DenseMap<llvm::DICompileUnit *, llvm::DISubprogram *> Probes;
};

/// Indexes of the fields of the records, as Func_gate and Module_ops.
#define LP_FIELD_U32(name) LP_FIELD(name)
#define LP_FIELD_U64(name) LP_FIELD(name)
#define LP_FIELD_REL(name) LP_FIELD(name)
#define LP_FIELD_PTR(name) LP_FIELD(name)

enum FuncField : unsigned {
#define LP_RECORD_FUNC
#define LP_FIELD(name) Func_##name,
#include "format/abi.def"
#undef LP_FIELD
#undef LP_RECORD_FUNC
};

enum FileField : unsigned {
#define LP_RECORD_FILE
#define LP_FIELD(name) File_##name,
#include "format/abi.def"
#undef LP_FIELD
#undef LP_RECORD_FILE
};

enum UnitField : unsigned {
#define LP_RECORD_UNIT
#define LP_FIELD(name) Unit_##name,
#include "format/abi.def"
#undef LP_FIELD
#undef LP_RECORD_UNIT
};

enum ModuleField : unsigned {
#define LP_RECORD_MODULE
#define LP_FIELD(name) Module_##name,
#include "format/abi.def"
#undef LP_FIELD
#undef LP_RECORD_MODULE
};

enum WaitSiteField : unsigned {
#define LP_RECORD_WAIT_SITE
#define LP_FIELD(name) WaitSite_##name,
#include "format/abi.def"
#undef LP_FIELD
#undef LP_RECORD_WAIT_SITE
};

enum WaitField : unsigned {
#define LP_RECORD_WAIT
#define LP_FIELD(name) Wait_##name,
#include "format/abi.def"
#undef LP_FIELD
#undef LP_RECORD_WAIT
};

enum GpuSiteField : unsigned {
#define LP_RECORD_GPU_SITE
#define LP_FIELD(name) GpuSite_##name,
#include "format/abi.def"
#undef LP_FIELD
#undef LP_RECORD_GPU_SITE
};

enum GpuField : unsigned {
#define LP_RECORD_GPU
#define LP_FIELD(name) Gpu_##name,
#include "format/abi.def"
#undef LP_FIELD
#undef LP_RECORD_GPU
};

#undef LP_FIELD_U32
#undef LP_FIELD_U64
#undef LP_FIELD_REL
#undef LP_FIELD_PTR

} // namespace lineprof

#endif
