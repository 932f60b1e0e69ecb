/// \file made_conditions.h
/// Conditions of branches that clang makes and no statement of the source asks.
#ifndef LINEPROF_PLUGIN_MADE_CONDITIONS_H
#define LINEPROF_PLUGIN_MADE_CONDITIONS_H

#include "plugin/llvm_compat.h"

namespace llvm {
class Value;
} // namespace llvm

namespace lineprof {

/// Whether \p Branch, by its code alone, is of what the source has no
/// condition for: a guard, a clean-up, part of an expression, a counter.
bool isMadeCondition(const llvm::CondBrInst &Branch);

/// Whether \p Condition asks whether a pointer is null, or, of one to a method,
/// whether that is virtual, as an expression does whose condition the source
/// does not have: `delete`, a cast, `typeid`, `new (std::nothrow)`, a call.
bool mayBeOfPointer(const llvm::Value *Condition);

/// Whether \p Branch leads past what is done with a pointer that is not null,
/// to where that or null is the value.
bool leadsPastPointer(const llvm::CondBrInst &Branch);

/// Whether \p Condition asks for the type that a handler is for.
bool isOfHandler(const llvm::Value *Condition);

/// Whether \p Branch asks whether a coroutine has to wait, or does.
bool isOfWaiting(const llvm::CondBrInst &Branch);

/// Whether \p Condition is a constant, said to be likely or not.
bool isConstantCondition(const llvm::Value *Condition);

} // namespace lineprof

#endif
