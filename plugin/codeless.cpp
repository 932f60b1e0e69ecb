/// \file codeless.cpp
/// Where control passes by statements that make no code.
#include "plugin/codeless.h"

using namespace llvm;

namespace lineprof {

bool Codeless::hasCodeIn(uint32_t Begin, uint32_t End) const {
  for (uint32_t U = Begin; U < End; U++)
    if (hasCode(U))
      return true;
  return false;
}

/// The statement that control comes to behind \p S, which has no code.
uint32_t Codeless::nextOf(uint32_t S) const {
  const auto Known = Map.Ifs.find(S);
  if (Known == Map.Ifs.end())
    return Map.Units[S].Next;
  const IfParts &If = Known->second;
  const bool IsThen =
      If.Value >= 0 ? If.Value > 0 : hasCodeIn(If.ThenBegin, If.ElseBegin);
  const bool IsElse =
      !IsThen &&
      (If.Value == 0 || hasCodeIn(If.ElseBegin, Map.Units[S].SubtreeEnd));
  if (IsThen && If.Then != NoUnit)
    return If.Then;
  return IsElse && If.Else != NoUnit ? If.Else : Map.Units[S].Next;
}

bool Codeless::leadsToCode(uint32_t S) const {
  for (unsigned Steps = 0; S != NoUnit && Steps < 1000; Steps++) {
    if (hasCode(S))
      return true;
    S = nextOf(S);
  }
  return false;
}

uint32_t Codeless::before(uint32_t X) const {
  const auto Before = Map.Before.find(X);
  if (Before != Map.Before.end())
    for (const uint32_t S : Before->second)
      if (!hasCode(S) && nextOf(S) == X)
        return S;
  return NoUnit;
}

uint32_t Codeless::addChain(uint32_t S, Way &Result) const {
  for (unsigned Steps = 0; S != NoUnit && !hasCode(S) && Steps < 1000;
       Steps++) {
    Result.push_back(S);
    S = nextOf(S);
  }
  return S;
}

/// The first statement in \p S, which is one or braces around some.
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
  return First != To && !leadsToCode(First) && !Map.isDead(First) &&
         (Kind == UnitKind::Statement || Kind == UnitKind::Loop ||
          Kind == UnitKind::Jump || Kind == UnitKind::Label ||
          Kind == UnitKind::Case);
}

/// Adds \p S and those inside it that control comes to: an `if` takes one way
/// by a condition that is constant. Returns the jump by which control leaves
/// it; or NoUnit.
uint32_t Codeless::addWithin(uint32_t S, Way &Result) const {
  uint32_t Last = NoUnit;
  uint32_t U = firstOf(S);
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

void Codeless::addAfter(uint32_t From, uint32_t To, Way &Result) const {
  uint32_t Jump = Map.Units[From].Kind == UnitKind::Jump ? From : NoUnit;
  for (uint32_t X = From; X != NoUnit; X = Map.Units[X].Parent) {
    const Unit &U = Map.Units[X];
    if (U.Kind == UnitKind::Body || (To != NoUnit && Map.isInside(To, X)))
      return;
    if (Jump != NoUnit && X != Map.Units[Jump].Target)
      continue;
    Jump = NoUnit;
    for (uint32_t S = U.Sibling;
         S != NoUnit && Jump == NoUnit && isPassed(S, To);
         S = Map.Units[S].Sibling)
      Jump = addWithin(S, Result);
  }
}

} // namespace lineprof
