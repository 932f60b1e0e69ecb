/// \file codeless.cpp
/// Where control passes by statements that make no code.
#include "plugin/codeless.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace lineprof {

Codeless::Codeless(const StatementMap &Map, const Function &F) : Map(Map) {
  const StringRef Name = linkageNameOf(F);
  const auto Known = Map.Conditions.find(Name);
  if (Known != Map.Conditions.end())
    Conditions = Known->second;
  const auto Ways = Map.Switches.find(Name);
  if (Ways != Map.Switches.end())
    Switches = Ways->second;
}

bool Codeless::isDead(uint32_t U) const {
  return Map.isDead(U) || any_of(Switches.Dead, [U](const auto &Range) {
           return U >= Range.first && U < Range.second;
         });
}

bool Codeless::hasCodeIn(uint32_t Begin, uint32_t End) const {
  for (uint32_t U = Begin; U < End; U++)
    if (hasCode(U))
      return true;
  return false;
}

int Codeless::valueOf(uint32_t U) const {
  const auto Known = Conditions.find(U);
  return Known != Conditions.end() ? Known->second
                                   : Map.Ifs.find(U)->second.Value;
}

/// The statement that control comes to behind all of \p S. The last one in a
/// part of an `if` goes on where that does.
uint32_t Codeless::nextBehind(uint32_t S) const {
  for (uint32_t U = S; U != NoUnit; U = Map.Units[U].Parent) {
    const Unit &Unit = Map.Units[U];
    // Of one with code it is control that leaves there: addAfter().
    const bool IsIf = Map.Ifs.count(U) && !hasCodeIn(U, Unit.SubtreeEnd);
    if ((U == S || IsIf) && Unit.Next != NoUnit)
      return Unit.Next;
    const bool IsAround = Unit.Kind == UnitKind::Compound || isLabel(U);
    const bool IsPlain = U == S && Unit.Kind == UnitKind::Statement;
    if (Unit.Sibling != NoUnit || !(IsAround || IsIf || IsPlain))
      return NoUnit;
  }
  return NoUnit;
}

/// The statement that control comes to behind \p S, which has no code.
uint32_t Codeless::nextOf(uint32_t S) const {
  const auto Way = Switches.Next.find(S);
  if (Way != Switches.Next.end() && Way->second != NoUnit)
    return Way->second;
  const auto Known = Map.Ifs.find(S);
  if (Known == Map.Ifs.end())
    return nextBehind(S);
  const IfParts &If = Known->second;
  const int Value = valueOf(S);
  const bool IsThen =
      Value >= 0 ? Value > 0 : hasCodeIn(If.ThenBegin, If.ElseBegin);
  const bool IsElse =
      !IsThen &&
      (Value == 0 || hasCodeIn(If.ElseBegin, Map.Units[S].SubtreeEnd));
  if (IsThen && If.Then != NoUnit)
    return If.Then;
  return IsElse && If.Else != NoUnit ? If.Else : nextBehind(S);
}

uint32_t Codeless::chosenIn(uint32_t Switch) const {
  const uint32_t Chosen = Switch == NoUnit ? NoUnit : nextOf(Switch);
  return Chosen != NoUnit && Map.isInside(Chosen, Switch) && isLabel(Chosen)
             ? Chosen
             : NoUnit;
}

bool Codeless::leadsToCode(uint32_t S) const {
  SmallVector<uint32_t, 8> Passed;
  for (; S != NoUnit && !hasCode(S) && !Leads.count(S); S = nextOf(S)) {
    Passed.push_back(S);
    Leads[S] = false; // should the way come back here
  }
  const bool Does = S != NoUnit && (hasCode(S) || Leads.lookup(S));
  for (const uint32_t U : Passed)
    Leads[U] = Does;
  return Does;
}

bool Codeless::isLoopBody(uint32_t U) const {
  const uint32_t Loop = Map.Units[U].Parent;
  const auto Body =
      Loop == NoUnit ? Map.LoopBodies.end() : Map.LoopBodies.find(Loop);
  return Body != Map.LoopBodies.end() && Body->second == U &&
         Map.Units[U].Kind == UnitKind::Statement &&
         !hasCodeIn(U, Map.Units[U].SubtreeEnd) && !leadsToCode(U);
}

uint32_t Codeless::before(uint32_t X) const {
  const auto Before = Map.Before.find(X);
  if (Before == Map.Before.end())
    return NoUnit;
  // An `if` is passed by way of what is in it.
  for (const uint32_t S : Before->second)
    for (uint32_t U = S; !hasCode(U) && !isDead(S);) {
      const uint32_t Next = nextOf(U);
      if (Next == X)
        return U;
      if (Next == NoUnit || Next <= U || !Map.isInside(Next, S))
        break;
      U = Next;
    }
  return NoUnit;
}

uint32_t Codeless::addChain(uint32_t S, Way &Result) const {
  const size_t Begin = Result.size();
  while (S != NoUnit && !hasCode(S) && Result.size() - Begin < Map.Units.size()) {
    Result.push_back(S);
    S = nextOf(S);
  }
  return S;
}

bool Codeless::isLabel(uint32_t U) const {
  const UnitKind Kind = Map.Units[U].Kind;
  return Kind == UnitKind::Case || Kind == UnitKind::Label;
}

uint32_t Codeless::firstOf(uint32_t S) const {
  while (S != NoUnit && Map.Units[S].Kind == UnitKind::Compound)
    S = S + 1 < Map.Units[S].SubtreeEnd ? S + 1 : NoUnit;
  return S;
}

/// Whether control passes by \p S on its way to \p To, if it comes there.
bool Codeless::isPassed(uint32_t S, uint32_t To) const {
  const uint32_t First = firstOf(S);
  if (First == NoUnit)
    return true;
  const UnitKind Kind = Map.Units[First].Kind;
  return First != To && !leadsToCode(First) && !isDead(First) &&
         (Kind == UnitKind::Statement || Kind == UnitKind::Loop ||
          Kind == UnitKind::Jump || isLabel(First));
}

/// Adds \p U and those behind it inside \p S that control comes to: an `if`
/// takes one way by a condition that is constant. Returns the jump by which
/// control leaves \p S; or NoUnit.
uint32_t Codeless::addWithin(uint32_t S, uint32_t U, Way &Result) const {
  uint32_t Last = NoUnit;
  for (unsigned Steps = 0; U != NoUnit && Map.isInside(U, S) &&
                           (Last == NoUnit || U > Last) && Steps < 1000;
       Steps++) {
    Result.push_back(U);
    Last = U;
    U = nextOf(U);
  }
  if (Last == NoUnit || Map.Units[Last].Kind != UnitKind::Jump)
    return NoUnit;
  const uint32_t Target = Map.Units[Last].Target;
  return Target != NoUnit && Map.isInside(Target, S) ? NoUnit : Last;
}

void Codeless::addAfter(uint32_t From, uint32_t To, Turn By,
                        Way &Result) const {
  uint32_t Jump = Map.Units[From].Kind == UnitKind::Jump ? From : NoUnit;
  // Of `case 1: default: ;` the first has code, which goes to the second; of
  // `catch (...) { ; }` the handler, of `do { ; } while (0)` the `do`.
  const uint32_t First = Map.Units[From].Next;
  const auto Body = Map.LoopBodies.find(From);
  const bool IsInFront = First != NoUnit && Map.isInside(First, From) &&
                         Map.Units[From].Kind != UnitKind::Loop &&
                         Body == Map.LoopBodies.end();
  if (IsInFront && isPassed(First, To))
    Jump = addWithin(From, First, Result);
  // Of `for (int i = 0;; i++) break;` only the head has code.
  if (Map.Units[From].IsEndless && Body != Map.LoopBodies.end() &&
      (To == NoUnit || !Map.isInside(To, From)) && isPassed(Body->second, To))
    Jump = addWithin(From, Body->second, Result);
  for (uint32_t X = From; X != NoUnit; X = Map.Units[X].Parent) {
    const Unit &U = Map.Units[X];
    const bool HasTurned =
        By.Loop == NoUnit ? U.Kind == UnitKind::Loop : Map.isInside(By.Loop, X);
    const bool IsAround =
        To != NoUnit && Map.isInside(To, X) && (!By.IsBack || HasTurned);
    // A `continue` comes there, too; but a goto turns at its label.
    if (IsAround && By.IsBack && U.DoCondition != NoUnit &&
        (Jump == NoUnit || !Map.Labels.count(Jump)) &&
        !hasCodeIn(U.DoCondition, Map.Units[U.DoCondition].SubtreeEnd) &&
        !Map.isInside(From, U.DoCondition))
      Result.push_back(U.DoCondition);
    if (U.isBody() || IsAround)
      return;
    if (Jump != NoUnit && X != Map.Units[Jump].Target)
      continue;
    Jump = NoUnit;
    for (uint32_t S = U.Sibling;
         S != NoUnit && Jump == NoUnit && isPassed(S, To);
         S = Map.Units[S].Sibling)
      Jump = addWithin(S, firstOf(S), Result);
  }
}

} // namespace lineprof
