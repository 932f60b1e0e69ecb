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
#include "plugin/indirect_jumps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace lineprof {

Visits::Visits(const FlowGraph &Graph, const StatementMap &Map,
               StatementFinder &Finder, uint32_t EntryUnit, bool HandsOver,
               bool HasName)
    : HandsOver(HandsOver), Graph(Graph), Map(Map), EntryUnit(EntryUnit),
      Statements(Map, *Graph.Nodes[1].First->getFunction()),
      Code(Graph, Map, Finder, Statements),
      Incoming(Graph, Map, Code.Runs, EntryUnit),
      Turns(Graph, Map, Code.Runs, Incoming, Statements),
      Branches(Graph, Map, Code.Runs, Statements) {
  Incoming.noteThrows();
  Turns.find();
  for (unsigned E = 0; E < Graph.Edges.size(); E++)
    if ((Graph.Edges[E].Flags & LP_EDGE_ENTRY) && !HandsOver && HasName)
      addTerm(EntryUnit, {true, E});
  for (unsigned Node = 1; Node < Graph.Nodes.size(); Node++)
    visitNode(Node);
  addUnreached();
}

void Visits::addTerm(uint32_t U, VisitTerm Term) {
  Lines[Map.lineOf(U)].push_back(Term);
  if (Map.Units[U].Class != 0)
    MemberLines.insert(Map.lineOf(U));
}

/// Whether control that comes from \p From to \p X has passed \p S, which
/// stands before it or around it.
bool Visits::passesBefore(uint32_t S, uint32_t X, uint32_t From,
                          Turn By) const {
  const auto [IsBack, Turned] = By;
  const bool IsAround = Map.isInside(X, S);
  if (From == NoUnit)
    return IsAround || !IsBack;
  const UnitKind Kind = Map.Units[X].Kind;
  if (Map.isInside(From, X) && Map.isDoCondition(X))
    return IsBack && Map.isInside(S, Map.Units[X].Parent);
  // A loop around X turns, which may be a loop itself.
  if (IsBack && Turned != NoUnit && Turned != X && Map.isInside(From, X) &&
      Map.isInside(X, Turned))
    return Map.isInside(S, Turned);
  if (Map.isInside(From, X))
    return IsBack && X != Turned &&
           (IsAround ? Kind != UnitKind::Loop : Kind == UnitKind::Statement);
  if (!IsAround && (Map.isInside(From, S) ||
                    (Map.isHandlerOf(From, S) && !Map.isHandlerOf(From, X))))
    return false; // it comes out of it
  // What stands before a label is passed only by control that falls into it.
  if (IsAround || From == EntryUnit)
    return true;
  const bool IsBreak = Map.Units[From].Target != NoUnit;
  if (Map.isDoCondition(X) && Map.Units[From].Kind == UnitKind::Jump &&
      !IsBreak && Map.isInside(From, Map.Units[X].Parent))
    return false; // it is a continue
  if (IsBack && Map.isDoCondition(From) &&
      Map.isInside(X, Map.Units[From].Parent)) // else it ends another's turn
    return Map.isInside(S, Map.Units[From].Parent);
  if (Kind == UnitKind::Label)
    return From < S && !Map.isGoto(From);
  if (Kind != UnitKind::Case)
    return true;
  uint32_t Cases = Map.Units[S].Parent; // what both stand in
  while (Cases != NoUnit && !Map.isInside(X, Cases))
    Cases = Map.Units[Cases].Parent;
  if (Cases == NoUnit)
    return false;
  if (Map.isInside(From, Cases))
    return From < S && From != Cases;
  const uint32_t Chosen = Statements.chosenIn(Map.Units[Cases].Parent);
  return Chosen != NoUnit && Chosen <= S;
}

/// Whether control of \p From turns in a loop that \p X itself is, with what
/// is in front of the loop: of a macro all is one statement. It may end with
/// the head of the loop, and the body be the program's.
bool Visits::isOwnTurn(uint32_t X, const Arrival &From) const {
  if (From.BackEdge < 0 || From.Unit == NoUnit || !Map.isInside(From.Unit, X) ||
      !Map.Units[X].HasLoop)
    return false;
  const FlowEdge &Back = Graph.Edges[From.BackEdge];
  const auto Latch = Code.Latches.find(Back.From);
  return (Latch != Code.Latches.end() && Latch->second == X) ||
         any_of(Graph.Nodes[Back.To].In, [&](unsigned E) {
           const FlowEdge &Edge = Graph.Edges[E];
           return !Edge.Turns && !Code.Runs[Edge.From].empty() &&
                  Code.Runs[Edge.From].back() == X;
         });
}

/// Whether control of \p From comes to \p To over a back edge of a loop around
/// that, and which.
Turn Visits::turnOf(const Arrival &From, uint32_t To) const {
  if (From.BackEdge < 0 || isOwnTurn(To, From))
    return {};
  return {true, Code.turnedBy(Graph.Edges[From.BackEdge].From)};
}

/// Whether control of \p From that turns in \p Loop comes by its head to \p X:
/// a macro whose head makes no code, as that of `for (;;) {`, but what is in
/// front of it.
bool Visits::turnsTo(const Arrival &From, uint32_t Loop, uint32_t X) const {
  return Loop != NoUnit && From.Unit != Loop && Statements.hasCode(Loop) &&
         Map.Units[Loop].Next == X && Map.isInside(X, Loop);
}

/// Whether control of \p From that leaves \p S, a macro with a goto among
/// other code, for \p To passes the \p Label of that goto.
bool Visits::passesLabel(const Arrival &From, uint32_t S, uint32_t Label,
                         uint32_t To) const {
  if (To == NoUnit)
    return Label > S;
  const bool IsBack = From.BackEdge >= 0;
  if (IsBack ? isOwnTurn(To, From) : To == S)
    return false;
  if (Label < S)
    return IsBack && Label <= To && To <= S;
  if (!IsBack && S < To)
    return Label <= To;
  // It goes to the head of a loop around it.
  uint32_t Loop = To;
  while (Loop != NoUnit &&
         (Map.Units[Loop].Kind != UnitKind::Loop || !Map.isInside(S, Loop)))
    Loop = Map.Units[Loop].Parent;
  return Loop != NoUnit && Map.isInside(Label, Loop);
}

/// \p Label, where control goes to for \p To; what comes behind it, if it is in
/// a macro, which is one statement, with other code in front of it.
uint32_t Visits::behindCode(uint32_t Label, uint32_t To) const {
  const bool IsInMacro =
      Label != To && Statements.hasCode(Label) && !Statements.isLabel(Label);
  return IsInMacro ? Map.Units[Label].Next : Label;
}

/// The label that control comes to from \p Last, a goto or a macro that holds
/// one, or over the edge of \p From, of a switch, on its way to \p To; else
/// NoUnit.
uint32_t Visits::labelAfter(const Arrival &From, uint32_t Last,
                            uint32_t To) const {
  // Of several the last one, if none leads there without code.
  uint32_t Passed = NoUnit;
  const auto Labels = Map.labelsOf(Last);
  for (const uint32_t Label : reverse(Labels)) {
    if (Map.Units[Last].Kind != UnitKind::Jump &&
        !passesLabel(From, Last, Label, To))
      continue;
    SmallVector<uint32_t, 8> Chain;
    if (Labels.size() == 1 ||
        Statements.addChain(behindCode(Label, To), Chain) == To)
      return Label;
    Passed = Passed == NoUnit ? Label : Passed;
  }
  if (Passed != NoUnit)
    return Passed;
  return From.Term.IsEdge ? Graph.Edges[From.Term.Index].Label : NoUnit;
}

/// Adds what control passes from \p Label, if no code stands before \p To.
bool Visits::addFromLabel(uint32_t Label, uint32_t To,
                          SmallVectorImpl<uint32_t> &Way) const {
  SmallVector<uint32_t, 8> Chain;
  if (Label == NoUnit)
    return false;
  const uint32_t First = behindCode(Label, To);
  const bool IsInMacro = First != Label;
  const bool Leads = Statements.addChain(First, Chain) == To;
  if (IsInMacro)
    Way.push_back(Label);
  if (Leads)
    Way.append(Chain.begin(), Chain.end());
  return IsInMacro || Leads;
}

/// If \p From is an indirect jump: how many labels of their own stand, without
/// code, between its target and the next code; else -1.
int Visits::labelsPassed(const Arrival &From) const {
  if (!From.Term.IsEdge)
    return -1;
  const FlowEdge &Edge = Graph.Edges[From.Term.Index];
  if (Edge.From == 0 || !isa<IndirectBrInst>(Graph.Nodes[Edge.From].Last))
    return -1;
  int Count = 0;
  DenseSet<unsigned> Seen;
  for (unsigned Node = Edge.To;
       Node != 0 && Code.Runs[Node].empty() && Graph.wayOut(Node) >= 0 &&
       Seen.insert(Node).second;
       Node = Graph.Edges[Graph.wayOut(Node)].To)
    Count += !isSplitTarget(*Graph.Nodes[Node].First->getParent());
  return Count;
}

/// Adds the statements without code through which control comes to \p To.
void Visits::addBefore(const Arrival &From, uint32_t To,
                       SmallVectorImpl<uint32_t> &Way) const {
  const uint32_t Last = Way.empty() ? From.Unit : Way.back();
  if (addFromLabel(labelAfter(From, Last, To), To, Way))
    return;
  const Turn By = turnOf(From, To);
  const uint32_t Passed = From.Unit == NoUnit ? NoUnit : Last;
  const size_t Begin = Way.size();
  int LabelsPassed = labelsPassed(From);
  const bool IsIndirect = LabelsPassed >= 0;
  for (uint32_t X = To; Way.size() < Begin + Map.Units.size();) {
    const uint32_t S =
        turnsTo(From, By.Loop, X) ? By.Loop : Statements.before(X);
    const bool IsLabel = Map.Units[X].Kind == UnitKind::Label;
    if (S == NoUnit ||
        (From.Thrown != NoUnit && Map.isTriedWith(S, From.Thrown)) ||
        (IsIndirect && IsLabel ? LabelsPassed-- == 0
                               : !passesBefore(S, X, Passed, By)))
      break;
    Way.push_back(S);
    X = S;
  }
  std::reverse(Way.begin() + Begin, Way.end());
}

/// Whether control leaves a coroutine over the edge of \p Term where a
/// statement waits, or as it is destroyed where it waits at its end: it passes
/// nothing on its way, or has done so before.
bool Visits::waitsOrEnds(VisitTerm Term) const {
  if (!Term.IsEdge || !Graph.suspends(Term.Index))
    return false;
  const FlowEdge &Edge = Graph.Edges[Term.Index];
  return !Code.Runs[Edge.From].empty() || !is_contained(Edge.Successors, 0U);
}

/// Whether it is of use to know where control comes to \p Node from: of code
/// between statements it is asked where that ends, once for all of it.
bool Visits::needsArrivals(unsigned Node) const {
  return !Code.Runs[Node].empty() || Graph.wayOut(Node) < 0 ||
         any_of(Graph.Nodes[Node].Out, [this](unsigned E) {
           return Graph.Edges[E].Flags & LP_EDGE_RETURN;
         });
}

void Visits::visitNode(unsigned Node) {
  SmallVector<Arrival, 8> Arrivals;
  if (needsArrivals(Node))
    Arrivals = arrivalsAt(Node);
  const auto &Run = Code.Runs[Node];
  if (Run.empty())
    visitWithoutCode(Node, Arrivals);
  else
    for (const Arrival &A : Arrivals)
      visit(A, Run.front());
  for (size_t I = 1; I < Run.size(); I++)
    visit({Run[I - 1], {false, Node}, -1}, Run[I], I);
  for (const unsigned E : Graph.Nodes[Node].Out) {
    if (!(Graph.Edges[E].Flags & LP_EDGE_RETURN))
      continue;
    if (!Run.empty())
      leave({Run.back(), {true, E}, -1});
    else
      for (const Arrival &A : Arrivals)
        if (A.Unit != NoUnit && !waitsOrEnds(A.Term))
          leave(A);
  }
}

/// Whether \p U is a catch, or what comes first in one without code of its own:
/// in a statement expression, too, that its first statement begins with.
bool Visits::beginsHandler(uint32_t U) const {
  while (U != NoUnit && Map.Units[U].Kind != UnitKind::Handler) {
    const uint32_t Before = Statements.before(U);
    U = Before != NoUnit ? Before : Map.begunBy(U);
  }
  return U != NoUnit;
}

/// Control comes to \p Node, which no statement has code in.
void Visits::visitWithoutCode(unsigned Node, ArrayRef<Arrival> Arrivals) {
  if (Graph.wayOut(Node) >= 0)
    return;
  // From here on it is not known what came from where, unless by clean-up code.
  SmallVector<unsigned, 8> Sources;
  for (const unsigned E : Graph.Nodes[Node].Out)
    if (Incoming.cleanups().trace(E, Sources))
      return;
  for (const Arrival &A : Arrivals) {
    SmallVector<uint32_t, 4> Way;
    addLabel(A, A.Unit, Way);
    Branches.add(A, Way);
    if (!Way.empty())
      addWay(Way, Map.lineCopyOf(A.Unit), false, A.Term);
  }
}

/// Adds a term to each line of \p Way that control comes to from another one,
/// \p Line at first; or, if it \p Arrives, from there too. Returns the last
/// one.
LineCopy Visits::addWay(ArrayRef<uint32_t> Way, LineCopy Line, bool Arrives,
                        VisitTerm Term) {
  for (const uint32_t U : Way) {
    if (Arrives || Map.lineCopyOf(U) != Line)
      addTerm(U, Term);
    Line = Map.lineCopyOf(U);
    Arrives = false;
  }
  return Line;
}

/// What \p Tells says of the last statement before, of the first \p Count of
/// \p Node and those on all ways there, of which it says something.
bool Visits::holdsBefore(unsigned Node, size_t Count, Telling Tells,
                         DenseSet<unsigned> &Seen) const {
  for (const uint32_t U :
       reverse(ArrayRef<uint32_t>(Code.Runs[Node]).take_front(Count)))
    if (const auto Told = Tells(U))
      return *Told;
  return Node != 0 && all_of(Graph.Nodes[Node].In, [&](unsigned E) {
           const FlowEdge &Edge = Graph.Edges[E];
           if (Edge.From == 0)
             return (Edge.Flags & LP_EDGE_ENTRY) && EntryUnit != NoUnit &&
                    Tells(EntryUnit).value_or(false);
           return !Seen.insert(Edge.From).second ||
                  holdsBefore(Edge.From, Code.Runs[Edge.From].size(), Tells,
                              Seen);
         });
}

/// The same of what control of \p From has passed; \p Count: in a node, the
/// statements before.
bool Visits::heldBefore(const Arrival &From, size_t Count,
                        Telling Tells) const {
  DenseSet<unsigned> Seen;
  if (!From.Term.IsEdge)
    return holdsBefore(From.Term.Index, Count, Tells, Seen);
  const unsigned Node = Graph.Edges[From.Term.Index].From;
  return holdsBefore(Node, Code.Runs[Node].size(), Tells, Seen);
}

/// Whether \p To goes on, from which control was at \p From for something that
/// is done in the middle of it; \p Count: in a node, the statements before.
bool Visits::goesOn(const Arrival &From, uint32_t To, size_t Count) const {
  // Over a back edge control comes to the beginning of what is in the loop: it
  // was a jump that left the statement expression.
  if (From.Unit == NoUnit || From.BackEdge >= 0 ||
      !Map.interrupts(From.Unit, To))
    return false;
  // It was begun when control came to its statement expression.
  if (Map.Units[From.Unit].Class == 0 && Map.Units[To].Kind != UnitKind::Loop)
    return true;
  // Its line was, as a function's is by its name, and only what interrupts it
  // has come since.
  return heldBefore(From, Count, [&](uint32_t U) -> std::optional<bool> {
    if (U != To && Map.interrupts(U, To))
      return std::nullopt;
    return Map.lineCopyOf(U) == Map.lineCopyOf(To);
  });
}

/// Whether \p To is the next of an object's members on a line: between two
/// initialisers may be code of the statement that makes the object.
bool Visits::isNextMember(const Arrival &From, uint32_t To,
                          size_t Count) const {
  const uint32_t Class = Map.Units[To].Class;
  if (Class == 0 || From.Unit == NoUnit)
    return false;
  return heldBefore(From, Count, [&](uint32_t U) -> std::optional<bool> {
    if (U == From.Unit || (U != To && Map.interrupts(U, To)))
      return std::nullopt;
    return Map.Units[U].Class == Class && U < To &&
           Map.lineCopyOf(U) == Map.lineCopyOf(To);
  });
}

/// Adds the statements that begin when control comes to \p To in a statement
/// expression of theirs, and what is before them. Of a loop its own code tells
/// when it begins.
void Visits::addAround(const Arrival &From, uint32_t To,
                       SmallVectorImpl<uint32_t> &Way) const {
  SmallVector<uint32_t, 2> Around;
  for (uint32_t E = To; E != NoUnit && !Map.Units[E].isBody();
       E = Map.Units[E].Parent) {
    const uint32_t S = Map.Units[E].Parent;
    if (Map.Units[E].Kind != UnitKind::Expression || S == NoUnit ||
        !Map.Units[S].isStatement())
      continue;
    const bool Begins = From.Unit == NoUnit ? !Statements.hasCodeIn(E + 1, To)
                                            : !Map.isInside(From.Unit, S) ||
                                                  (From.BackEdge >= 0 &&
                                                   !Map.isInside(From.Unit, E));
    if (!Begins)
      break;
    Around.push_back(S);
  }
  for (const uint32_t S : reverse(Around)) {
    addBefore(From, S, Way);
    if (Map.Units[S].Kind != UnitKind::Loop)
      Way.push_back(S);
  }
}

/// The statements without code that control passes behind that of \p From, on
/// its way to \p To.
SmallVector<uint32_t, 8> Visits::passedBehind(const Arrival &From,
                                              uint32_t To) const {
  SmallVector<uint32_t, 8> Way;
  addLabel(From, To, Way);
  Branches.add(From, Way);
  addLoopBody(From, To, Way);
  const Turn By = turnOf(From, To);
  if (From.Unit != NoUnit && (From.Unit != To || By.IsBack) &&
      !Map.interrupts(To, From.Unit))
    addAfter(From, To, By, Way);
  return Way;
}

/// The statements from that of \p From to \p To. \p Passed: how many of them
/// control passes before it has left code of no statement.
SmallVector<uint32_t, 8> Visits::wayTo(const Arrival &From, uint32_t To,
                                       size_t &Passed) const {
  SmallVector<uint32_t, 8> Way = passedBehind(From, To);
  Passed = Way.size();
  // A line that catches what is thrown on it goes on.
  Arrival Source = From;
  Source.Unit = From.source();
  addAround(Source, To, Way);
  addBefore(Source, To, Way);
  Way.push_back(To);
  return Way;
}

/// Whether control of \p From is on its way to \p To on the line that it comes
/// to next when it leaves code of no statement, or on that of \p To: where it
/// goes in between, a branch tells by its own edges.
bool Visits::isOnLine(const Arrival &From, uint32_t To) const {
  size_t Passed = 0;
  const SmallVector<uint32_t, 8> Way = wayTo(From, To, Passed);
  const uint32_t Last = Passed == 0 ? From.source() : Way[Passed - 1];
  return Last != NoUnit &&
         (Map.lineCopyOf(Last) == Map.lineCopyOf(Way[Passed]) ||
          Map.lineCopyOf(Last) == Map.lineCopyOf(To));
}

/// Whether control of \p From comes to the rest of \p To, which was begun
/// before; \p Count: in a node, the statements before.
bool Visits::isRest(const Arrival &From, uint32_t To, size_t Count) const {
  return goesOn(From, To, Count) || isNextMember(From, To, Count) ||
         (From.Resumed && !beginsHandler(To));
}

/// How many of those that leave code of no statement by one edge are no visits
/// of the line that they come to is not counted: then each is counted where it
/// came from.
SmallVector<Arrival, 8> Visits::arrivalsAt(unsigned Node) const {
  SmallVector<Arrival, 8> All = Incoming.at(Node);
  DenseSet<int> Mixed, Begun;
  for (const Arrival &A : All)
    if (A.WayOut >= 0 && !Code.Runs[Node].empty() &&
        (isOnLine(A, Code.Runs[Node].front()) ||
         isRest(A, Code.Runs[Node].front(), 0)))
      Mixed.insert(A.WayOut);
  for (Arrival &A : All) {
    if (Mixed.contains(A.WayOut))
      A.WayOut = -1;
    A.IsFirstOut = A.WayOut < 0 || Begun.insert(A.WayOut).second;
  }
  return All;
}

/// Control goes from the statement of \p From to \p To.
void Visits::visit(const Arrival &From, uint32_t To, size_t Count) {
  if (isRest(From, To, Count))
    return;
  size_t Passed = 0;
  const SmallVector<uint32_t, 8> Way = wayTo(From, To, Passed);
  const uint32_t Source = From.source();
  const bool Arrives =
      Source == NoUnit ||
      (From.Term.IsEdge && Turns.entersAlways(From.Term.Index)) ||
      (From.BackEdge >= 0 && !Turns.isIncrement(From.BackEdge));
  const LineCopy Line =
      Source == NoUnit ? LineCopy() : Map.lineCopyOf(Source);
  // What ends a loop's body is passed on this side of the back edge.
  addWays(From, Way, Passed, Line, Arrives);
}

/// Adds \p Way, of which the first \p Passed are passed before control of
/// \p From has left code of no statement. \p Arrives: for what is behind.
void Visits::addWays(const Arrival &From, ArrayRef<uint32_t> Way, size_t Passed,
                     LineCopy Line, bool Arrives) {
  Line = addWay(Way.take_front(Passed), Line, false, From.Term);
  if (From.IsFirstOut)
    addWay(Way.drop_front(Passed), Line, Arrives, From.behind());
}

/// Adds a label without code (`case 1: break;`, `next: ;`) that control comes
/// to over the edge of a switch, or by a goto, on its way to \p To.
void Visits::addLabel(const Arrival &From, uint32_t To,
                      SmallVectorImpl<uint32_t> &Way) const {
  if (From.Unit == NoUnit)
    return;
  const uint32_t Label = labelAfter(From, From.Unit, To);
  if (Label != NoUnit && !Statements.leadsToCode(Label))
    Statements.addChain(Label, Way);
}

/// Adds the label of the goto that \p Way ends with, if no code stands behind
/// it. Returns whether there is one.
bool Visits::addGoal(SmallVectorImpl<uint32_t> &Way) const {
  for (const uint32_t Label : Map.labelsOf(Way.empty() ? NoUnit : Way.back()))
    if (!Statements.leadsToCode(Label) && !is_contained(Way, Label)) {
      Statements.addChain(Label, Way);
      return true;
    }
  return false;
}

/// Adds what control passes from the last statement of \p Way, or of \p From,
/// to \p To. A goto may be among it which has no code, as where a scope's
/// variables end: then it goes on at the label.
void Visits::addAfter(const Arrival &From, uint32_t To, Turn By,
                      SmallVectorImpl<uint32_t> &Way) const {
  bool GoesOn = true;
  addGoal(Way);
  while (GoesOn) {
    const uint32_t At = Way.empty() ? From.Unit : Way.back();
    const size_t Begin = Way.size();
    Statements.addAfter(At, To, By, Way);
    GoesOn = Way.size() != Begin && addGoal(Way);
  }
}

/// Adds the body of the loop \p To, if it has no code and control has been
/// through it.
void Visits::addLoopBody(const Arrival &From, uint32_t To,
                         SmallVectorImpl<uint32_t> &Way) const {
  const auto Body = Map.LoopBodies.find(To);
  if (From.BackEdge >= 0 && From.Unit == To && Body != Map.LoopBodies.end() &&
      !Statements.leadsToCode(Body->second))
    Statements.addChain(Body->second, Way);
}

/// The first statements of the function, if they have no code and control of
/// \p From has not been in its body.
void Visits::addFirst(const Arrival &From,
                      SmallVectorImpl<uint32_t> &Way) const {
  // What initialises members stands in front of the body.
  const uint32_t Body = Code.Body;
  const bool IsFirst =
      Body != NoUnit &&
      (From.Unit == EntryUnit ? !HandsOver : !Map.isInside(From.Unit, Body));
  const bool IsEmpty = !IsFirst || Map.Units[Body].SubtreeEnd <= Body + 1;
  uint32_t First = NoUnit;
  for (uint32_t S = IsEmpty ? NoUnit : Body + 1; S != NoUnit && First == NoUnit;
       S = Map.Units[S].Sibling)
    First = Statements.firstOf(S);
  if (First != NoUnit && !Statements.leadsToCode(First))
    Statements.addChain(First, Way);
}

/// Control leaves the function behind the statement of \p From.
void Visits::leave(const Arrival &From) {
  SmallVector<uint32_t, 8> Way;
  addLabel(From, NoUnit, Way);
  Branches.add(From, Way);
  const size_t InFront = Way.size();
  addFirst(From, Way);
  const bool Begins = Way.size() > InFront;
  addAfter(From, NoUnit, Turn(), Way);
  // The constructors of bases and members have run in front of the body.
  addWays(From, Way, Begins ? InFront : Way.size(), Map.lineCopyOf(From.Unit),
          /*Arrives=*/false);
}

} // namespace lineprof
