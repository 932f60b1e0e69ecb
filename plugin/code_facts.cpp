/// \file code_facts.cpp
/// Finds divisions, square roots and allocations.
#include "plugin/code_facts.h"

#include "plugin/llvm_compat.h"
#include "plugin/remark_places.h"
#include "plugin/remark_table.h"

#include "llvm/ADT/STLExtras.h"
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

} // namespace

void addCodeFacts(Module &M, RemarkPlaces &Places, RemarkTable &Table) {
  for (Function &F : M) {
    if (compat::startsWith(F.getName(), "__lineprof_"))
      continue;
    for (const Instruction &I : instructions(F))
      for (const Fact &Is : Facts)
        if (Is.IsIn(I)) {
          const RemarkPlace Place = Places.of(I.getDebugLoc().get());
          RemarkText Text = {Is.Kind};
          if (Is.Kind == LP_REMARK_ALLOCATION)
            Text.Subject = calleeName(I).str();
          if (Place.PathHash)
            Table.add(Place, std::move(Text));
        }
  }
}

} // namespace lineprof
