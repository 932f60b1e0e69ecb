/// \file unreached.cpp
/// The lines of a function that nothing leads to.
#include "plugin/visits.h"

#include <set>

using namespace llvm;

namespace lineprof {

/// Lines that nothing leads to are known all the same: they show 0.
void Visits::addUnreached() {
  auto AddAll = [this](uint32_t Begin, uint32_t End) {
    for (uint32_t D = Begin; D < End; D++)
      if (Map.Units[D].isStatement())
        Lines[Map.lineOf(D)];
  };
  for (const auto &[U, Value] : Statements.conditions()) {
    const IfParts &If = Map.Ifs.find(U)->second;
    if (Value)
      AddAll(If.ElseBegin, Map.Units[U].SubtreeEnd);
    else
      AddAll(If.ThenBegin, If.ElseBegin);
  }
  for (const auto &[Begin, End] : Statements.dead())
    AddAll(Begin, End);
  // All of a function may be one that nothing leads to.
  std::set<uint32_t> Bodies = {Code.Body};
  for (const uint32_t U : Statements.withCode()) {
    Bodies.insert(Map.bodyAround(U));
    for (uint32_t S = U;
         S != NoUnit && Map.Units[S].Kind != UnitKind::Directive;
         S = Statements.before(S))
      Lines[Map.lineOf(S)];
  }
  Bodies.erase(NoUnit);
  for (const uint32_t Around : Bodies) {
    const auto Dead = Map.Dead.find(Around);
    if (Dead != Map.Dead.end())
      for (const auto &[Begin, End] : Dead->second)
        AddAll(Begin, End);
    // Where nothing can be thrown, clang makes no code for handlers.
    for (uint32_t U = Around + 1; U < Map.Units[Around].SubtreeEnd;) {
      const Unit &Inside = Map.Units[U];
      if (Inside.Kind == UnitKind::Handler &&
          !Statements.hasCodeIn(U, Inside.SubtreeEnd))
        AddAll(U, Inside.SubtreeEnd);
      U = Inside.isBody() ? Inside.SubtreeEnd : U + 1;
    }
  }
}

} // namespace lineprof
