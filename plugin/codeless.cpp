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

/// Adds \p S and those inside it that control comes to: an `if` takes one way
/// by a condition that is constant.
void Codeless::addWithin(uint32_t S, Way &Result) const {
  Result.push_back(S);
  uint32_t U = nextOf(S);
  for (unsigned Steps = 0;
       U != NoUnit && U > S && Map.isInside(U, S) && Steps < 1000; Steps++) {
    Result.push_back(U);
    U = nextOf(U);
  }
}

void Codeless::addAfter(uint32_t From, uint32_t To, Way &Result) const {
  bool Jumps = Map.Units[From].Kind == UnitKind::Jump;
  for (uint32_t X = From; X != NoUnit; X = Map.Units[X].Parent) {
    const Unit &U = Map.Units[X];
    if (U.isBody() || (To != NoUnit && Map.isInside(To, X)))
      return;
    if (Jumps && X != Map.Units[From].Target)
      continue;
    Jumps = false;
    for (uint32_t S = U.Sibling; S != NoUnit; S = Map.Units[S].Sibling) {
      const UnitKind Kind = Map.Units[S].Kind;
      if (S == To || leadsToCode(S) || Map.isDead(S) ||
          (Kind != UnitKind::Statement && Kind != UnitKind::Jump))
        break;
      addWithin(S, Result);
    }
  }
}

} // namespace lineprof
