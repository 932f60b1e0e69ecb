/// \file clang_compat.h
/// As llvm_compat.h, for clang and for the way in which it takes passes up;
/// apart because these headers take long to read.
#ifndef LINEPROF_PLUGIN_CLANG_COMPAT_H
#define LINEPROF_PLUGIN_CLANG_COMPAT_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"

#include <string>
#include <utility>
#include <vector>

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

// DebugInfoKind moved from clang to LLVM in 17.
#if LLVM_VERSION_MAJOR >= 17
#include "llvm/Frontend/Debug/Options.h"
namespace lineprof::compat {
namespace debug_info = llvm::codegenoptions;
}
#else
#include "clang/Basic/DebugInfoOptions.h"
namespace lineprof::compat {
namespace debug_info = clang::codegenoptions;
}
#endif

namespace lineprof::compat {

/// Of types of C++, in debug information that is split and for profiles, too.
constexpr bool CrashesOnSplitDwarf = LLVM_VERSION_MAJOR < 15;

/// Has clang register \p Register's passes, by whichever way it offers.
inline void addPassCallbacks(clang::CodeGenOptions &Opts, const char *OwnPath,
                             void (*Register)(llvm::PassBuilder &)) {
#if LLVM_VERSION_MAJOR >= 19 // silently ignored before; the other is on 22
  Opts.PassBuilderCallbacks.push_back(Register);
#else
  Opts.PassPlugins.push_back(OwnPath);
#endif
}

/// Whether LLVM's passes are those of before, which no plugin's are among.
inline bool hasLegacyPasses(const clang::CodeGenOptions &Opts) {
#if LLVM_VERSION_MAJOR >= 15 // gone
  return false;
#else
  return Opts.LegacyPassManager;
#endif
}

/// What the options -fdebug-prefix-map and -ffile-prefix-map put in the place
/// of a path's beginning: pairs of old and new, in the order in which clang
/// tries: the last one first, up to 16 the last in the alphabet.
inline std::vector<std::pair<std::string, std::string>>
debugPrefixes(const clang::CodeGenOptions &Opts) {
  return {Opts.DebugPrefixMap.rbegin(), Opts.DebugPrefixMap.rend()};
}

/// What \p S, a `_Defer`, has done at the end of its scope; else nullptr.
inline clang::Stmt *deferredBody(clang::Stmt *S) {
#if LLVM_VERSION_MAJOR >= 22 // new
  if (auto *Defer = llvm::dyn_cast<clang::DeferStmt>(S))
    return Defer->getBody();
#endif
  return nullptr;
}

/// What \p S, a `template for`, is made of: its head, and the braces that are
/// there for each element; else nullptr.
inline clang::Stmt *expansionPattern(clang::Stmt *S) {
#if LLVM_VERSION_MAJOR >= 23 // new
  auto *D = llvm::dyn_cast<clang::DeclStmt>(S);
  if (D && D->isSingleDecl())
    if (auto *Expansion =
            llvm::dyn_cast<clang::CXXExpansionStmtDecl>(D->getSingleDecl()))
      return Expansion->getExpansionPattern();
#endif
  return nullptr;
}

/// Whether \p S is a directive of OpenACC in front of a statement, which may be
/// an expression.
inline bool isInFront(const clang::Stmt *S) {
#if LLVM_VERSION_MAJOR >= 19 // new
  const clang::Stmt::StmtClass Kind = S->getStmtClass();
  return Kind >= clang::Stmt::firstOpenACCAssociatedStmtConstructConstant &&
         Kind <= clang::Stmt::lastOpenACCAssociatedStmtConstructConstant;
#else
  return false;
#endif
}

/// Whether a break or continue may name what it ends.
inline bool hasNamedLoops(const clang::LangOptions &Options) {
#if LLVM_VERSION_MAJOR >= 22 // new
  return Options.NamedLoops;
#else
  return false;
#endif
}

/// The loop or switch that \p S, a break or continue, names; else nullptr.
inline const clang::Stmt *namedLoop(const clang::Stmt *S) {
#if LLVM_VERSION_MAJOR >= 22 // new
  if (const auto *Jump = llvm::dyn_cast<clang::LoopControlStmt>(S))
    return Jump->getNamedLoopOrSwitch();
#endif
  return nullptr;
}

/// Whether pointers to \p F are pointers to members.
inline bool hasImplicitObject(const clang::CXXMethodDecl &F) {
#if LLVM_VERSION_MAJOR >= 18 // explicit `this` is new
  return F.isImplicitObjectMemberFunction();
#else
  return !F.isStatic();
#endif
}

/// Writes the name that the C++ ABI has for \p T, which is canonical.
inline void mangleType(clang::MangleContext &Mangle, clang::QualType T,
                       llvm::raw_ostream &Out) {
#if LLVM_VERSION_MAJOR >= 18 // another name
  Mangle.mangleCanonicalTypeName(T, Out);
#else
  Mangle.mangleTypeName(T, Out);
#endif
}

/// Braces around \p Only, where those of \p Before are.
inline clang::CompoundStmt *makeCompound(clang::ASTContext &Context,
                                         clang::Stmt *Only,
                                         const clang::CompoundStmt &Before) {
#if LLVM_VERSION_MAJOR >= 15 // new argument
  return clang::CompoundStmt::Create(Context, Only, clang::FPOptionsOverride(),
                                     Before.getLBracLoc(),
                                     Before.getRBracLoc());
#else
  return clang::CompoundStmt::Create(Context, Only, Before.getLBracLoc(),
                                     Before.getRBracLoc());
#endif
}

/// Where \p S ends: where the last of its parts does.
inline clang::SourceLocation endOf(const clang::Stmt *S,
                                   const clang::SourceManager &SM) {
  clang::SourceLocation End = S->getEndLoc();
  for (const clang::Stmt *Part : S->children()) {
    const clang::SourceLocation Last = Part ? endOf(Part, SM) : End;
    if (SM.isBeforeInTranslationUnit(End, Last))
      End = Last;
    if (llvm::isa<clang::CoroutineSuspendExpr>(S))
      break; // the others are made of the first
  }
  return End;
}

/// The source of \p S. What a coroutine waits for ends at its keyword, by what
/// clang says of itself before 17.
inline clang::SourceRange rangeOf(const clang::Stmt *S,
                                  const clang::SourceManager &SM) {
  const auto *E = llvm::dyn_cast<clang::Expr>(S);
  return E && llvm::isa<clang::CoroutineSuspendExpr>(E->IgnoreImplicit())
             ? clang::SourceRange(S->getBeginLoc(), endOf(S, SM))
             : S->getSourceRange();
}

} // namespace lineprof::compat

#endif
