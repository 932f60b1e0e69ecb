/// \file made_conditions.cpp
/// Tells conditions that clang has made by the code that computes them.
#include "plugin/made_conditions.h"

#include "plugin/guards.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace lineprof {

/// Whether \p Condition asks whether a static variable has been initialised,
/// or whether this thread is to do it.
static bool isOfGuard(const Value *Condition) {
  const auto *Compare = dyn_cast<ICmpInst>(Condition);
  const Value *Asked = Compare ? Compare->getOperand(0) : nullptr;
  if (const auto *And = dyn_cast_or_null<BinaryOperator>(Asked)) // on Arm
    Asked = And->getOperand(0);
  const auto *Load = dyn_cast_or_null<LoadInst>(Asked);
  const auto *Call = dyn_cast_or_null<CallBase>(Asked);
  return (Load && isGuard(Load->getPointerOperand())) ||
         (Call && Call->getCalledFunction() &&
          Call->getCalledFunction()->getName() == "__cxa_guard_acquire");
}

/// Whether \p Condition asks whether there is anything to clean up: clang
/// keeps that in bits, and a program's variables in bytes. A bit may also be a
/// condition's value, kept while something is cleaned up: then it is computed.
static bool isCleanupFlag(const Value *Condition) {
  const auto *Load = dyn_cast<LoadInst>(Condition);
  const auto *Slot =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Slot && Load->getType()->isIntegerTy(1) &&
         none_of(Slot->users(), [](const User *U) {
           const auto *Store = dyn_cast<StoreInst>(U);
           return Store && !isa<Constant>(Store->getValueOperand());
         });
}

/// Whether \p Condition asks for what no statement does: whether a register
/// has the next of `va_arg`'s arguments, what a compare-and-swap has found, to
/// be written back, or whether a product of complex numbers is none.
static bool isOfExpression(const CondBrInst &Branch) {
  const auto *Value = dyn_cast<Instruction>(Branch.getCondition());
  if (!Value)
    return false;
  if (isa<ExtractValueInst>(Value))
    return isa<AtomicCmpXchgInst>(Value->getOperand(0));
  const auto *Compare = dyn_cast<CmpInst>(Value);
  if (!Compare)
    return false;
  if (Compare->getPredicate() == CmpInst::FCMP_UNO)
    return Compare->getOperand(0) == Compare->getOperand(1) &&
           Branch.hasMetadata(LLVMContext::MD_prof);
  const auto *Load = dyn_cast<LoadInst>(Compare->getOperand(0));
  const auto *Field =
      Load ? dyn_cast<GetElementPtrInst>(Load->getPointerOperand()) : nullptr;
  const auto *List =
      Field ? dyn_cast<StructType>(Field->getSourceElementType()) : nullptr;
  return List && List->hasName() &&
         List->getName().find("struct.__va_list") == 0;
}

bool mayBeOfPointer(const Value *Condition) {
  const auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare || !isa<Constant>(Compare->getOperand(1)) ||
      !cast<Constant>(Compare->getOperand(1))->isNullValue())
    return false;
  if (Compare->getPredicate() == CmpInst::ICMP_EQ)
    return Compare->getOperand(0)->getType()->isPointerTy();
  return match(Compare->getOperand(0), m_And(m_Value(), m_One()));
}

/// The same where its code says that no condition of the source can be meant:
/// what `typeid` throws if the pointer is null, the two words of a pointer to a
/// method, what `new (std::nothrow)` calls.
static bool isOfPointer(const CondBrInst &Branch) {
  if (!mayBeOfPointer(Branch.getCondition()))
    return false;
  const Value *Asked = cast<ICmpInst>(Branch.getCondition())->getOperand(0);
  const Value *Word = nullptr;
  if (match(Asked, m_And(m_Value(Word), m_One())))
    return isa<ExtractValueInst>(Word);
  const auto *Made = dyn_cast<CallBase>(Asked);
  return (Made && Made->hasFnAttr(Attribute::Builtin)) ||
         any_of(*Branch.getSuccessor(0), [](const Instruction &I) {
           const auto *Call = dyn_cast<CallBase>(&I);
           return Call && Call->getCalledFunction() &&
                  Call->getCalledFunction()->getName() == "__cxa_bad_typeid";
         });
}

bool leadsPastPointer(const CondBrInst &Branch) {
  const BasicBlock *From = Branch.getParent();
  const BasicBlock *To = Branch.getSuccessor(0);
  if (!mayBeOfPointer(Branch.getCondition()))
    return false;
  if (To->getSingleSuccessor() && &To->front() == To->getTerminator()) {
    From = To;
    To = To->getSingleSuccessor();
  }
  return any_of(To->phis(), [From](const PHINode &Phi) {
    const int At =
        Phi.getType()->isPointerTy() ? Phi.getBasicBlockIndex(From) : -1;
    return At >= 0 && isa<ConstantPointerNull>(Phi.getIncomingValue(At));
  });
}

/// Whether \p Branch only leads past a counter of -fprofile-instr-generate: of
/// the last operand of `&&` or `||`, whose value is the same by both ways.
static bool leadsPastCounter(const CondBrInst &Branch) {
  const BasicBlock *From = Branch.getParent();
  for (unsigned Way = 0; Way < 2; Way++) {
    const BasicBlock *Counter = Branch.getSuccessor(Way);
    const BasicBlock *To = Branch.getSuccessor(1 - Way);
    if (Counter->getSingleSuccessor() != To)
      continue;
    return any_of(To->phis(), [&](const PHINode &Phi) {
      return Phi.getIncomingValueForBlock(From) == Branch.getCondition() &&
             Phi.getIncomingValueForBlock(Counter) == Branch.getCondition();
    });
  }
  return false;
}

bool isMadeCondition(const CondBrInst &Branch) {
  return isOfGuard(Branch.getCondition()) ||
         isCleanupFlag(Branch.getCondition()) || isOfExpression(Branch) ||
         isOfPointer(Branch) || leadsPastCounter(Branch);
}

bool isOfHandler(const Value *Condition) {
  const auto *Compare = dyn_cast<ICmpInst>(Condition);
  return Compare && any_of(Compare->operands(), [](const Value *Operand) {
           const auto *Call = dyn_cast<IntrinsicInst>(Operand);
           return Call && Call->getIntrinsicID() == Intrinsic::eh_typeid_for;
         });
}

bool isOfWaiting(const CondBrInst &Branch) {
  return any_of(Branch.successors(), [](const BasicBlock *To) {
    return any_of(*To, [](const Instruction &I) {
      const auto *Call = dyn_cast<IntrinsicInst>(&I);
      return Call && (Call->getIntrinsicID() == Intrinsic::coro_save ||
                      Call->getIntrinsicID() == Intrinsic::coro_suspend);
    });
  });
}

bool isConstantCondition(const Value *Condition) {
  const auto *Expect = dyn_cast<IntrinsicInst>(Condition);
  return isa<Constant>(Condition) ||
         (Expect &&
          (Expect->getIntrinsicID() == Intrinsic::expect ||
           Expect->getIntrinsicID() == Intrinsic::expect_with_probability) &&
          isa<Constant>(Expect->getArgOperand(0)));
}

} // namespace lineprof
