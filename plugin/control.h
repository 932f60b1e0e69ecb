/// \file control.h
/// What the AST says of where control goes.
#ifndef LINEPROF_PLUGIN_CONTROL_H
#define LINEPROF_PLUGIN_CONTROL_H

namespace clang {
class ASTContext;
class Expr;
class Stmt;
} // namespace clang

namespace lineprof {

/// Whether \p Condition is a constant, as in while (1), and then which.
bool isConstant(const clang::ASTContext &Context, const clang::Expr *Condition,
                bool &Value);

/// Whether control never comes behind \p S in its braces.
bool neverPasses(const clang::ASTContext &Context, const clang::Stmt *S);

} // namespace lineprof

#endif
