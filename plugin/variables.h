/// \file variables.h
/// The places of global variables. Code that has nothing to do but to register
/// a destructor tells none: it stands at no line.
#ifndef LINEPROF_PLUGIN_VARIABLES_H
#define LINEPROF_PLUGIN_VARIABLES_H

#include "plugin/source_files.h"

#include "clang/AST/Mangle.h"

namespace clang {
class VarDecl;
}

namespace llvm {
class Function;
}

namespace lineprof {

/// Adds global variables to a map.
class Variables {
public:
  Variables(clang::ASTContext &Context, StatementMap &Map, SourceFiles &Sources)
      : Context(Context), Map(Map), Sources(Sources), Names(Context) {}
  /// Notes where \p D is, if it is such a variable and is defined there.
  void note(const clang::VarDecl &D);

private:
  clang::ASTContext &Context;
  StatementMap &Map;
  SourceFiles &Sources;
  clang::ASTNameGenerator Names;
};

/// The place of the variable that \p F, which clang has made, sets up; of file
/// NoUnit if not known.
Definition variableOf(const llvm::Function &F, const StatementMap &Map);

} // namespace lineprof

#endif
