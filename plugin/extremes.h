/// \file extremes.h
/// A minimum or a maximum: `a < b ? a : b`, and `if (m < a) m = a;` on a line.
///
/// How often which of the two it was, a loop can only count one round after the
/// other: LLVM computes the extremes of many rounds at once. No line's hits
/// need it. So it is no branch, as std::max() is none.
#ifndef LINEPROF_PLUGIN_EXTREMES_H
#define LINEPROF_PLUGIN_EXTREMES_H

namespace llvm {
class Function;
}

namespace lineprof {

class StatementFinder;
class StatementMap;

/// Makes such jumps of \p F, as clang makes them in front of all passes, a
/// choice without a jump, which LLVM would make of them. \p Finder knows files
/// by their debug locations, and need not have entered \p F.
void foldExtremes(llvm::Function &F, StatementFinder &Finder,
                  const StatementMap &Map);

} // namespace lineprof

#endif
