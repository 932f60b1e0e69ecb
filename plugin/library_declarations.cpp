/// \file library_declarations.cpp
/// Finds what system headers declare, by the AST.
#include "plugin/library_calls.h"

#include "plugin/system_headers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace lineprof {

static llvm::StringSet<> &libraryFunctions() {
  static llvm::StringSet<> Names;
  return Names;
}

static llvm::StringSet<> &withoutPromise() {
  static llvm::StringSet<> Names;
  return Names;
}

/// Whether \p F says that it does nothing but compute. No promises of the
/// header's are what clang knows of its builtins (fprintf() throws nothing),
/// and what C++ says of each destructor.
static bool promises(const FunctionDecl &F) {
  const auto *NoThrow = F.getAttr<NoThrowAttr>();
  const auto *Type = F.getType()->getAs<FunctionProtoType>();
  return (NoThrow && !NoThrow->isImplicit()) ||
         (Type && Type->isNothrow() && !isa<CXXDestructorDecl>(F)) ||
         F.hasAttr<ConstAttr>() || F.hasAttr<PureAttr>();
}

/// operator new and its like.
static bool isOfMemory(const FunctionDecl &F) {
  const OverloadedOperatorKind Kind = F.getOverloadedOperator();
  return Kind == OO_New || Kind == OO_Array_New || Kind == OO_Delete ||
         Kind == OO_Array_Delete;
}

/// What LLVM may call instead (its SimplifyLibCalls).
static llvm::ArrayRef<llvm::StringRef> madeOf(llvm::StringRef Name) {
  static const llvm::StringRef OfPrintf[] = {"puts", "putchar"};
  static const llvm::StringRef OfFprintf[] = {"fwrite", "fputc", "fputs"};
  if (Name == "printf" || Name == "puts")
    return OfPrintf;
  if (Name == "fprintf" || Name == "fputs" || Name == "fwrite")
    return OfFprintf;
  return {};
}

namespace {

class Declarations {
public:
  explicit Declarations(ASTContext &Context)
      : Sources(Context.getSourceManager()), Names(Context) {}

  /// What was not read from a precompiled header yet is not mentioned.
  void add(const DeclContext &Scope) {
    for (const Decl *D : Scope.noload_decls())
      if (const auto *F = dyn_cast<FunctionDecl>(D))
        add(*F);
      else if (isa<LinkageSpecDecl, NamespaceDecl, CXXRecordDecl>(D))
        add(*cast<DeclContext>(D));
  }

private:
  void add(const FunctionDecl &F) {
    // Of a builtin there is a declaration of clang's, too.
    if (!F.isReferenced() || F.isTemplated() || F.isImplicit())
      return;
    if (!isa<CXXMethodDecl>(F) && isInSystemHeader(Sources, F.getLocation()))
      libraryFunctions().insert(Names.getName(&F));
    if (!promises(F) && !isOfMemory(F) && isOfSystem(Sources, F.getLocation()))
      addWithoutPromise(F);
  }

  /// Constructors have several names, and LLVM makes other calls of some.
  void addWithoutPromise(const FunctionDecl &F) {
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(F)) {
      for (const std::string &Name : Names.getAllManglings(&F))
        withoutPromise().insert(Name);
      return;
    }
    const std::string Name = Names.getName(&F);
    withoutPromise().insert(Name);
    for (const llvm::StringRef Made : madeOf(Name))
      withoutPromise().insert(Made);
  }

  const SourceManager &Sources;
  ASTNameGenerator Names;
};

} // namespace

void findLibraryFunctions(ASTContext &Context) {
  libraryFunctions().clear();
  withoutPromise().clear();
  Declarations(Context).add(*Context.getTranslationUnitDecl());
}

bool isLibraryFunction(llvm::StringRef Name) {
  return libraryFunctions().contains(Name);
}

bool promisesNothing(llvm::StringRef Name) {
  return withoutPromise().contains(Name);
}

} // namespace lineprof
