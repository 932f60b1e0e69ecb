/// \file destructors.h
/// Destructors that would have no function of their own.
///
/// Where all that a destructor does is to destroy one base, clang at -O1 and up
/// makes its name another one of the base's destructor
/// (CodeGenModule::TryEmitBaseDestructorAsAlias()), and nothing is left that
/// could be counted. With a statement in its body, though it is an empty one,
/// it stays a function.
#ifndef LINEPROF_PLUGIN_DESTRUCTORS_H
#define LINEPROF_PLUGIN_DESTRUCTORS_H

namespace clang {
class ASTContext;
class CXXDestructorDecl;
class CXXRecordDecl;
class Decl;
} // namespace clang

namespace lineprof {

class DestructorKeeper {
public:
  /// Those of system headers are left alone unless \p WithSystem.
  DestructorKeeper(clang::ASTContext &Context, bool WithSystem)
      : Context(Context), WithSystem(WithSystem) {}

  /// Puts an empty statement into the body of \p Class's destructor if it has
  /// none and stands in the source. To be called before code is made of it.
  void keepOf(const clang::CXXRecordDecl &Class) const;
  /// The same of the destructors that \p D, a declaration outside of functions,
  /// defines outside of their classes: code is made of them at once.
  void keepIn(clang::Decl &D) const;

private:
  void keep(clang::CXXDestructorDecl &D) const;

  clang::ASTContext &Context;
  const bool WithSystem;
};

} // namespace lineprof

#endif
