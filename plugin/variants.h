/// \file variants.h
/// The several functions that clang makes of one constructor or destructor.
#ifndef LINEPROF_PLUGIN_VARIANTS_H
#define LINEPROF_PLUGIN_VARIANTS_H

namespace llvm {
class BasicBlock;
class Function;
class GlobalValue;
class CallBase;
} // namespace llvm

namespace lineprof {

/// Whether \p Call, in \p Caller, only hands over to another variant of the
/// same constructor or destructor: from the one of whole objects (C1, D1) to
/// that of base objects (C2, D2), from the deleting one (D0) to that which
/// destroys. See the Itanium C++ ABI, 5.1.4.3.
bool isVariantCall(const llvm::Function &Caller, const llvm::CallBase &Call);

/// Whether \p F has such a call, or leaves it to an `operator delete` that
/// destroys: its own entries are then no calls of what the source defines, as
/// they are counted in the other variant.
bool handsOver(const llvm::Function &F);

/// Whether \p F is a constructor or a destructor, by its mangled name.
bool isStructor(const llvm::GlobalValue &F);

/// Whether \p Call destroys an object, by its callee's mangled name.
bool isDestructorCall(const llvm::CallBase &Call);

/// Whether \p BB destroys an element of an array, in a loop that clang has
/// made, which ends there too.
bool destroysElement(const llvm::BasicBlock &BB);

} // namespace lineprof

#endif
