/// \file source_branches.cpp
/// Finds where branches and loops of the source stand.
#include "plugin/source_branches.h"

#include "format/table.h"
#include "plugin/llvm_compat.h"
#include "plugin/made_conditions.h"
#include "plugin/range_test.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace lineprof {

/// Whether a loop that clang has made turns at \p Node.
bool SourceBranches::isMadeHead(unsigned Node) const {
  return any_of(Graph.Nodes[Node].In,
                [this](unsigned E) { return Graph.Edges[E].isMadeTurn(); });
}

/// Whether \p Branch is that of a cast of a pointer to one to another class.
bool SourceBranches::isOfCast(const CondBrInst &Branch) const {
  const auto Place = placeOf(Branch);
  return Place && leadsPastPointer(Branch) &&
         Map.PointerCasts.count({Place->first, Place->second.Line});
}

/// Where \p I stands, as conditions do. What merges values may stand nowhere.
std::optional<SourcePlace> SourceBranches::placeOf(const Instruction &I) const {
  const DILocation *Loc = I.getDebugLoc();
  if (!Loc || Loc->getLine() == 0)
    return std::nullopt;
  return SourcePlace{Finder.fileOf(Loc->getFile()), positionOf(*Loc)};
}

/// Whether \p End, of \p U, stands where the test of a loop does.
bool SourceBranches::isOfLoop(const Instruction &End, uint32_t U) const {
  const auto Place = placeOf(End);
  return Place && U != NoUnit && Map.Units[U].Kind == UnitKind::Loop &&
         Map.Units[U].Begin == Place->second;
}

/// Whether the source has a condition where the branch that \p Node ends with
/// stands.
bool SourceBranches::isOfSource(unsigned Node) {
  const Instruction &End = *Graph.Nodes[Node].Last;
  const auto Place = placeOf(End);
  if (!Place)
    return false;
  return isOfLoop(End, Finder.unitOf(End)) || Map.operandsAt(F, *Place) ||
         any_of(Graph.Nodes[Node].Out, [this](unsigned E) {
           return pastCounters(Graph.Edges[E]).Turns;
         });
}

/// Whether the branch that \p Node ends with may be one of an expression: that
/// asks for a pointer, or leads to a loop over an array, past what finds its
/// end.
bool SourceBranches::asksByItself(unsigned Node) const {
  const auto &Branch = cast<CondBrInst>(*Graph.Nodes[Node].Last);
  return mayBeOfPointer(Branch.getCondition()) ||
         any_of(Graph.Nodes[Node].Out, [this](unsigned E) {
           const unsigned To = Graph.Edges[E].To;
           const auto &Out = Graph.Nodes[To].Out;
           return To != 0 && Out.size() == 1 &&
                  isMadeHead(Graph.Edges[Out.front()].To);
         });
}

/// The handler that \p Branch leads to if it holds: of the first statement in
/// it, or which ends. The branch stands where the statements end that may
/// throw, and what catches where clang was before. NoUnit if that is not known.
uint32_t SourceBranches::handlerBehind(const CondBrInst &Branch) {
  const BasicBlock *BB = Branch.getSuccessor(0);
  for (unsigned Steps = 0; BB && Steps < 4; Steps++) {
    for (const Instruction &I : *BB) {
      const uint32_t Ended = Finder.handlerEndedBy(I);
      if (Ended != NoUnit)
        return Ended;
      if (const uint32_t U = Finder.unitOf(I); U != NoUnit)
        return Map.handlerAround(U);
    }
    BB = BB->getSingleSuccessor();
  }
  return NoUnit;
}

/// Whether nothing in the source tells where control goes behind \p Node: a
/// check of a sanitizer, a loop over an array that clang has made and the
/// question whether that is empty, a static variable's guard, a temporary's
/// clean-up, a way past a counter, where a coroutine waits or, in no statement,
/// gets its frame, or with which part a task goes on; or the switch alone,
/// whose long range is tested.
bool SourceBranches::isMade(unsigned Node) {
  const Instruction &End = *Graph.Nodes[Node].Last;
  const uint32_t U = Finder.unitOf(End);
  const bool IsNowhere = U == NoUnit || Map.Units[U].isBody();
  const auto *Branch = dyn_cast<CondBrInst>(&End);
  if (Branch && (isMadeCondition(*Branch) || isOfCast(*Branch) ||
                 rangeTest(*End.getParent()).Switch ||
                 (!isOfSource(Node) && asksByItself(Node))))
    return true;
  return (IsNowhere && End.getFunction()->isPresplitCoroutine()) ||
         End.hasMetadata("nosanitize") || Finder.isUpkeep(End) ||
         any_of(Graph.Nodes[Node].Out, [this](unsigned E) {
           return Graph.resumes(E) || isMadeHead(Graph.Edges[E].To);
         });
}

/// The first operand of \p I that is an instruction, too: what a comparison
/// compares, or the last part of a condition.
static const Instruction *operandOf(const Instruction &I) {
  for (const Value *Operand : I.operands())
    if (const auto *Part = dyn_cast<Instruction>(Operand))
      return Part;
  return nullptr;
}

/// The statement that turns the loop which \p Node ends. A `do` loop's branch
/// stands where its body ends, as may the comparison: what that asks tells.
uint32_t SourceBranches::unitThatTurns(unsigned Node) {
  const Instruction &End = *Graph.Nodes[Node].Last;
  const auto *Branch = dyn_cast<CondBrInst>(&End);
  const auto *Asked =
      Branch ? dyn_cast<Instruction>(Branch->getCondition()) : nullptr;
  for (int Step = 0; Step < 4 && Asked; Step++, Asked = operandOf(*Asked))
    if (const uint32_t U =
            Asked->getDebugLoc() ? Finder.unitOf(*Asked) : NoUnit;
        U != NoUnit && Map.isDoCondition(U))
      return U;
  return Finder.unitOf(End);
}

/// The `do` loop that \p Edge takes around again; NoUnit if it takes none.
uint32_t SourceBranches::doTurnedBy(const FlowEdge &Edge) {
  uint32_t X = Edge.Turns ? unitThatTurns(Edge.From) : NoUnit;
  while (X != NoUnit && Map.Units[X].Kind != UnitKind::Loop)
    X = Map.Units[X].Parent;
  return X != NoUnit && Map.Units[X].DoCondition != NoUnit ? X : NoUnit;
}

std::optional<LineKey> SourceBranches::branchAt(unsigned Node) {
  const auto Ways = count_if(Graph.Nodes[Node].Out, [this](unsigned E) {
    return !(Graph.Edges[E].Flags & LP_EDGE_ABANDON);
  });
  if (Ways < 2 || isMade(Node))
    return std::nullopt;
  const Instruction &End = *Graph.Nodes[Node].Last;
  if (const auto *Branch = dyn_cast<CondBrInst>(&End);
      Branch && isOfHandler(Branch->getCondition()))
    if (const uint32_t H = handlerBehind(*Branch); H != NoUnit)
      return Map.lineOf(H);
  // What stands in front of a `do` loop's test may be the branch's place.
  for (const unsigned E : Graph.Nodes[Node].Out)
    if (const uint32_t X = doTurnedBy(Graph.Edges[E]); X != NoUnit)
      return Map.lineOf(Map.Units[X].DoCondition);
  return Finder.lineOf(End);
}

/// Where the condition of \p Branch stands; none if it is no instruction.
std::optional<Position>
SourceBranches::askedBy(const CondBrInst &Branch) const {
  const auto *Asked = dyn_cast<Instruction>(Branch.getCondition());
  for (int Step = 0; Step < 4 && Asked; Step++, Asked = operandOf(*Asked))
    if (const auto Place = placeOf(*Asked))
      return Place->second;
  return std::nullopt;
}

/// Where the map has what the branch that \p Node ends with asks; none if
/// it is no condition's, or that of an operand which is a constant. Of an `if`,
/// the last operand's may stand anywhere.
std::optional<SourcePlace> SourceBranches::conditionOf(unsigned Node) {
  const auto *Branch = dyn_cast<CondBrInst>(Graph.Nodes[Node].Last);
  if (!Branch || isConstantCondition(Branch->getCondition()) ||
      isOfHandler(Branch->getCondition()) || isOfWaiting(*Branch))
    return std::nullopt;
  for (const unsigned E : Graph.Nodes[Node].Out)
    if (const uint32_t X = doTurnedBy(Graph.Edges[E]); X != NoUnit)
      return SourcePlace{Map.Units[X].File, Map.Units[X].Begin};
  const auto Place = placeOf(*Branch);
  if (Place && Map.operandsAt(F, *Place))
    return Place;
  const uint32_t U = Finder.unitOf(*Branch);
  const auto If = U == NoUnit ? Map.Ifs.end() : Map.Ifs.find(U);
  if (If == Map.Ifs.end() || If->second.Condition.Line == 0)
    return std::nullopt;
  return SourcePlace{Map.Units[U].File, If->second.Condition};
}

/// What the branch that \p Node ends with asks; nullptr if that is not known.
/// Of several that may be, the innermost one around its condition.
const Operand *SourceBranches::askedAt(unsigned Node,
                                       const SourcePlace &Place) {
  const auto *Operands = Map.operandsAt(F, Place);
  if (!Operands)
    return nullptr;
  if (Operands->size() == 1)
    return &Operands->front();
  const auto At = askedBy(cast<CondBrInst>(*Graph.Nodes[Node].Last));
  const Operand *Found = nullptr;
  for (const Operand &O : *Operands)
    if (At && !(*At < O.Begin) && !(O.End < *At) &&
        (!Found || !(O.Begin < Found->Begin)))
      Found = &O;
  return Found;
}

/// What \p Value, of a block, is but for `!`; each turns \p Holds around.
static const Value *behindNots(const Value *V, bool &Holds) {
  for (const auto *Not = dyn_cast<BinaryOperator>(V);
       Not && Not->getOpcode() == Instruction::Xor &&
       match(Not->getOperand(1), m_One());
       Not = dyn_cast<BinaryOperator>(V)) {
    Holds = !Holds;
    V = Not->getOperand(0);
  }
  return V;
}

/// Whether clang has made a value of operands of `&&` or `||`, which \p Branch
/// asks: these alone are known on some ways there.
static bool asksForSeveral(const CondBrInst &Branch) {
  bool Holds = true;
  const auto *Phi = dyn_cast<PHINode>(behindNots(Branch.getCondition(), Holds));
  return Phi && any_of(Phi->incoming_values(),
                       [](const Value *V) { return isa<ConstantInt>(V); });
}

std::optional<SourcePlace> SourceBranches::operandAt(unsigned Node) {
  const auto Place = conditionOf(Node);
  const Operand *Asked = Place ? askedAt(Node, *Place) : nullptr;
  if (!Asked || Asked->IsWhole || Asked->Begin.Line == 0 ||
      Asked->Begin.isFar())
    return std::nullopt;
  if (Asked->IsLast &&
      asksForSeveral(cast<CondBrInst>(*Graph.Nodes[Node].Last)))
    return std::nullopt;
  return SourcePlace{Place->first, Asked->Begin};
}

/// The edge that \p Edge leads to, past nodes of which no statement tells: in
/// these are counters of coverage.
const FlowEdge &SourceBranches::pastCounters(const FlowEdge &Edge) {
  const FlowEdge *At = &Edge;
  for (unsigned Steps = 0; Steps < 4 && At->To != 0; Steps++) {
    const FlowNode &N = Graph.Nodes[At->To];
    if (N.Out.size() != 1 || N.In.size() != 1)
      break;
    for (const Instruction *I = N.First; I != N.Last; I = I->getNextNode())
      if (const uint32_t U = Finder.unitOf(*I);
          U != NoUnit && !Map.Units[U].isBody())
        return *At;
    At = &Graph.Edges[N.Out.front()];
  }
  return *At;
}

/// How far \p Edge leads from the condition of \p U, an `if` or a loop: into
/// its statement (0), the rest of the condition (1), past it (2), into `else`
/// (3). A `do` loop's is a value, whose parts lead to each other.
unsigned SourceBranches::distanceOf(const FlowEdge &Edge, uint32_t U) {
  // The way out is behind it, though it may turn a loop around.
  if (Map.isDoCondition(U) && Edge.To <= Edge.From &&
      (pastCounters(Edge).Flags & LP_EDGE_BACK))
    return 0;
  if (Edge.Flags & LP_EDGE_BACK)
    return 2;
  const uint32_t First = Edge.To == 0 ? NoUnit : firstUnit(Edge.To, true);
  if (First == NoUnit || !Map.isInside(First, U) || Map.isDoCondition(U))
    return 2;
  const auto If = Map.Ifs.find(U);
  if (If == Map.Ifs.end())
    return First == U ? 1 : 0;
  if (First < If->second.ThenBegin)
    return 1;
  return First < If->second.ElseBegin ? 0 : 3;
}

/// Whether a unit in [\p Begin, \p End) has code.
bool SourceBranches::hasCodeIn(uint32_t Begin, uint32_t End) {
  if (WithCode.empty())
    for (const FlowNode &N : Graph.Nodes)
      for (const Instruction *I = N.First; I;
           I = I == N.Last ? nullptr : I->getNextNode())
        if (const uint32_t U = Finder.unitOf(*I); U != NoUnit)
          WithCode.insert(U);
  const auto At = WithCode.lower_bound(Begin);
  return At != WithCode.end() && *At < End;
}

/// The way that leads further into the `if` or loop which \p Node decides.
std::optional<unsigned> SourceBranches::takenByDistance(unsigned Node) {
  const auto &Out = Graph.Nodes[Node].Out;
  const bool Turns = any_of(
      Out, [this](unsigned E) { return pastCounters(Graph.Edges[E]).Turns; });
  const uint32_t U =
      Turns ? unitThatTurns(Node) : Finder.unitOf(*Graph.Nodes[Node].Last);
  if (U == NoUnit || !(Map.Ifs.count(U) || Map.isDoCondition(U) ||
                       Map.Units[U].Kind == UnitKind::Loop))
    return std::nullopt;
  // A constant makes no branch: it is that of a loop which the same macro
  // makes.
  if (const auto If = Map.Ifs.find(U);
      If != Map.Ifs.end() && If->second.Value >= 0)
    return std::nullopt;
  const unsigned First = distanceOf(Graph.Edges[Out[0]], U);
  const unsigned Second = distanceOf(Graph.Edges[Out[1]], U);
  // A loop without code, behind which a variable of its head ends: clang has
  // the way into it first.
  if (First == Second)
    return isOfLoop(*Graph.Nodes[Node].Last, U) ? std::optional(Out[0])
                                                : std::nullopt;
  // Into a statement without code is past it, as out of the condition is.
  if (const auto If = Map.Ifs.find(U);
      If != Map.Ifs.end() && std::min(First, Second) == 1 &&
      !hasCodeIn(If->second.ThenBegin, If->second.ElseBegin))
    return std::nullopt;
  return First < Second ? Out[0] : Out[1];
}

/// The way that is taken if what \p Node asks holds.
std::optional<unsigned> SourceBranches::takenByCondition(unsigned Node) {
  const auto &Out = Graph.Nodes[Node].Out;
  const auto *Branch = dyn_cast<CondBrInst>(Graph.Nodes[Node].Last);
  if (Branch && isOfHandler(Branch->getCondition()))
    return Out[0];
  const auto Place = conditionOf(Node);
  const Operand *Asked = Place ? askedAt(Node, *Place) : nullptr;
  if (!Asked || Asked->Way == SeveralWays)
    return std::nullopt;
  return Out[Asked->Way];
}

std::optional<unsigned> SourceBranches::takenFrom(unsigned Node) {
  if (Graph.Nodes[Node].Out.size() != 2)
    return std::nullopt;
  const auto Taken = takenByCondition(Node);
  return Taken ? Taken : takenByDistance(Node);
}

/// Whether the operand whose branch \p Node ends with is the last of several.
/// What a macro makes may be.
bool SourceBranches::mayBeDecided(unsigned Node) {
  const auto Place = conditionOf(Node);
  const Operand *Asked = Place ? askedAt(Node, *Place) : nullptr;
  return !Asked || Asked->MayBeDecided;
}

/// What the branch that \p Node comes to asks, if \p Known in it is \p Holds:
/// the last operand of `&&` may be `(b || c)`, a value of its own.
std::optional<bool> SourceBranches::answerFrom(unsigned Node,
                                               const Value *Known, bool Holds) {
  for (unsigned Steps = 0; Steps < 8; Steps++) {
    const FlowNode &N = Graph.Nodes[Node];
    if (const auto *Asking = dyn_cast<CondBrInst>(N.Last))
      return behindNots(Asking->getCondition(), Holds) == Known &&
                     mayBeDecided(Node)
                 ? std::optional<bool>(Holds)
                 : std::nullopt;
    const auto *Branch = dyn_cast<UncondBrInst>(N.Last);
    if (!Branch || N.Out.size() != 1)
      return std::nullopt;
    Node = Graph.Edges[N.Out.front()].To;
    const PHINode *Next = nullptr;
    bool NextHolds = Holds;
    for (const PHINode &Phi : Branch->getSuccessor(0)->phis()) {
      bool Here = Holds;
      if (Phi.getType()->isIntegerTy(1) &&
          behindNots(Phi.getIncomingValueForBlock(Branch->getParent()), Here) ==
              Known) {
        Next = &Phi;
        NextHolds = Here;
      }
    }
    if (!Next || Node == 0)
      return std::nullopt;
    Known = Next;
    Holds = NextHolds;
  }
  return std::nullopt;
}

std::optional<bool> SourceBranches::decidedBy(const FlowEdge &Edge) {
  if (Edge.From == 0 || Edge.To == 0)
    return std::nullopt;
  const BasicBlock *From = Graph.Nodes[Edge.From].Last->getParent();
  const BasicBlock *To = Graph.Nodes[Edge.To].Last->getParent();
  if (From == To)
    return std::nullopt;
  for (const PHINode &Phi : To->phis()) {
    // Others may come from very many blocks.
    const int At =
        Phi.getType()->isIntegerTy(1) ? Phi.getBasicBlockIndex(From) : -1;
    const auto *Known =
        At < 0 ? nullptr : dyn_cast<ConstantInt>(Phi.getIncomingValue(At));
    if (!Known)
      continue;
    if (const auto Answer = answerFrom(Edge.To, &Phi, !Known->isZero()))
      return Answer;
  }
  return std::nullopt;
}

/// Whether \p I only leads on, and no statement says so: its place is where
/// control comes from.
static bool isLeadingOn(const Instruction &I, const Unit &U) {
  return isa<UncondBrInst>(I) && U.Kind != UnitKind::Jump;
}

/// The first statement with code that control comes to at \p Node, past nodes
/// that only lead on; NoUnit if none is, or, unless \p IsPastHeads, another
/// loop turns there.
uint32_t SourceBranches::firstUnit(unsigned Node, bool IsPastHeads) {
  for (unsigned Steps = 0; Steps < 4; Steps++) {
    const FlowNode &N = Graph.Nodes[Node];
    const Instruction *End = N.Last->getNextNode();
    for (const Instruction *I = N.First; I != End; I = I->getNextNode())
      if (const uint32_t U = Finder.unitOf(*I);
          U != NoUnit && I->getDebugLoc() && I->getDebugLoc().getLine() > 0 &&
          !isLeadingOn(*I, Map.Units[U]))
        return U;
    if (N.Out.size() != 1)
      break;
    Node = Graph.Edges[N.Out.front()].To;
    if (Node == 0 ||
        (!IsPastHeads && any_of(Graph.Nodes[Node].In, [this](unsigned E) {
          return (Graph.Edges[E].Flags & LP_EDGE_BACK) != 0;
        })))
      break;
  }
  return NoUnit;
}

std::optional<LineKey> SourceBranches::loopAt(unsigned Node) {
  bool Turns = false;
  for (const unsigned E : Graph.Nodes[Node].In) {
    const FlowEdge &Edge = Graph.Edges[E];
    if (!Edge.Turns)
      continue;
    Turns = true;
    const uint32_t X = Finder.loopTurnedBy(*Graph.Nodes[Edge.From].Last);
    if (X != NoUnit)
      return Map.lineOf(X);
  }
  // A goto's, or one of a macro.
  const uint32_t U = Turns ? firstUnit(Node, false) : NoUnit;
  if (U == NoUnit)
    return std::nullopt;
  return Map.lineOf(U);
}

} // namespace lineprof
