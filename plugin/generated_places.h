/// \file generated_places.h
/// Where a scanner's code stands that `#line` has among the rules.
#ifndef LINEPROF_PLUGIN_GENERATED_PLACES_H
#define LINEPROF_PLUGIN_GENERATED_PLACES_H

namespace llvm {
class Function;
}

namespace lineprof {

class StatementFinder;
class StatementMap;

/// Gives instructions of \p F whose hits are on the generated file's own line
/// that line, instead of the one that `#line` says. Debug locations are what
/// times go by: those of what flex writes behind a rule would be the next
/// rule's.
void placeGeneratedCode(llvm::Function &F, StatementFinder &Finder,
                        const StatementMap &Map);

} // namespace lineprof

#endif
