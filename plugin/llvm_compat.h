/// \file llvm_compat.h
/// What differs between LLVM 14 and 23, under today's names. No file but this
/// and clang_compat.h asks for LLVM's version. An entry goes when the oldest
/// LLVM that needs it goes.
#ifndef LINEPROF_PLUGIN_LLVM_COMPAT_H
#define LINEPROF_PLUGIN_LLVM_COMPAT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <array>

#if LLVM_VERSION_MAJOR >= 17
#include "llvm/TargetParser/Triple.h"
#else
#include "llvm/ADT/Triple.h"
#endif

// Branches became two classes in 23. One was both, and here are views of it.
#if LLVM_VERSION_MAJOR < 23
namespace llvm {

template <bool IsConditional> class BranchOfKind : public BranchInst {
public:
  static bool classof(const Value *V) {
    const auto *Branch = dyn_cast<BranchInst>(V);
    return Branch && Branch->isConditional() == IsConditional;
  }
};
class CondBrInst : public BranchOfKind<true> {};
class UncondBrInst : public BranchOfKind<false> {};

} // namespace llvm
#endif

namespace lineprof::compat {

inline llvm::Triple targetTriple(const llvm::Module &M) {
  return llvm::Triple(M.getTargetTriple());
}

/// Whether probes and records exist for \p T: 64-bit ELF and glibc, which a
/// triple may leave out. The C libraries of others and pointers of 32 bits are
/// environments of their own.
inline bool isServed(const llvm::Triple &T) {
  return (T.getArch() == llvm::Triple::x86_64 ||
          T.getArch() == llvm::Triple::aarch64) &&
         T.isOSLinux() && T.isOSBinFormatELF() &&
         (T.getEnvironment() == llvm::Triple::GNU ||
          T.getEnvironment() == llvm::Triple::UnknownEnvironment);
}

inline bool startsWith(llvm::StringRef Text, llvm::StringRef Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}

/// The pointer type of address space 0.
inline llvm::PointerType *ptrTy(llvm::LLVMContext &C) {
#if LLVM_VERSION_MAJOR >= 17 // typed pointers are gone
  return llvm::PointerType::get(C, 0);
#else
  return llvm::Type::getInt8PtrTy(C);
#endif
}

/// The type that a load from \p Ptr or a GEP on it has to name; with typed
/// pointers (up to 16) a pointer is cast before it is used as one of \p Ty.
inline llvm::PointerType *ptrTo(llvm::Type *Ty) {
#if LLVM_VERSION_MAJOR >= 17
  return llvm::PointerType::get(Ty->getContext(), 0);
#else
  return llvm::PointerType::getUnqual(Ty);
#endif
}

/// Where the function that \p B is in was called.
inline llvm::Value *returnAddress(llvm::IRBuilderBase &B) {
  llvm::SmallVector<llvm::Type *, 1> Types;
#if LLVM_VERSION_MAJOR >= 23
  Types.push_back(ptrTy(B.getContext()));
#endif
  return B.CreateIntrinsic(llvm::Intrinsic::returnaddress, Types,
                           {B.getInt32(0)});
}

/// A call of llvm.annotation.i64: \p Value, with \p Pointer, bytes, and
/// \p Number.
inline llvm::CallInst *createAnnotation(llvm::IRBuilderBase &B,
                                        llvm::Value *Value,
                                        llvm::Value *Pointer, uint32_t Number) {
  llvm::SmallVector<llvm::Type *, 2> Types = {Value->getType()};
#if LLVM_VERSION_MAJOR >= 15
  Types.push_back(Pointer->getType());
#endif
  const std::array<llvm::Value *, 4> Arguments = {
      Value, Pointer, llvm::Constant::getNullValue(Pointer->getType()),
      B.getInt32(Number)};
#if LLVM_VERSION_MAJOR >= 23 // the other may make a constant
  return B.CreateIntrinsicWithoutFolding(llvm::Intrinsic::annotation, Types,
                                         Arguments);
#else
  return B.CreateIntrinsic(llvm::Intrinsic::annotation, Types, Arguments);
#endif
}

/// Infers what the C library's function \p F is known not to do.
inline void inferLibraryAttributes(llvm::Function &F,
                                   const llvm::TargetLibraryInfo &TLI) {
#if LLVM_VERSION_MAJOR >= 15
  llvm::inferNonMandatoryLibFuncAttrs(F, TLI);
#else
  llvm::inferLibFuncAttributes(F, TLI);
#endif
}

/// Takes from \p F, a function or a call, what was said of the memory that it
/// reads and writes.
template <typename FunctionOrCall> void forgetMemoryEffects(FunctionOrCall &F) {
#if LLVM_VERSION_MAJOR >= 16
  F.removeFnAttr(llvm::Attribute::Memory);
#else
  for (const auto Kind :
       {llvm::Attribute::ReadNone, llvm::Attribute::ReadOnly,
        llvm::Attribute::WriteOnly, llvm::Attribute::ArgMemOnly,
        llvm::Attribute::InaccessibleMemOnly,
        llvm::Attribute::InaccessibleMemOrArgMemOnly})
    F.removeFnAttr(Kind);
#endif
}

/// Has -fsanitize=numerical leave \p F alone, which heeds no marks of stores.
inline void leaveNumbersAlone(llvm::Function &F) {
#if LLVM_VERSION_MAJOR >= 19 // new
  F.removeFnAttr(llvm::Attribute::SanitizeNumericalStability);
#endif
}

/// Gives an indirect jump an edge of its own to those of its targets that
/// have phis.
inline void splitIndirectEdgesToPhis(llvm::Function &F) {
#if LLVM_VERSION_MAJOR >= 15
  llvm::SplitIndirectBrCriticalEdges(F, /*IgnoreBlocksWithoutPHI=*/true);
#else
  llvm::SplitIndirectBrCriticalEdges(F);
#endif
}

} // namespace lineprof::compat

#endif
