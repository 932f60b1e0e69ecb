/// \file lines.cpp
/// The early pass: counters in front of the optimiser, and each function's
/// table.
#include "format/abi.h"
#include "format/table.h"
#include "plugin/calls.h"
#include "plugin/cleanup.h"
#include "plugin/cleanup_slot.h"
#include "plugin/counters.h"
#include "plugin/emit.h"
#include "plugin/extremes.h"
#include "plugin/flow.h"
#include "plugin/generated_places.h"
#include "plugin/gpu_sites.h"
#include "plugin/guards.h"
#include "plugin/indirect_jumps.h"
#include "plugin/library_calls.h"
#include "plugin/llvm_compat.h"
#include "plugin/made_calls.h"
#include "plugin/openmp.h"
#include "plugin/options.h"
#include "plugin/passes.h"
#include "plugin/selection.h"
#include "plugin/source_branches.h"
#include "plugin/statements.h"
#include "plugin/table_names.h"
#include "plugin/variants.h"
#include "plugin/visits.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace lineprof {

namespace {

/// lp_hash() of the linkage name; of local functions with their unit mixed in,
/// as two units may have functions of one name.
uint64_t nameHash(const Function &F) {
  const StringRef Name = F.getName();
  uint64_t Hash = lp_hash(Name.data(), Name.size());
  if (F.hasLocalLinkage()) {
    const std::string &Unit = F.getParent()->getSourceFileName();
    Hash = lp_hash_more(Hash, Unit.data(), Unit.size());
    // Its name is that in its folder: recursive makes have one in each, and may
    // call it the same in debug information.
    const DISubprogram *SP = F.getSubprogram();
    const StringRef Folders[] = {
        SP && SP->getUnit() ? SP->getUnit()->getDirectory() : "",
        statementMap().Directory};
    for (const StringRef Folder : Folders)
      Hash = lp_hash_more(Hash, Folder.data(), Folder.size());
  }
  return Hash;
}

/// Whether \p F is left where it waits, and entered there again.
bool isCoroutine(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *II = dyn_cast<IntrinsicInst>(&I);
    return II && II->getIntrinsicID() == Intrinsic::coro_begin;
  });
}

bool isNamedOnly(const Function &F, unsigned Depth = 4);

/// Whether \p U is a call of what it is a use of, or a list of what runs before
/// or behind main(). What clang made hands its own callers' calls on, as the
/// `__invoke` of a lambda does: \p Depth of such one in the other are followed.
bool isCallOrList(const Use &U, unsigned Depth) {
  if (const auto *Call = dyn_cast<CallBase>(U.getUser())) {
    const Function &Caller = *Call->getFunction();
    const DISubprogram *SP = Caller.getSubprogram();
    const bool IsMade = !SP || SP->isArtificial();
    return Call->isCallee(&U) &&
           (!IsMade || (Depth > 0 && isNamedOnly(Caller, Depth - 1)));
  }
  if (const auto *List = dyn_cast<GlobalVariable>(U.getUser()))
    return List->getName() == "llvm.global_ctors" ||
           List->getName() == "llvm.global_dtors";
  return isa<ConstantAggregate, ConstantExpr>(U.getUser()) &&
         all_of(U.getUser()->uses(), [Depth](const Use &Outer) {
           return isCallOrList(Outer, Depth);
         });
}

/// Whether nothing has a pointer to \p F.
bool isNamedOnly(const Function &F, unsigned Depth) {
  return F.hasLocalLinkage() && all_of(F.uses(), [Depth](const Use &U) {
           return isCallOrList(U, Depth);
         });
}

/// Whether clang made \p F by itself: nothing in the source defines it. What
/// sets up a global variable stands in the source, on the variable's line; an
/// operator== that nobody wrote, where `operator<=>` is made `= default`; and
/// what the source itself calls artificial (GNU) is known by its name.
bool isMadeByClang(const Function &F, const DISubprogram &SP,
                   const StatementFinder &Finder) {
  const StringRef Name = SP.getName();
  if (isOutlined(Name))
    return isOutlinedGlue(F);
  return SP.isArtificial() && !Finder.isKnownByName(F) &&
         Name != "operator==" && !compat::startsWith(Name, GlobalSetUp);
}

/// The function that clang has made of what \p Call, where a coroutine waits,
/// does by await_suspend(); nullptr if it is another call, as before clang 17.
const Function *suspenderOf(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && compat::startsWith(Callee->getName(),
                                      "llvm.coro.await.suspend")
             ? dyn_cast<Function>(Call.getArgOperand(2))
             : nullptr;
}

/// Whether \p F is a definition of that kind, and has no lines for that.
bool isMade(const Function &F, StatementFinder &Finder) {
  const DISubprogram *SP = F.getSubprogram();
  return !F.isDeclaration() && SP && isMadeByClang(F, *SP, Finder) &&
         !Finder.initialisesMembers(F);
}

/// \p Name without the arguments that clang names an instance of a template
/// with.
StringRef withoutArguments(StringRef Name) {
  static constexpr StringLiteral Operators[] = {"operator>", "operator>>",
                                                "operator->", "operator<=>"};
  if (Name.empty() || Name.back() != '>' || is_contained(Operators, Name))
    return Name;
  unsigned Depth = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    Depth += Name[I] == '>';
    if (Name[I] == '<' && --Depth == 0)
      return Name.take_front(I);
  }
  return Name;
}

/// Collects a function's table and encodes it.
class TableBuilder {
public:
  TableBuilder(Function &F, const AbandonInfo &Abandon, const FlowGraph &Graph,
               const Visits &V, StatementFinder &Finder,
               const StatementMap &Map, Emitter &Emit)
      : F(F), Abandon(Abandon), Graph(Graph), Finder(Finder), Map(Map),
        Emit(Emit), Source(F, Graph, Finder, Map) {
    const DISubprogram *SP = F.getSubprogram();
    Linkage = F.getName().str();
    Name = isOutlined(SP->getName()) ? outlinedName(F)
                                     : tableName(Linkage, SP->getName());
    Table.linkage_name = Linkage.data();
    Table.linkage_name_bytes = Linkage.size();
    Table.name = Name.data();
    Table.name_bytes = Name.size();
    Table.flags = F.hasLocalLinkage() ? LP_TABLE_LOCAL : 0;
    if (Finder.Approximate)
      Table.flags |= LP_TABLE_APPROXIMATE;
    if (isCoroutine(F))
      Table.flags |= LP_TABLE_COROUTINE;
    if (isNamedOnly(F))
      Table.flags |= LP_TABLE_NAMED_ONLY;
    if (V.HandsOver)
      Table.flags |= LP_TABLE_HANDS_OVER;
    const Definition At = Finder.definitionOf(F);
    Table.file = fileIndex(At.File);
    Table.line = At.Line;
    Table.node_count = Graph.Nodes.size();
    findTypes(At, SP->getName());
    addEdges();
    addLines(V);
    addSites();
  }

  /// Where \p Site stands. Before anything is put into the function.
  GpuRecord gpuRecord(const GpuSite &Site) {
    GpuRecord Record = {&Site, 0, 0, 0};
    uint32_t File;
    std::tie(File, Record.Line) = lineOf(*Site.Call);
    Record.PathHash = FileHashes[File];
    for (unsigned Node = 1; Node < Graph.Nodes.size(); Node++) {
      const FlowNode &N = Graph.Nodes[Node];
      if (N.First->getParent() != Site.Call->getParent())
        continue;
      // Nodes of one block come one behind the other.
      Record.Node = Node;
      if (!N.Last->comesBefore(Site.Call))
        break;
    }
    return Record;
  }

  /// The encoded table; the caller frees its data.
  lp_bytes encode() {
    Table.files = FileHashes.data();
    Table.file_count = FileHashes.size();
    Table.edges = Edges.data();
    Table.edge_count = Edges.size();
    Table.lines = Lines.data();
    Table.line_count = Lines.size();
    Table.terms = Terms.data();
    Table.term_count = Terms.size();
    Table.branches = Branches.data();
    Table.branch_count = Branches.size();
    Table.loops = Loops.data();
    Table.loop_count = Loops.size();
    Table.calls = Calls.data();
    Table.call_count = Calls.size();
    Table.types = Types.data();
    Table.type_count = Types.size();
    lp_bytes Bytes = {};
    lp_table_encode(&Table, &Bytes);
    return Bytes;
  }

private:
  uint32_t fileIndex(uint32_t File) {
    const auto [Entry, IsNew] = FileIndexes.insert({File, FileHashes.size()});
    if (IsNew)
      FileHashes.push_back(Emit.emitFile(Map.Files[File]));
    return Entry->second;
  }

  /// As what the function, which stands \p At and has the name \p Named there,
  /// may be called where no call names it.
  void findTypes(const Definition &At, StringRef Named) {
    constexpr size_t MostTypes = 8; // of a template's instances
    const auto Known = Map.FunctionTypes.find(
        {{At.File, At.Line}, withoutArguments(Named).str()});
    if (Known != Map.FunctionTypes.end() && Known->second.size() <= MostTypes &&
        !is_contained(Known->second, 0U))
      Types = Known->second;
  }

  void addEdges() {
    for (unsigned E = 0; E < Graph.Edges.size(); E++) {
      const FlowEdge &Edge = Graph.Edges[E];
      if (Graph.resumes(E))
        Edges.push_back({0, Edge.To, Edge.Flags | LP_EDGE_RESUME});
      else
        Edges.push_back({Edge.From, Edge.To, Edge.Flags});
    }
  }

  void addLines(const Visits &V) {
    for (const auto &[Key, LineTerms] : V.Lines) {
      lp_table_line Line = {};
      Line.file = fileIndex(Key.first);
      Line.line = Key.second;
      Line.first_term = Terms.size();
      Line.term_count = LineTerms.size();
      for (const VisitTerm &Term : LineTerms)
        Terms.push_back({Term.IsEdge, Term.Index});
      Lines.push_back(Line);
      const bool IsWithin =
          Line.line == Table.line || !V.MemberLines.count(Key);
      if (Line.file == Table.file && Line.line > Table.end_line && IsWithin)
        Table.end_line = Line.line;
    }
  }

  /// The line of \p I's statement; the function's own if it has none.
  std::pair<uint32_t, uint32_t> lineOf(const Instruction &I) {
    const std::optional<LineKey> Line = Finder.lineOf(I);
    return Line ? std::make_pair(fileIndex(Line->first), Line->second)
                : std::make_pair(Table.file, Table.line);
  }

  void addSites() {
    for (unsigned Node = 1; Node < Graph.Nodes.size(); Node++) {
      const FlowNode &N = Graph.Nodes[Node];
      const Instruction *End = N.Last->getNextNode();
      for (const Instruction *I = N.First; I != End; I = I->getNextNode())
        if (const auto *Call = dyn_cast<CallBase>(I))
          addCall(*Call, Node);
      if (const auto Line = Source.branchAt(Node)) {
        addBranch(Node, *Line);
        if (const auto Taken = Source.takenFrom(Node))
          Edges[*Taken].flags |= LP_EDGE_TAKEN;
      }
      if (const auto Line = Source.loopAt(Node))
        Loops.push_back({fileIndex(Line->first), Line->second, Node});
    }
    markDecided();
  }

  void addBranch(unsigned Node, const LineKey &Line) {
    lp_branch Branch = {};
    Branch.file = fileIndex(Line.first);
    Branch.line = Line.second;
    Branch.node = Node;
    if (const auto Operand = Source.operandAt(Node);
        Operand && Operand->first == Line.first) {
      Branch.operand_line = Operand->second.Line;
      Branch.column = Operand->second.Column;
    }
    Branches.push_back(Branch);
  }

  /// Where an operand in front decides, its own way says how, or how not.
  void markDecided() {
    for (size_t E = 0; E < Graph.Edges.size(); E++) {
      const auto Holds = Source.decidedBy(Graph.Edges[E]);
      const bool Takes = Edges[E].flags & LP_EDGE_TAKEN;
      if (Holds)
        Edges[E].flags |=
            *Holds == Takes ? LP_EDGE_DECIDED : LP_EDGE_DECIDED_AGAINST;
    }
  }

  void addCall(const CallBase &Call, unsigned Node) {
    lp_call Site = {};
    const Function *Suspender = suspenderOf(Call);
    if (!Suspender && (!isCall(Call) || isVariantCall(F, Call)))
      return;
    // What the compiler calls on nobody's line must not be missing from the
    // sum.
    std::tie(Site.file, Site.line) = lineOf(Call);
    Site.node = Node;
    const Function *Callee = Suspender ? Suspender : calleeOf(Call);
    if (Callee && (Suspender || isMade(*Callee, Finder)) &&
        addCallsOfMade(*Callee, Site, nodeBehind(Call, Node)))
      return;
    Site.callee = Callee ? nameHash(*Callee) : 0;
    Site.type = Callee ? 0 : pointerType(Call);
    Calls.push_back(Site);
  }

  /// What \p Call, through a pointer, may call; 0 if that is not known.
  uint32_t pointerType(const CallBase &Call) {
    const DILocation *Loc = Call.getDebugLoc();
    if (!Loc)
      return 0;
    const SourcePlace At = {Finder.fileOf(Loc->getFile()), positionOf(*Loc)};
    return Map.pointerType(F, At);
  }

  /// As if what \p Made calls were called at \p Site. Behind a call that may
  /// throw they are as often as control comes to \p Behind. False if that is
  /// not known, or it calls nothing.
  bool addCallsOfMade(const Function &Made, lp_call Site, unsigned Behind) {
    const auto Found = callsOfMade(
        Made, [this](const Function &Other) { return isMade(Other, Finder); });
    const auto MayThrow = [this](const CallBase *Call) {
      return !Call->doesNotThrow() && Abandon.mayAbandon(*Call);
    };
    if (Found.empty() ||
        (Behind == 0 &&
         any_of(ArrayRef<const CallBase *>(Found).drop_back(), MayThrow)))
      return false;
    for (const CallBase *Call : Found) {
      const Function *Callee = calleeOf(*Call);
      Site.callee = Callee ? nameHash(*Callee) : 0;
      Calls.push_back(Site);
      if (MayThrow(Call))
        Site.node = Behind;
    }
    return true;
  }

  /// The node that runs as often as \p Call, in \p Node, comes back; 0 if there
  /// is none.
  unsigned nodeBehind(const CallBase &Call, unsigned Node) const {
    const FlowNode &N = Graph.Nodes[Node];
    if (N.Last != &Call)
      return Node;
    unsigned Behind = 0;
    for (const unsigned E : N.Out) {
      const FlowEdge &Edge = Graph.Edges[E];
      if (Edge.Flags & LP_EDGE_ABANDON)
        continue;
      if (Behind || Graph.Nodes[Edge.To].In.size() != 1)
        return 0;
      Behind = Edge.To;
    }
    return Behind;
  }

  const Function &F;
  const AbandonInfo &Abandon;
  const FlowGraph &Graph;
  StatementFinder &Finder;
  const StatementMap &Map;
  Emitter &Emit;
  SourceBranches Source;
  lp_table Table = {};
  std::string Linkage, Name;
  DenseMap<uint32_t, uint32_t> FileIndexes;
  std::vector<uint64_t> FileHashes;
  std::vector<lp_edge> Edges;
  std::vector<lp_table_line> Lines;
  std::vector<lp_term> Terms;
  std::vector<lp_branch> Branches;
  std::vector<lp_loop> Loops;
  std::vector<lp_call> Calls;
  PointerTypeList Types;
};

/// Whether \p F has lines that could be counted: a function of the source, or a
/// constructor that clang makes of the initialisers in a class.
bool hasLines(const Function &F, StatementFinder &Finder) {
  const DISubprogram *SP = F.getSubprogram();
  return !F.isDeclaration() && SP && !isMade(F, Finder) &&
         !F.hasFnAttribute(Attribute::Naked) &&
         !compat::startsWith(F.getName(), "__lineprof_") && !isGpuGlue(F);
}

/// Functions that count have an effect, whatever their declarations say
/// (`const`, `pure`): else the optimiser makes one call of several. Those of
/// other units may count; libraries do not.
void admitEffects(Module &M, const TargetLibraryInfo &Library) {
  for (Function &F : M) {
    LibFunc Known;
    if (F.isIntrinsic() ||
        (F.isDeclaration() &&
         (isLibraryFunction(F.getName()) || Library.getLibFunc(F, Known))))
      continue;
    compat::forgetMemoryEffects(F);
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        compat::forgetMemoryEffects(*Call);
  }
}

/// Whether calls of \p F return twice. Clang says so of setjmp() and the like;
/// not of __builtin_setjmp(), nor, with -fno-builtin, of any.
bool returnsTwice(const Function &F) {
  static constexpr StringLiteral Names[] = {
      "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "getcontext", "vfork"};
  return F.getIntrinsicID() == Intrinsic::eh_sjlj_setjmp ||
         (F.isDeclaration() && is_contained(Names, F.getName()));
}

void admitSecondReturns(Module &M) {
  for (Function &F : M)
    if (returnsTwice(F))
      for (User *U : F.users())
        if (auto *Call = dyn_cast<CallBase>(U))
          Call->addFnAttr(Attribute::ReturnsTwice);
}

void placeCounters(Function &F, FlowGraph &Graph, const CounterPlace &Place) {
  // Points first: splitting edges must not see counters.
  SmallVector<Instruction *, 32> Points;
  for (unsigned E = 0; E < Graph.Edges.size(); E++)
    if (Graph.Edges[E].Flags & LP_EDGE_COUNTED)
      Points.push_back(Graph.counterPoint(E));
  for (unsigned K = 0; K < Points.size(); K++)
    createTick(Points[K], Place.Array, Place.First + K,
               ConstantInt::get(Type::getInt64Ty(F.getContext()), 1));
}

/// Where a jump table leads, -mspeculative-load-hardening puts its code in
/// front of the phis that edges with counters have (LLVM 14 to 22, on x86).
void doWithoutJumpTables(Function &F) {
  if (F.hasFnAttribute(Attribute::SpeculativeLoadHardening))
    F.addFnAttr("no-jump-tables", "true");
}

/// Calls at several lines stay several: one for all of them, with operands that
/// depend on the way, would have its time at no line. Of those that never come
/// back no time is known; their lines have hits.
void keepCallsApart(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (!isa<IntrinsicInst>(Call) && !Call->doesNotReturn())
          Call->addFnAttr(Attribute::NoMerge);
}

class Instrumenter {
public:
  Instrumenter(Module &M, ModuleAnalysisManager &AM)
      : M(M),
        FAM(AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager()),
        Map(statementMap()), Finder(Map), Select(M, Finder, Map), Emit(M) {}

  bool run() {
    SmallVector<Function *, 64> Wanted;
    for (Function &F : M)
      if (hasLines(F, Finder) && Finder.definitionOf(F).Line != 0 &&
          Select.isCounted(F))
        Wanted.push_back(&F);
    // Where all was left out, the profile is there to say so.
    if (Wanted.empty() && !Select.Tally.Excluded && !Select.Tally.Skipped)
      return false;
    splitGuards(M);
    const TargetLibraryInfo Library = knownLibrary();
    admitEffects(M, Library);
    admitSecondReturns(M);
    const AbandonInfo Abandon(M, Library);
    Workers = findGpuWorkers(M, Wanted);
    for (Function *F : Wanted)
      instrument(*F, Abandon);
    if (options().isTimed())
      keepCallsApart(M);
    Emit.emitUnit(Select.Tally);
    Emit.emitStartUp(runtimePath());
    Emit.emitEntryPoints();
    Emit.emitNvtx();
    Emit.finish();
    return true;
  }

private:
  static std::string runtimePath() {
    if (!options().Runtime.empty())
      return options().Runtime;
    SmallString<256> Path(pluginFolder()); // .../lineprof/<major>
    sys::path::append(Path, "..", "..", LP_RUNTIME_SONAME);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    return std::string(Path);
  }

  /// The C library's functions that are what their names say: none with
  /// -fno-builtin, where a program may have its own. Of all functions alike.
  TargetLibraryInfo knownLibrary() {
    const auto Defined =
        find_if(M, [](const Function &F) { return !F.isDeclaration(); });
    return FAM.getResult<TargetLibraryAnalysis>(*Defined);
  }

  void instrument(Function &F, const AbandonInfo &Abandon) {
    AllocaInst *const CleanupSlot = demoteCleanupSlot(F);
    foldKnownWays(F);
    foldExtremes(F, Finder, Map);
    // An indirect goto's edges cannot be split where they are needed to be.
    splitIndirectEdges(F);
    auto &Frequencies = FAM.getResult<BlockFrequencyAnalysis>(F);
    auto &Probabilities = FAM.getResult<BranchProbabilityAnalysis>(F);
    Finder.enter(F);
    FlowGraph Graph(F, Abandon, Frequencies, Probabilities,
                    FAM.getResult<LoopAnalysis>(F),
                    [this](const Instruction &Terminator, unsigned Successor) {
                      return Finder.label(Terminator, Successor);
                    });
    if (!Graph.chooseCounters()) {
      promoteCleanupSlot(F, CleanupSlot);
      return;
    }
    const Definition At = Finder.definitionOf(F);
    const DISubprogram &SP = *F.getSubprogram();
    const bool HasName =
        !isOutlined(SP.getName()) && !isMadeByClang(F, SP, Finder);
    const uint32_t Entry = Finder.lineUnit(At.File, HasName ? At.Line : 0);
    const Visits V(Graph, Map, Finder, Entry, handsOver(F), HasName);
    const std::vector<GpuSite> Sites = findGpuSites(F, Workers);
    std::vector<GpuRecord> Records;
    TableBuilder Builder(F, Abandon, Graph, V, Finder, Map, Emit);
    for (const GpuSite &Site : Sites)
      Records.push_back(Builder.gpuRecord(Site));
    lp_bytes Bytes = Builder.encode();
    const ArrayRef<unsigned char> Table(Bytes.data, Bytes.size);
    unsigned Count = 0;
    for (const FlowEdge &Edge : Graph.Edges)
      Count += (Edge.Flags & LP_EDGE_COUNTED) != 0;
    doWithoutJumpTables(F);
    const CounterPlace Place = Emit.emitFunction(F, Table, nameHash(F), Count);
    free(Bytes.data);
    placeCounters(F, Graph, Place);
    placeGpuProbes(F, Records, Emit);
    placeGeneratedCode(F, Finder, Map);
    promoteCleanupSlot(F, CleanupSlot);
    FAM.invalidate(F, PreservedAnalyses::none());
  }

  Module &M;
  FunctionAnalysisManager &FAM;
  StatementMap &Map;
  StatementFinder Finder;
  Selection Select;
  Emitter Emit;
  GpuWorkers Workers;
};

} // namespace

PreservedAnalyses LinesPass::run(Module &M, ModuleAnalysisManager &AM) {
  // Loaded by -fplugin and by -fpass-plugin too, the pass comes twice.
  if (!compat::isServed(compat::targetTriple(M)) || M.getModuleFlag(ModuleFlag))
    return PreservedAnalyses::all();
  M.addModuleFlag(Module::Override, ModuleFlag, LP_ABI_VERSION);
  return Instrumenter(M, AM).run() ? PreservedAnalyses::none()
                                   : PreservedAnalyses::all();
}

} // namespace lineprof
