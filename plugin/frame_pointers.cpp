/// \file frame_pointers.cpp
/// Gives functions frame pointers, late: which assembler a function has is
/// known when all is inlined.
#include "plugin/frame_pointers.h"

#include "plugin/llvm_compat.h"
#include "plugin/options.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Regex.h"

#include <algorithm>

using namespace llvm;

namespace lineprof {

/// The general registers beside those of stack and frames.
static unsigned otherRegisters(const Module &M) {
  return compat::targetTriple(M).isAArch64() ? 30 : 14;
}

/// Whether \p Code is a general register, or any of them, of x86 or AArch64.
static bool isGeneral(const std::string &Code) {
  static const Regex Registers(
      "^([rqQRl]|\\{([re]?([abcd]x|[sd]i|bp)|[abcd][lh]"
      "|r[0-9]+[bwd]?|[xw][0-9]+|fp|lr)\\})$");
  return Registers.match(Code);
}

/// The most registers that \p Part of some assembler takes.
static unsigned registersOf(const InlineAsm::ConstraintInfo &Part) {
  constexpr unsigned OfAddress = 2;
  if (Part.isIndirect)
    return OfAddress;
  return any_of(Part.Codes, isGeneral);
}

/// Whether \p Code needs more than \p Others, all but the register of frames.
/// What is read may share registers with what is only written then.
static bool isCrowded(const InlineAsm &Code, unsigned Others) {
  unsigned Before = 0;
  unsigned Behind = 0;
  for (const InlineAsm::ConstraintInfo &Part : Code.ParseConstraints()) {
    const bool IsResult = Part.Type == InlineAsm::isOutput && !Part.isIndirect;
    const bool IsClobbered = Part.Type == InlineAsm::isClobber;
    const unsigned Count = registersOf(Part);
    if (!IsResult || Part.isEarlyClobber || Part.hasMatchingInput())
      Before += Count;
    if (IsResult || IsClobbered)
      Behind += Count;
  }
  return std::max(Before, Behind) > Others;
}

/// Whether \p Code names the register of frames, as by `"rbp"` among what it
/// clobbers.
static bool namesFrame(const InlineAsm &Code) {
  static constexpr StringLiteral Names[] = {"{rbp}", "{ebp}", "{bp}", "{w29}",
                                            "{fp}"};
  const StringRef Constraints = Code.getConstraintString();
  return any_of(Names,
                [&](StringRef Name) { return Constraints.contains(Name); });
}

/// Whether assembler in \p F leaves frames no register: it has that for itself,
/// and then nothing else finds variables by it, or there are only \p Others.
static bool takesFrame(const Function &F, unsigned Others) {
  return any_of(instructions(F), [Others](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto *Code =
        Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
    return Code && (namesFrame(*Code) || isCrowded(*Code, Others));
  });
}

FramelessSet keepFramePointers(Module &M) {
  FramelessSet Frameless;
  const unsigned Others = otherRegisters(M);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (!takesFrame(F, Others)) {
      F.addFnAttr("frame-pointer", "all");
      continue;
    }
    Frameless.insert(&F);
    // The linker would put it into functions that have frame pointers.
    if (options().IsLinkTime && !F.hasFnAttribute(Attribute::AlwaysInline))
      F.addFnAttr(Attribute::NoInline);
  }
  return Frameless;
}

} // namespace lineprof
