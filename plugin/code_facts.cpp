/// \file code_facts.cpp
/// Finds divisions, square roots and allocations.
#include "plugin/code_facts.h"

#include "plugin/llvm_compat.h"
#include "plugin/remark_places.h"
#include "plugin/remark_table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace lineprof {

namespace {

/// By a constant, the code generator makes a multiplication of it.
bool isDivision(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return !isa<Constant>(I.getOperand(1));
  default:
    return false;
  }
}

/// By a power of two it is a multiplication.
bool isFloatDivision(const Instruction &I) {
  const auto *By = I.getOpcode() == Instruction::FDiv
                       ? dyn_cast<ConstantFP>(I.getOperand(1))
                       : nullptr;
  return I.getOpcode() == Instruction::FDiv &&
         !(By && By->getValueAPF().getExactInverse(nullptr));
}

StringRef calleeName(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? Callee->getName() : "";
}

constexpr StringRef Roots[] = {"sqrt", "sqrtf", "sqrtl"};

constexpr StringRef Allocators[] = {
    "malloc", "calloc", "realloc", "strdup", "aligned_alloc", "posix_memalign"};

bool isSquareRoot(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return (Call && Call->getIntrinsicID() == Intrinsic::sqrt) ||
         is_contained(Roots, calleeName(I));
}

/// The operators new of all kinds, too.
bool isAllocation(const Instruction &I) {
  const StringRef Name = calleeName(I);
  return is_contained(Allocators, Name) || compat::startsWith(Name, "_Znwm") ||
         compat::startsWith(Name, "_Znam");
}

struct Fact {
  lp_remark_kind Kind;
  bool (*IsIn)(const Instruction &I);
};

const Fact Facts[] = {
    {LP_REMARK_DIVISION, isDivision},
    {LP_REMARK_FLOAT_DIVISION, isFloatDivision},
    {LP_REMARK_SQUARE_ROOT, isSquareRoot},
    {LP_REMARK_ALLOCATION, isAllocation},
};

/// The loops of a function, built when they are first asked for: few functions
/// have facts.
class Rounds {
public:
  Rounds(Function &F, RemarkPlaces &Places) : F(F), Places(Places) {}

  /// Whether each round of the loop around \p I executes it. A loop in a header
  /// of the system is seldom the one that goes over the line: so each round of
  /// the loops around such a one has to execute it, too.
  bool execute(const Instruction &I) {
    if (!Loops)
      build();
    const BasicBlock *Block = I.getParent();
    const Loop *Around = Loops->getLoopFor(Block);
    if (!Around)
      return false;
    for (; Around; Around = Around->getParentLoop()) {
      if (!isInEachRound(*Around, *Block))
        return false;
      if (isUsers(*Around))
        return true;
      Block = Around->getHeader();
    }
    return true;
  }

private:
  void build() {
    Dominators = std::make_unique<DominatorTree>(F);
    Loops = std::make_unique<LoopInfo>(*Dominators);
  }

  bool isInEachRound(const Loop &Around, const BasicBlock &Block) const {
    SmallVector<BasicBlock *, 4> Latches;
    Around.getLoopLatches(Latches);
    return all_of(Latches, [&](const BasicBlock *Latch) {
      return Dominators->dominates(&Block, Latch);
    });
  }

  bool isUsers(const Loop &L) const {
    const DILocation *Loc = L.getStartLoc().get();
    return !Loc || Places.isAt(*Loc);
  }

  Function &F;
  RemarkPlaces &Places;
  std::unique_ptr<DominatorTree> Dominators;
  std::unique_ptr<LoopInfo> Loops;
};

void addFact(lp_remark_kind Kind, const Instruction &I, Rounds &Of,
             RemarkPlaces &Places, RemarkTable &Table) {
  const DILocation *Loc = I.getDebugLoc().get();
  const RemarkPlace Place = Places.of(Loc);
  if (!Place.PathHash)
    return;
  RemarkText Text = {Kind};
  if (Of.execute(I))
    Text.Value |= LP_REMARK_EACH_ROUND;
  if (Places.isAt(*Loc))
    Text.Value |= LP_REMARK_OWN_CODE;
  if (Kind == LP_REMARK_ALLOCATION)
    Text.Subject = calleeName(I).str();
  Table.add(Place, std::move(Text));
}

} // namespace

void addCodeFacts(Module &M, RemarkPlaces &Places, RemarkTable &Table) {
  for (Function &F : M) {
    if (compat::startsWith(F.getName(), "__lineprof_"))
      continue;
    Rounds Of(F, Places);
    for (const Instruction &I : instructions(F))
      for (const Fact &Is : Facts)
        if (Is.IsIn(I))
          addFact(Is.Kind, I, Of, Places, Table);
  }
}

} // namespace lineprof
