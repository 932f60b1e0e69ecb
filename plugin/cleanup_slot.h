/// \file cleanup_slot.h
/// A coroutine's way out of clean-up code, as other functions have it.
///
/// Clang keeps it in registers there, as a coroutine's frame is gone when the
/// last of it is read (CodeGenFunction::FinishFunction()). The variable that it
/// was before tells as in all functions which ways lead where (cleanup.h).
#ifndef LINEPROF_PLUGIN_CLEANUP_SLOT_H
#define LINEPROF_PLUGIN_CLEANUP_SLOT_H

namespace llvm {
class AllocaInst;
class Function;
} // namespace llvm

namespace lineprof {

/// The variable, if \p F is a coroutine with clean-up code in which control
/// goes several ways; else null.
llvm::AllocaInst *demoteCleanupSlot(llvm::Function &F);

/// Keeps \p Slot in registers again; it may be null.
void promoteCleanupSlot(llvm::Function &F, llvm::AllocaInst *Slot);

} // namespace lineprof

#endif
