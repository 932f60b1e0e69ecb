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
#include <map>
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
  /// virtual table. Of a template's, what instances call tells: \p In is the
  /// one that it stands in, or null.
  void note(const clang::CallExpr &E, const clang::FunctionDecl *In = nullptr);
  /// Notes the destructor that \p E calls if it is virtual.
  void note(const clang::CXXDeleteExpr &E,
            const clang::FunctionDecl *In = nullptr);
  /// Notes as what \p F, a definition, may be called where no call names it.
  void note(const clang::FunctionDecl &F);
  /// Fills in Map.PointerCalls and Map.OwnPointerCalls: when all calls are
  /// noted.
  void finish();

private:
  enum Kind : char { Plain = 'F', Member = 'M' };
  /// What an expression calls, as its place has it in an instance.
  struct Call {
    const clang::FunctionDecl *In;
    uint32_t Type;
  };

  void noteCall(const clang::Expr &E, const clang::FunctionDecl *In,
                uint32_t Type);
  /// Notes what the calls at \p At, which differ, call in each instance.
  void noteOwn(const SourcePlace &At, llvm::ArrayRef<Call> Calls);
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
  std::map<SourcePlace, llvm::SmallVector<Call, 1>> Calls;
  /// What was asked for before: by canonical type and kind, and by function.
  llvm::DenseMap<std::pair<const void *, unsigned>, uint32_t> Known;
};

} // namespace lineprof

#endif
