/// \file library_calls.h
/// `return realloc(p, n);` is a jump to the optimiser: the function is gone
/// from the stack while realloc() runs, and its time is found on the line that
/// called the function. So calls of library functions return to the line that
/// makes them. All others stay tail calls: a program may need them to be, as
/// those of its own that call each other without end.
#ifndef LINEPROF_PLUGIN_LIBRARY_CALLS_H
#define LINEPROF_PLUGIN_LIBRARY_CALLS_H

namespace clang {
class ASTContext;
}

namespace llvm {
class Function;
class StringRef;
class TargetLibraryInfo;
} // namespace llvm

namespace lineprof {

/// Remembers which functions of \p Context's unit system headers declare: those
/// that its code mentions.
void findLibraryFunctions(clang::ASTContext &Context);

/// Whether \p Name is that of such a function, as the linker sees it. Always
/// false where no AST was seen.
bool isLibraryFunction(llvm::StringRef Name);

/// Makes no tail calls of those that \p F has of library functions: these,
/// those that LLVM has in \p Library, and C++'s own, templates too, unless they
/// are counted. Behind the optimiser, which marks them.
void keepLibraryCalls(llvm::Function &F,
                      const llvm::TargetLibraryInfo &Library);

} // namespace lineprof

#endif
