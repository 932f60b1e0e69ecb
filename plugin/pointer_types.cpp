/// \file pointer_types.cpp
/// Hashes what pointers may call. Types are named as the C++ ABI does, as
/// -fsanitize=kcfi does for the same purpose: C and C++ agree on them, and so
/// do units.
#include "plugin/pointer_types.h"

#include "format/abi.h"
#include "plugin/clang_compat.h"
#include "plugin/linkage_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace lineprof {

/// Never 0, which is "not known".
static uint32_t hashOf(llvm::StringRef Text) {
  const uint64_t Hash = lp_hash(Text.data(), Text.size());
  const auto Short = uint32_t(Hash ^ Hash >> 32);
  return Short ? Short : 1;
}

static void add(PointerTypeList &Types, uint32_t Type) {
  if (Type && !llvm::is_contained(Types, Type))
    Types.push_back(Type);
}

PointerTypes::PointerTypes(ASTContext &Context, StatementMap &Map,
                           SourceFiles &Sources)
    : Context(Context), Map(Map), Sources(Sources), Names(Context),
      Mangle(Context.createMangleContext()) {}

/// Whether \p T has no name that all units agree on, or none at all.
static bool isNameless(const FunctionProtoType &T) {
  return T.isDependentType() || llvm::any_of(T.param_types(), [](QualType P) {
           return P->isVariablyModifiedType();
         });
}

/// Qualifiers, exceptions and attributes do not matter: pointers are converted
/// without a word where they differ.
uint32_t PointerTypes::ofFunctionType(const FunctionProtoType &T, Kind K) {
  // Fixed-point types (-ffixed-point) have no names in C++.
  if (isNameless(T) || Context.getLangOpts().FixedPoint)
    return 0;
  FunctionProtoType::ExtProtoInfo Info;
  Info.Variadic = T.isVariadic();
  const QualType Bare = Context.getCanonicalType(
      Context.getFunctionType(T.getReturnType(), T.getParamTypes(), Info));
  uint32_t &Hash = Known[{Bare.getTypePtr(), K}];
  if (Hash == 0) {
    std::string Name(1, K);
    llvm::raw_string_ostream Out(Name);
    compat::mangleType(*Mangle, Bare, Out);
    // A struct without a name has a number, by which comes first in the unit.
    if (llvm::StringRef(Out.str()).contains("$_"))
      return 0;
    Hash = hashOf(Name);
  }
  return Hash;
}

uint32_t PointerTypes::ofType(QualType T, Kind K) {
  const auto *Proto =
      T.isNull() ? nullptr : T->getAs<FunctionProtoType>(); // not of K&R's C
  return Proto ? ofFunctionType(*Proto, K) : 0;
}

uint32_t PointerTypes::ofRoot(const CXXMethodDecl &Root) {
  if (Root.isDependentContext() || Root.getType()->isDependentType())
    return 0;
  uint32_t &Hash = Known[{&Root, 0}];
  if (Hash == 0)
    Hash = hashOf(isa<CXXDestructorDecl>(Root)
                      ? Names.getAllManglings(&Root).front()
                      : Names.getName(&Root));
  return Hash;
}

bool PointerTypes::addVirtual(const CXXMethodDecl &F, PointerTypeList &Types) {
  if (F.size_overridden_methods() == 0) {
    const uint32_t Root = ofRoot(F);
    add(Types, Root);
    return Root != 0;
  }
  return llvm::all_of(F.overridden_methods(), [&](const CXXMethodDecl *Of) {
    return addVirtual(*Of, Types);
  });
}

uint32_t PointerTypes::ofVirtual(const CXXMethodDecl &F) {
  PointerTypeList Types;
  return addVirtual(F, Types) ? Types.front() : 0;
}

void PointerTypes::noteCall(const Expr &E, const FunctionDecl *In,
                            uint32_t Type) {
  const SourceLocation Loc =
      Context.getSourceManager().getExpansionLoc(E.getExprLoc());
  const uint32_t File = Sources.file(Loc);
  if (File != NoUnit)
    Calls[{File, Sources.position(Loc)}].push_back({In, Type});
}

void PointerTypes::noteOwn(const SourcePlace &At, llvm::ArrayRef<Call> Calls) {
  for (const Call &One : Calls) {
    if (!One.In)
      continue;
    for (const std::string &Name : linkageNames(Names, *One.In)) {
      if (isNumbered(Name))
        continue;
      const auto [Known, IsNew] =
          Map.OwnPointerCalls[Name].insert({At, One.Type});
      if (!IsNew && Known->second != One.Type)
        Known->second = 0;
    }
  }
}

void PointerTypes::finish() {
  for (const auto &[At, All] : Calls) {
    const uint32_t Type = All.front().Type;
    if (llvm::all_of(All, [=](const Call &C) { return C.Type == Type; }))
      Map.PointerCalls[At] = Type;
    else
      noteOwn(At, All);
  }
}

void PointerTypes::note(const CallExpr &E, const FunctionDecl *In) {
  const Expr *Callee = E.getCallee()->IgnoreParens();
  if (Callee->isInstantiationDependent())
    return;
  const Decl *Named = E.getCalleeDecl();
  if (isa_and_nonnull<FunctionDecl>(Named)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Named);
    if (Method && Method->isVirtual())
      noteCall(E, In, ofVirtual(*Method));
    return;
  }
  const auto *Access = dyn_cast<BinaryOperator>(Callee);
  if (!Access || !Access->isPtrMemOp()) {
    noteCall(E, In, ofType(Callee->getType()->getPointeeType(), Plain));
    return;
  }
  const auto *To = Access->getRHS()->getType()->getAs<MemberPointerType>();
  noteCall(E, In, To ? ofType(To->getPointeeType(), Member) : 0);
}

void PointerTypes::note(const CXXDeleteExpr &E, const FunctionDecl *In) {
  if (E.isArrayForm() || E.getArgument()->isInstantiationDependent())
    return;
  const CXXRecordDecl *Class = E.getDestroyedType()->getAsCXXRecordDecl();
  const CXXDestructorDecl *Destructor =
      Class && Class->hasDefinition() ? Class->getDestructor() : nullptr;
  if (Destructor && Destructor->isVirtual())
    noteCall(E, In, ofVirtual(*Destructor));
}

/// Empty if not known. That virtual functions are called through pointers to
/// members is rare, and would have all of one signature be one.
PointerTypeList PointerTypes::typesOf(const FunctionDecl &F) {
  PointerTypeList Types;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isVirtual())
    return addVirtual(*Method, Types) ? Types : PointerTypeList();
  // Lambdas are converted to pointers to functions.
  const bool IsMember = Method && compat::hasImplicitObject(*Method) &&
                        !Method->getParent()->isLambda();
  add(Types, ofType(F.getType(), IsMember ? Member : Plain));
  return Types;
}

void PointerTypes::note(const FunctionDecl &F) {
  const SourceLocation Loc =
      Context.getSourceManager().getExpansionLoc(F.getLocation());
  const uint32_t File = F.isDependentContext() ? NoUnit : Sources.file(Loc);
  if (File == NoUnit)
    return;
  PointerTypeList &Known = Map.FunctionTypes[{
      {File, Sources.position(Loc).Line}, F.getNameAsString()}];
  const PointerTypeList Types = typesOf(F);
  for (const uint32_t Type : Types)
    add(Known, Type);
  if (Types.empty() && !llvm::is_contained(Known, 0U))
    Known.push_back(0);
}

} // namespace lineprof
