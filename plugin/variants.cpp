/// \file variants.cpp
/// Constructor and destructor variants, told by their mangled names.
#include "plugin/variants.h"

#include "plugin/statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;

namespace lineprof {

/// Whether the names differ in one place only, the digit of a variant: the
/// deleting one (0) hands over to 1 or 2, that of whole objects (1) to that of
/// base objects (2). The other way round it is another object that is meant: a
/// list's node destroys the next one.
static bool differInDigit(StringRef Caller, StringRef Callee) {
  if (Caller.size() != Callee.size())
    return false;
  const auto At = std::mismatch(Caller.begin(), Caller.end(), Callee.begin());
  if (At.first == Caller.end() || !llvm::isDigit(*At.first) ||
      !llvm::isDigit(*At.second) || *At.first > *At.second)
    return false;
  return std::equal(At.first + 1, Caller.end(), At.second + 1);
}

bool isStructor(const GlobalValue &F) {
  ItaniumPartialDemangler Name;
  return !Name.partialDemangle(linkageNameOf(F).str().c_str()) &&
         Name.isCtorOrDtor();
}

bool isVariantCall(const Function &Caller, const CallBase &Call) {
  // The callee may be an alias: D1 of D2.
  const auto *Callee =
      dyn_cast<GlobalValue>(Call.getCalledOperand()->stripPointerCasts());
  if (!Callee || !differInDigit(Caller.getName(), Callee->getName()))
    return false;
  // `f1` calling `f2` differs so too; only a variant's name says the same.
  return isStructor(Caller) &&
         demangle(Caller.getName().str()) == demangle(Callee->getName().str());
}

/// Whether \p Name, mangled, may end within an identifier, which a number in
/// front of it says the length of.
static bool mayEndInIdentifier(StringRef Name) {
  for (size_t I = 0; I < Name.size(); I++) {
    size_t Length = 0;
    if (!llvm::isDigit(Name[I]))
      continue;
    for (; I < Name.size() && llvm::isDigit(Name[I]); I++)
      Length = std::min<size_t>(10 * Length + (Name[I] - '0'), Name.size());
    if (I + Length == Name.size())
      return true;
    I--;
  }
  return false;
}

/// `D` and a digit end the name, `Ev` says that there are no arguments. So they
/// do of a `getD1()`: the demangler, which takes a while, knows.
bool isDestructorCall(const CallBase &Call) {
  const auto *Callee =
      dyn_cast<GlobalValue>(Call.getCalledOperand()->stripPointerCasts());
  const StringRef Name = Callee ? linkageNameOf(*Callee) : StringRef();
  return Name.size() > 6 && Name.substr(0, 2) == "_Z" &&
         Name.substr(Name.size() - 2) == "Ev" &&
         llvm::isDigit(Name[Name.size() - 3]) && Name[Name.size() - 4] == 'D' &&
         (!mayEndInIdentifier(Name.drop_back(2)) || isStructor(*Callee));
}

/// Elements are destroyed from the last one on: a pointer, from turn to turn,
/// goes down by one.
bool destroysElement(const BasicBlock &BB) {
  return any_of(BB, [&BB](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !isDestructorCall(*Call))
      return false;
    const auto *Element = dyn_cast<GetElementPtrInst>(
        Call->getArgOperand(0)->stripPointerCasts());
    const auto *Last =
        Element ? dyn_cast<PHINode>(Element->getPointerOperand()) : nullptr;
    return Last && Last->getParent() == &BB;
  });
}

/// Whether \p F is what `delete` calls of a virtual destructor: that which
/// destroys is another variant, be it called by this one or, for an `operator
/// delete` that destroys, by that.
static bool isDeletingDestructor(const Function &F) {
  const StringRef Name = linkageNameOf(F);
  return Name.size() > 4 && Name.substr(Name.size() - 4) == "D0Ev" &&
         isStructor(F);
}

bool handsOver(const Function &F) {
  return isDeletingDestructor(F) ||
         any_of(instructions(F), [&F](const Instruction &I) {
           const auto *Call = dyn_cast<CallBase>(&I);
           return Call && isVariantCall(F, *Call);
         });
}

} // namespace lineprof
