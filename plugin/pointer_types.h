/// \file pointer_types.h
/// What a pointer may call, as clang's tree knows it: the type of a function,
/// or the virtual function that others override. Their hashes tell the profile
/// whom a call that names nobody may have called (lp_table.types).
///
/// The passes find functions and calls by their place, which all instances of a
/// template have in common.
#ifndef LINEPROF_PLUGIN_POINTER_TYPES_H
#define LINEPROF_PLUGIN_POINTER_TYPES_H

#include "plugin/source_files.h"
#include "plugin/statements.h"

#include "clang/AST/Mangle.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <memory>

namespace clang {
class ASTContext;
class CallExpr;
class CXXDeleteExpr;
class CXXMethodDecl;
class FunctionDecl;
class FunctionProtoType;
class QualType;
} // namespace clang

namespace lineprof {

/// Adds what pointers may call to a map.
class PointerTypes {
public:
  PointerTypes(clang::ASTContext &Context, StatementMap &Map,
               SourceFiles &Sources);
  /// Notes what \p E calls if it names nobody: goes through a pointer or a
  /// virtual table. Of a template's, what instances call tells.
  void note(const clang::CallExpr &E);
  /// Notes the destructor that \p E calls if it is virtual.
  void note(const clang::CXXDeleteExpr &E);
  /// Notes as what \p F, a definition, may be called where no call names it.
  void note(const clang::FunctionDecl &F);

private:
  enum Kind : char { Plain = 'F', Member = 'M' };

  void noteCall(const clang::Expr &E, uint32_t Type);
  PointerTypeList typesOf(const clang::FunctionDecl &F);
  /// Of pointers of \p K to what has type \p T, which may be no function's.
  uint32_t ofType(clang::QualType T, Kind K);
  uint32_t ofFunctionType(const clang::FunctionProtoType &T, Kind K);
  uint32_t ofRoot(const clang::CXXMethodDecl &Root);
  /// Of the virtual function \p F: all that it overrides, and that override
  /// nothing. False if that is not known.
  bool addVirtual(const clang::CXXMethodDecl &F, PointerTypeList &Types);
  /// Of the virtual function \p F, for those who call it; 0 if not known.
  uint32_t ofVirtual(const clang::CXXMethodDecl &F);

  clang::ASTContext &Context;
  StatementMap &Map;
  SourceFiles &Sources;
  clang::ASTNameGenerator Names;
  std::unique_ptr<clang::MangleContext> Mangle;
  /// What was asked for before: by canonical type and kind, and by function.
  llvm::DenseMap<std::pair<const void *, unsigned>, uint32_t> Known;
};

} // namespace lineprof

#endif
