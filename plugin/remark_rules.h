/// \file remark_rules.h
/// What LLVM's remarks mean in ours.
#ifndef LINEPROF_PLUGIN_REMARK_RULES_H
#define LINEPROF_PLUGIN_REMARK_RULES_H

#include "plugin/remark_table.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DiagnosticInfo.h"

#include <optional>

namespace lineprof {

enum class RemarkClass { Passed, Missed, Analysis };

/// The pass that says how many registers it spilled.
constexpr const char *RegisterAllocator = "regalloc";

/// The class of \p DI, or none if it is no remark.
std::optional<RemarkClass> remarkClass(const llvm::DiagnosticInfo &DI);

/// What \p DI says; none if it is not kept. An analysis of the vectoriser's
/// gives a NOT_VECTORISED with the reason.
std::optional<RemarkText>
readRemark(const llvm::DiagnosticInfoOptimizationBase &DI);

} // namespace lineprof

#endif
