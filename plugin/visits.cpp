/// \file visits.cpp
/// A line's hits: how often control comes to a statement that begins on it,
/// from a statement that begins on another line or over a loop's back edge.
///
/// Control passes from statement to statement inside nodes and along edges;
/// each such step is executed as often as its node or edge. Statements without
/// code (labels, `do`, `int x;`) stand on the way to the next one that has
/// some.
#include "plugin/visits.h"

#include "format/table.h"
#include "plugin/llvm_compat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace lineprof {

unsigned StatementFinder::caseLine(const Instruction &Terminator,
                                   unsigned Successor) {
  const auto *Switch = dyn_cast<SwitchInst>(&Terminator);
  const uint32_t U = Switch ? unitOf(Terminator) : NoUnit;
  if (U == NoUnit)
    return 0;
  if (Successor == 0) {
    const uint32_t Default = Map.Units[U].Target;
    return Default == NoUnit ? 0 : Map.Units[Default].Line;
  }
  const auto Case =
      *SwitchInst::ConstCaseIt::fromSuccessorIndex(Switch, Successor);
  const auto Line =
      Map.CaseLines.find({U, Case.getCaseValue()->getSExtValue()});
  return Line == Map.CaseLines.end() ? 0 : Line->second;
}

StatementFinder::StatementFinder(StatementMap &Map)
    : Map(Map), HasAST(!Map.empty()) {}

uint32_t StatementFinder::fileOf(const DIFile *File) {
  const auto Known = Files.find(File);
  if (Known != Files.end())
    return Known->second;
  const std::string Path =
      absolutePath(File->getDirectory(), File->getFilename());
  uint32_t Index = Map.file(Path);
  if (Index == NoUnit) {
    Index = Map.Files.size();
    SourceFile New;
    New.Path = Path;
    Map.FileIndex.insert({Path, Index});
    Map.Files.push_back(New);
  }
  Files[File] = Index;
  return Index;
}

uint32_t StatementFinder::lineUnit(uint32_t File, uint32_t Line) {
  const auto [Entry, IsNew] =
      LineUnits.insert({LineKey(File, Line), Map.Units.size()});
  if (IsNew) {
    Unit U;
    U.File = File;
    U.Line = Line;
    U.SubtreeEnd = Map.Units.size() + 1;
    Map.Units.push_back(U);
  }
  return Entry->second;
}

/// Code that no statement asked for: places for variables and the ends of their
/// lives (with a cast, up to LLVM 16), marks for the debugger, the unpacking of
/// an exception. Its place is where clang was before.
static bool isBesideStatements(const Instruction &I) {
  if (isa<PHINode, AllocaInst, BitCastInst, DbgInfoIntrinsic, LandingPadInst,
          ExtractValueInst, UnreachableInst>(I))
    return true;
  const auto *II = dyn_cast<IntrinsicInst>(&I);
  return II && (II->isLifetimeStartOrEnd() ||
                II->getIntrinsicID() == Intrinsic::eh_typeid_for);
}

uint32_t StatementFinder::unitOf(const Instruction &I) {
  const DILocation *Loc = I.getDebugLoc();
  if (!Loc || Loc->getLine() == 0 || isBesideStatements(I))
    return NoUnit;
  const uint32_t File = fileOf(Loc->getFile());
  const auto *Branch = dyn_cast<BranchInst>(&I);
  const bool OnlyJumps = Branch && Branch->isUnconditional();
  if (!HasAST || Map.Files[File].Units.empty()) {
    Approximate = true;
    return OnlyJumps ? NoUnit : lineUnit(File, Loc->getLine());
  }
  const uint32_t U = Map.unitAt(File, {Loc->getLine(), Loc->getColumn()});
  if (U == NoUnit || !Map.Units[U].isStatement())
    return NoUnit;
  if (OnlyJumps && Map.Units[U].Kind == UnitKind::Loop)
    return NoUnit;
  return U;
}

Visits::Visits(const FlowGraph &Graph, const StatementMap &Map,
               StatementFinder &Finder, uint32_t EntryUnit)
    : Graph(Graph), Map(Map), EntryUnit(EntryUnit) {
  findRuns(Finder);
  for (unsigned E = 0; E < Graph.Edges.size(); E++)
    if ((Graph.Edges[E].Flags & LP_EDGE_BACK) && isIncrement(E))
      Increments.insert(E);
  for (unsigned E = 0; E < Graph.Edges.size(); E++)
    if (Graph.Edges[E].Flags & LP_EDGE_ENTRY)
      addTerm(EntryUnit, {true, E});
  for (unsigned Node = 1; Node < Graph.Nodes.size(); Node++)
    visitNode(Node);
  // Lines that nothing leads to are known all the same: they show 0.
  for (const uint32_t U : WithCode) {
    Lines[lineOf(U)];
    for (uint32_t Dead = Map.Units[U].DeadBegin; Dead < Map.Units[U].DeadEnd;
         Dead++)
      if (Map.Units[Dead].isStatement())
        Lines[lineOf(Dead)];
  }
}

void Visits::findRuns(StatementFinder &Finder) {
  Runs.resize(Graph.Nodes.size());
  for (unsigned Node = 1; Node < Graph.Nodes.size(); Node++) {
    const Instruction *End = Graph.Nodes[Node].Last->getNextNode();
    for (const Instruction *I = Graph.Nodes[Node].First; I != End;
         I = I->getNextNode())
      // A condition has been computed before the branch, at a place of its own;
      // the branch of a do loop is at its body's.
      if (!isa<BranchInst>(I) || (!isPlainBranch(*I) && Runs[Node].empty()))
        addToRun(Node, Finder.unitOf(*I));
  }
  // A branch is what remains of a jump, or of a statement without code that
  // ends a block. It may be a left-over too: clang gives the branches that it
  // makes by itself the last place that it was at, so only the first one tells.
  for (unsigned Node = 1; Node < Graph.Nodes.size(); Node++) {
    const Instruction &Last = *Graph.Nodes[Node].Last;
    const uint32_t U = isPlainBranch(Last) ? Finder.unitOf(Last) : NoUnit;
    if (U != NoUnit && !hasCode(U))
      addToRun(Node, U);
  }
}

bool Visits::isPlainBranch(const Instruction &I) {
  const auto *Branch = dyn_cast<BranchInst>(&I);
  return Branch && Branch->isUnconditional();
}

void Visits::addToRun(unsigned Node, uint32_t U) {
  if (U == NoUnit || (!Runs[Node].empty() && Runs[Node].back() == U))
    return;
  Runs[Node].push_back(U);
  WithCode.insert(U);
}

LineKey Visits::lineOf(uint32_t U) const {
  return {Map.Units[U].File, Map.Units[U].Line};
}

bool Visits::isInside(uint32_t U, uint32_t Tree) const {
  return U >= Tree && U < Map.Units[Tree].SubtreeEnd;
}

void Visits::addTerm(uint32_t U, VisitTerm Term) {
  Lines[lineOf(U)].push_back(Term);
}

/// A statement without code from which control goes on to \p X.
uint32_t Visits::codelessBefore(uint32_t X) const {
  const auto Before = Map.Before.find(X);
  if (Before != Map.Before.end())
    for (const uint32_t S : Before->second)
      if (!hasCode(S))
        return S;
  return NoUnit;
}

/// Whether control that comes from \p From to \p X has passed \p S, which
/// stands before it or around it.
bool Visits::passesBefore(uint32_t S, uint32_t X, uint32_t From,
                          bool IsBack) const {
  const bool IsAround = isInside(X, S);
  if (From == NoUnit)
    return IsAround || !IsBack;
  if (isInside(From, X))
    return IsAround && IsBack && Map.Units[X].Kind != UnitKind::Loop;
  // What stands before a label is passed only by control that falls into it.
  if (IsAround || From == EntryUnit)
    return true;
  if (Map.Units[X].Kind == UnitKind::Label)
    return From < S;
  if (Map.Units[X].Kind == UnitKind::Case)
    return From < S && isInside(From, Map.Units[S].Parent);
  return true;
}

/// Adds the statements without code through which control comes to \p To.
void Visits::addBefore(const Arrival &From, uint32_t To,
                       SmallVectorImpl<uint32_t> &Way) const {
  const size_t Begin = Way.size();
  const unsigned Label =
      From.Term.IsEdge ? Graph.Edges[From.Term.Index].CaseLine : 0;
  for (uint32_t X = To; Way.size() < Begin + 1000;) {
    const uint32_t S = codelessBefore(X);
    if (S == NoUnit || !passesBefore(S, X, From.Unit, From.BackEdge >= 0))
      break;
    // A switch jumps to one of several cases below one another.
    if (Label && Map.Units[X].Kind == UnitKind::Case &&
        Map.Units[X].Line == Label && Map.Units[S].Line != Label)
      break;
    Way.push_back(S);
    X = S;
  }
  std::reverse(Way.begin() + Begin, Way.end());
}

/// Whether control comes from \p S, which has no code, to a statement with
/// some.
bool Visits::leadsToCode(uint32_t S) const {
  for (unsigned Steps = 0; S != NoUnit && Steps < 1000; Steps++) {
    if (hasCode(S))
      return true;
    S = Map.Units[S].Next;
  }
  return false;
}

/// Adds the statements without code that control passes when it leaves \p From,
/// and those around it, for \p To: the last ones in their braces.
void Visits::addAfter(uint32_t From, uint32_t To,
                      SmallVectorImpl<uint32_t> &Way) const {
  bool Jumps = Map.Units[From].Kind == UnitKind::Jump;
  for (uint32_t X = From; X != NoUnit; X = Map.Units[X].Parent) {
    const Unit &U = Map.Units[X];
    if (U.Kind == UnitKind::Body || (To != NoUnit && isInside(To, X)))
      return;
    if (Jumps && X != Map.Units[From].Target)
      continue;
    Jumps = false;
    for (uint32_t S = U.Sibling; S != NoUnit; S = Map.Units[S].Sibling) {
      const UnitKind Kind = Map.Units[S].Kind;
      if (S == To || leadsToCode(S) ||
          (Kind != UnitKind::Statement && Kind != UnitKind::Jump))
        break;
      Way.push_back(S);
    }
  }
}

/// Where control comes to \p Node from, and how often.
void Visits::collectArrivals(unsigned Node, int BackEdge,
                             SmallVectorImpl<Arrival> &Result,
                             DenseSet<unsigned> &Seen) const {
  if (!Seen.insert(Node).second)
    return;
  for (const unsigned E : Graph.Nodes[Node].In) {
    const FlowEdge &Edge = Graph.Edges[E];
    const VisitTerm Term = {true, E};
    const int Back = (Edge.Flags & LP_EDGE_BACK) ? int(E) : BackEdge;
    if (Edge.Flags & LP_EDGE_ENTRY) {
      Result.push_back({EntryUnit, Term, Back, false});
    } else if (Edge.Flags & LP_EDGE_RESUME) {
      Result.push_back({NoUnit, Term, Back, true});
    } else if (!Runs[Edge.From].empty()) {
      Result.push_back({Runs[Edge.From].back(), Term, Back, false});
    } else if (hasOneWayOut(Edge.From)) {
      collectArrivals(Edge.From, Back, Result, Seen);
    } else {
      Result.push_back({commonArrival(Edge.From), Term, Back, false});
    }
  }
}

bool Visits::hasOneWayOut(unsigned Node) const {
  return count_if(Graph.Nodes[Node].Out, [this](unsigned E) {
           return !(Graph.Edges[E].Flags & LP_EDGE_ABANDON);
         }) == 1;
}

/// The statement that control comes from to a node without statements and with
/// several ways out, if they agree on a line.
uint32_t Visits::commonArrival(unsigned Node) const {
  const auto [Known, IsNew] = Common.insert({Node, NoUnit});
  if (!IsNew)
    return Known->second; // not known, while a cycle is being followed
  SmallVector<Arrival, 8> Arrivals;
  DenseSet<unsigned> Seen;
  collectArrivals(Node, -1, Arrivals, Seen);
  uint32_t Unit = NoUnit;
  for (const Arrival &A : Arrivals) {
    if (A.Unit == NoUnit || (Unit != NoUnit && lineOf(Unit) != lineOf(A.Unit)))
      return NoUnit;
    Unit = A.Unit;
  }
  return Common[Node] = Unit;
}

void Visits::visitNode(unsigned Node) {
  SmallVector<Arrival, 8> Arrivals;
  DenseSet<unsigned> Seen;
  collectArrivals(Node, -1, Arrivals, Seen);
  const auto &Run = Runs[Node];
  if (!Run.empty())
    for (const Arrival &A : Arrivals)
      visit(A, Run.front());
  for (size_t I = 1; I < Run.size(); I++)
    visit({Run[I - 1], {false, Node}, -1, false}, Run[I]);
  for (const unsigned E : Graph.Nodes[Node].Out) {
    if (!(Graph.Edges[E].Flags & LP_EDGE_RETURN))
      continue;
    if (!Run.empty())
      leave({Run.back(), {true, E}, -1, false});
    else
      for (const Arrival &A : Arrivals)
        if (A.Unit != NoUnit)
          leave(A);
  }
}

/// Whether \p U is a catch, or what comes first in one without code of its own.
bool Visits::beginsHandler(uint32_t U) const {
  while (U != NoUnit && Map.Units[U].Kind != UnitKind::Handler)
    U = codelessBefore(U);
  return U != NoUnit;
}

/// Control goes from the statement of \p From to \p To.
void Visits::visit(const Arrival &From, uint32_t To) {
  if (From.Resumed && !beginsHandler(To))
    return; // the rest of a statement that was begun before
  SmallVector<uint32_t, 8> Way;
  addDefault(From, Way);
  if (From.Unit != NoUnit && From.Unit != To)
    addAfter(From.Unit, To, Way);
  addBefore(From, To, Way);
  Way.push_back(To);
  bool Arrives = From.Unit == NoUnit ||
                 (From.Term.IsEdge && EnterAlways.count(From.Term.Index)) ||
                 (From.BackEdge >= 0 && !Increments.count(From.BackEdge));
  LineKey Line = From.Unit == NoUnit ? LineKey() : lineOf(From.Unit);
  for (const uint32_t U : Way) {
    if (Arrives || lineOf(U) != Line)
      addTerm(U, From.Term);
    Line = lineOf(U);
    Arrives = false;
  }
}

/// Adds a `default:` that has no code, when control comes over its edge.
void Visits::addDefault(const Arrival &From,
                        SmallVectorImpl<uint32_t> &Way) const {
  if (From.Unit == NoUnit || !From.Term.IsEdge)
    return;
  const FlowEdge &Edge = Graph.Edges[From.Term.Index];
  const uint32_t Default = Map.Units[From.Unit].Target;
  if (!is_contained(Edge.Successors, 0U) || Default == NoUnit ||
      leadsToCode(Default) || !isa<SwitchInst>(Graph.Nodes[Edge.From].Last) ||
      Map.Units[Default].Kind != UnitKind::Case)
    return;
  for (uint32_t S = Default; S != NoUnit; S = Map.Units[S].Next)
    Way.push_back(S);
}

/// Control leaves the function behind the statement of \p From.
void Visits::leave(const Arrival &From) {
  SmallVector<uint32_t, 8> Way;
  addDefault(From, Way);
  addAfter(From.Unit, NoUnit, Way);
  LineKey Line = lineOf(From.Unit);
  for (const uint32_t U : Way) {
    if (lineOf(U) != Line)
      addTerm(U, From.Term);
    Line = lineOf(U);
  }
}

/// The nodes on \p Line from which control cannot but take \p BackEdge.
DenseSet<unsigned> Visits::regionBefore(unsigned BackEdge, LineKey Line) const {
  const unsigned Header = Graph.Edges[BackEdge].To;
  DenseSet<unsigned> Region;
  SmallVector<unsigned, 8> Work = {Graph.Edges[BackEdge].From};
  auto OnLine = [&](uint32_t U) { return lineOf(U) == Line; };
  auto LeadsInside = [&](unsigned E) {
    return E == BackEdge || Region.count(Graph.Edges[E].To) ||
           (Graph.Edges[E].Flags & LP_EDGE_ABANDON);
  };
  while (!Work.empty()) {
    const unsigned Node = Work.pop_back_val();
    if (Node == 0 || Node == Header || Region.count(Node) ||
        !all_of(Runs[Node], OnLine) ||
        !all_of(Graph.Nodes[Node].Out, LeadsInside))
      continue;
    Region.insert(Node);
    for (const unsigned E : Graph.Nodes[Node].In)
      Work.push_back(Graph.Edges[E].From);
  }
  return Region;
}

/// Whether \p BackEdge ends the increment of a `for` whose body is on other
/// lines. Then the `for` line is visited when control comes to the increment,
/// by `continue` from its own line too, and not again over the back edge.
bool Visits::isIncrement(unsigned BackEdge) {
  const FlowEdge &Edge = Graph.Edges[BackEdge];
  const uint32_t Last = Runs[Edge.From].empty() ? commonArrival(Edge.From)
                                                : Runs[Edge.From].back();
  if (Last == NoUnit)
    return false;
  const LineKey Line = lineOf(Last);
  const DenseSet<unsigned> Region = regionBefore(BackEdge, Line);
  SmallVector<unsigned, 4> SameLine;
  bool FromOtherLine = false;
  for (const unsigned Node : Region)
    for (const unsigned E : Graph.Nodes[Node].In) {
      const unsigned From = Graph.Edges[E].From;
      if (Region.count(From) || From == 0)
        continue;
      const uint32_t Before =
          Runs[From].empty() ? commonArrival(From) : Runs[From].back();
      if (Before != NoUnit && lineOf(Before) == Line)
        SameLine.push_back(E);
      else
        FromOtherLine = true;
    }
  if (FromOtherLine)
    EnterAlways.insert(SameLine.begin(), SameLine.end());
  return FromOtherLine;
}

} // namespace lineprof
