/// \file library_calls.h
/// Which functions are a library's: their time is that of the line that calls
/// them, and they call nothing of the program's without end.
#ifndef LINEPROF_PLUGIN_LIBRARY_CALLS_H
#define LINEPROF_PLUGIN_LIBRARY_CALLS_H

namespace clang {
class ASTContext;
}

namespace llvm {
class CallInst;
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

/// Whether \p Name is that of a function or method that a header of the
/// system's declares, also below a folder of `-I`, without a promise that it
/// throws nothing or only reads. glibc promises that of all functions that are
/// no cancellation points and call none of the program's (its headers say so
/// where one is: "not marked with __THROW"), other libraries of hardly any.
bool promisesNothing(llvm::StringRef Name);

/// Whether \p Name is mangled and in namespace std.
bool isInStd(llvm::StringRef Name);

/// Whether \p Call calls such a function, one that LLVM has in \p Library, one
/// of OpenMP's runtime, which no header declares, or one of C++'s own,
/// templates too, unless it is counted.
bool isOfLibrary(const llvm::CallInst &Call,
                 const llvm::TargetLibraryInfo &Library);

} // namespace lineprof

#endif
