/// \file code_facts.h
/// What the optimised code of a line has in it that is slow by nature.
#ifndef LINEPROF_PLUGIN_CODE_FACTS_H
#define LINEPROF_PLUGIN_CODE_FACTS_H

namespace llvm {
class Module;
}

namespace lineprof {

class RemarkPlaces;
class RemarkTable;

/// Adds the facts of all functions of \p M.
void addCodeFacts(llvm::Module &M, RemarkPlaces &Places, RemarkTable &Table);

} // namespace lineprof

#endif
