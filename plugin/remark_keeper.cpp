/// \file remark_keeper.cpp
/// A handler of diagnostics that keeps the optimiser's remarks.
#include "plugin/remark_keeper.h"

#include "format/abi.h"
#include "plugin/code_facts.h"
#include "plugin/counted_loop.h"
#include "plugin/llvm_compat.h"
#include "plugin/options.h"
#include "plugin/remark_places.h"
#include "plugin/remark_rules.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/ValueHandle.h"

using namespace llvm;

namespace lineprof {

namespace {

/// The module's remarks are kept already: loaded by -fplugin and by
/// -fpass-plugin too, the passes come twice; and once more when it is linked.
constexpr const char *RemarksFlag = "lineprof.remarks";

class Collector {
public:
  Collector(Module &M) : M(M), Emit(M), Places(statementMap(), Emit) {}

  void hear(const DiagnosticInfoOptimizationBase &DI, RemarkClass Class) {
    const Function &F = DI.getFunction();
    if (F.getParent() != &M || compat::startsWith(F.getName(), "__lineprof_"))
      return;
    std::optional<RemarkText> Text = readRemark(DI);
    if (!Text)
      return;
    if (const auto *Said = dyn_cast<DiagnosticInfoIROptimization>(&DI))
      hearOptimiser(*Said, Class, std::move(*Text));
    else
      hearGenerator(DI, std::move(*Text));
  }

  /// Once the code is optimised.
  void finish() {
    flushReason();
    addCodeFacts(M, Places, Table);
    Table.emit([this](auto Chunk) { Emit.emitRemarks(Chunk); });
    Emit.finish();
  }

private:
  /// Why a loop is not vectorised, at the line that is to blame. Most times the
  /// remark that says so of the loop comes next.
  struct Reason {
    WeakVH Block;
    RemarkPlace Place;
    RemarkText Text;
  };

  void hearOptimiser(const DiagnosticInfoIROptimization &DI, RemarkClass Class,
                     RemarkText Text) {
    if (Text.Kind == LP_REMARK_NOT_VECTORISED && Class != RemarkClass::Missed)
      hearReason(DI, std::move(Text));
    else if (isOfVectoriser(Text))
      hearVectoriser(DI, std::move(Text));
    else
      add(Places.of(DI), std::move(Text));
  }

  /// Nobody tells which remark is the last one, so each is kept by itself.
  void hearGenerator(const DiagnosticInfoOptimizationBase &DI,
                     RemarkText Text) {
    add(Places.of(DI), std::move(Text));
    Table.emit(
        [&](auto Chunk) { Emit.emitLateRemarks(DI.getFunction(), Chunk); });
  }

  static bool isOfVectoriser(const RemarkText &Text) {
    return Text.Kind == LP_REMARK_VECTORISED ||
           Text.Kind == LP_REMARK_INTERLEAVED ||
           Text.Kind == LP_REMARK_NOT_VECTORISED;
  }

  static const BasicBlock *blockOf(const DiagnosticInfoIROptimization &DI) {
    return dyn_cast_or_null<BasicBlock>(
        static_cast<const Value *>(DI.getCodeRegion()));
  }

  /// Whether the pending reason is one of the loop that \p DI is about.
  bool isOfPendingLoop(const DiagnosticInfoIROptimization &DI) const {
    const BasicBlock *Here = blockOf(DI);
    const auto *There = Pending
                            ? dyn_cast_or_null<BasicBlock>(
                                  static_cast<const Value *>(Pending->Block))
                            : nullptr;
    return Here && There && Here->getParent() == There->getParent() &&
           isPotentiallyReachable(Here, There) &&
           isPotentiallyReachable(There, Here);
  }

  /// Where the user wants remarks, the vectoriser goes on after the first
  /// reason; but the others may be of code that only counts.
  void hearReason(const DiagnosticInfoIROptimization &DI, RemarkText Text) {
    if (isOfPendingLoop(DI))
      return;
    flushReason();
    const BasicBlock *Block = blockOf(DI);
    Pending = Reason{WeakVH(const_cast<BasicBlock *>(Block)), Places.of(DI),
                     std::move(Text)};
  }

  void hearVectoriser(const DiagnosticInfoIROptimization &DI, RemarkText Text) {
    if (isOfPendingLoop(DI)) {
      if (Text.Kind == LP_REMARK_NOT_VECTORISED && Text.Detail.empty())
        Text.Detail = Pending->Text.Detail;
      Pending.reset();
    }
    flushReason();
    if (Text.Kind == LP_REMARK_NOT_VECTORISED)
      Text.Value = mayBeOurFault(DI, Text);
    add(Places.of(DI), std::move(Text));
  }

  /// Counts by branch cost as much as other code, and look like sums that the
  /// vectoriser does not know.
  static bool mayBeOurFault(const DiagnosticInfoIROptimization &DI,
                            const RemarkText &Text) {
    const StringRef Detail = Text.Detail;
    const BasicBlock *Header = blockOf(DI);
    return Header &&
           (Detail.contains("cost-model") || Detail.contains("reduction")) &&
           countsBranches(*Header);
  }

  void flushReason() {
    if (Pending)
      add(Pending->Place, std::move(Pending->Text));
    Pending.reset();
  }

  void add(const RemarkPlace &Place, RemarkText Text) {
    if (Place.PathHash)
      Table.add(Place, std::move(Text));
  }

  Module &M;
  Emitter Emit;
  RemarkPlaces Places;
  RemarkTable Table;
  std::optional<Reason> Pending;
};

/// Hears remarks, and hands on to \p Next what that would have got without us.
/// It stays while code is generated, and goes with what the compiler then has
/// the context forget.
class Listener : public DiagnosticHandler {
public:
  Listener(Module &M, std::unique_ptr<DiagnosticHandler> Next)
      : Heard(M), Next(std::move(Next)) {}

  bool handleDiagnostics(const DiagnosticInfo &DI) override {
    const std::optional<RemarkClass> Class = remarkClass(DI);
    if (Class) {
      const auto &Remark = cast<DiagnosticInfoOptimizationBase>(DI);
      Heard.hear(Remark, *Class);
      if (!isWantedByNext(*Class, Remark.getPassName()))
        return true;
    }
    return Next->handleDiagnostics(DI);
  }

  // Passes are to make remarks, but not to look for more to say, which takes
  // time: so none of them is told that its own are wanted, but the one that
  // says nothing else.
  bool isAnyRemarkEnabled() const override { return true; }
  bool isAnalysisRemarkEnabled(StringRef Pass) const override {
    return Next->isAnalysisRemarkEnabled(Pass);
  }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override {
    return Pass == RegisterAllocator || Next->isMissedOptRemarkEnabled(Pass);
  }
  bool isPassedOptRemarkEnabled(StringRef Pass) const override {
    return Next->isPassedOptRemarkEnabled(Pass);
  }

  Collector Heard;
  std::unique_ptr<DiagnosticHandler> Next;

private:
  bool isWantedByNext(RemarkClass Class, StringRef Pass) const {
    switch (Class) {
    case RemarkClass::Passed:
      return Next->isPassedOptRemarkEnabled(Pass);
    case RemarkClass::Missed:
      return Next->isMissedOptRemarkEnabled(Pass);
    case RemarkClass::Analysis:
      return Pass == OptimizationRemarkAnalysis::AlwaysPrint ||
             Next->isAnalysisRemarkEnabled(Pass);
    }
    return true;
  }
};

bool isInstrumented(const Module &M) {
  const GlobalVariable *Descriptor = M.getNamedGlobal(LP_SYMBOL_MODULE);
  return Descriptor && !Descriptor->isDeclaration();
}

} // namespace

struct RemarkKeeper::Hearing {
  Listener *Ours; ///< the context's
};

RemarkKeeper::RemarkKeeper() = default;
RemarkKeeper::~RemarkKeeper() = default;

void RemarkKeeper::begin(Module &M) {
  LLVMContext &C = M.getContext();
  if (!options().WithRemarks || !isInstrumented(M) ||
      M.getModuleFlag(RemarksFlag) || !C.getDiagHandlerPtr())
    return;
  M.addModuleFlag(Module::Override, RemarksFlag, LP_ABI_VERSION);
  auto Ours = std::make_unique<Listener>(M, C.getDiagnosticHandler());
  Now = std::make_unique<Hearing>(Hearing{Ours.get()});
  C.setDiagnosticHandler(std::move(Ours), /*RespectFilters=*/false);
}

void RemarkKeeper::end(Module &M) {
  LLVMContext &C = M.getContext();
  if (!Now || C.getDiagHandlerPtr() != Now->Ours)
    return;
  Now->Ours->Heard.finish();
  Now.reset();
}

} // namespace lineprof
