/// \file statements.h
/// The statement map: from a source position to the innermost statement there.
///
/// A line's hits are the visits of the statements that begin on it, and IR
/// alone cannot tell what a statement is: `foo(a(),` newline `b())` is one, on
/// its first line. The map is made from the AST and read by the lines pass.
#ifndef LINEPROF_PLUGIN_STATEMENTS_H
#define LINEPROF_PLUGIN_STATEMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace clang {
class ASTContext;
class VarDecl;
} // namespace clang

namespace llvm {
class DILocation;
class Function;
class GlobalValue;
} // namespace llvm

namespace lineprof {

constexpr uint32_t NoUnit = UINT32_MAX;
/// Branches at one place differ in which of their ways is taken.
constexpr int SeveralWays = -1;

/// LLVM has 16 bits for a column, and 0 for those that are further. All that
/// stands there has this place in its line.
constexpr uint32_t FarColumn = 1 << 16;

/// A position as debug locations give it: presumed line and column, 1-based.
struct Position {
  uint32_t Line = 0;
  uint32_t Column = 0;
  bool isFar() const { return Column == FarColumn; }
  bool operator==(const Position &O) const {
    return Line == O.Line && Column == O.Column;
  }
  bool operator<(const Position &O) const {
    return std::tie(Line, Column) < std::tie(O.Line, O.Column);
  }
};

enum class UnitKind : uint8_t {
  Statement,
  Loop,    ///< for, while: an unconditional branch at its line is no visit
  Jump,    ///< break, continue, goto, return: a branch alone tells that it ran
  Label,   ///< of a goto
  Case,    ///< case, default
  Handler, ///< catch
  Directive,  ///< of OpenMP, with a statement: code that shares out its work
  Expression, ///< braces of a statement expression, which has a value
  Compound,   ///< braces: code of their own (clean-up) belongs to no statement
  Atomic,     ///< braces behind `atomic`: all in them is done at once
  Body,       ///< the braces of a function
  Class, ///< what is in it is no part of the function around it, if there is
         ///< one
};

/// Where a loop stands in several that a directive of OpenMP makes one.
enum class LoopNest : uint8_t { None, Outermost, Inner };

/// A statement. Units stand in the order of the source, a statement before
/// those inside it: the ones inside unit U are U + 1 up to SubtreeEnd.
struct Unit {
  uint32_t File = 0; ///< index into StatementMap::Files
  Position Begin;
  Position End;      ///< of its last token
  uint32_t Line = 0; ///< its first line, of LineFile
  /// File, unless `#line` still names that where generated text goes on.
  uint32_t LineFile = 0;
  uint32_t Copy = 0; ///< of the file, which may be included several times
  uint32_t Parent = NoUnit;
  uint32_t Body = NoUnit;  ///< the innermost one around it, or itself
  uint32_t SubtreeEnd = 0; ///< one past the last unit inside it
  UnitKind Kind = UnitKind::Statement;
  /// The next statement in the same braces.
  uint32_t Sibling = NoUnit;
  /// The unit that control comes to next if this one makes no code: a label,
  /// `do`, `int x;`. It is visited as often as that is entered from outside.
  uint32_t Next = NoUnit;
  /// Of a break: the loop or switch that it ends; of a continue, the `do` that
  /// runs once.
  uint32_t Target = NoUnit;
  /// Of a switch. A macro may be both: `switch (x) { ... } break`.
  uint32_t Default = NoUnit;
  /// Of a do loop: the unit of its condition.
  uint32_t DoCondition = NoUnit;
  /// Of a member's initialiser in its class: which class; else 0. Control comes
  /// there from the statement that makes an object, and goes back to it.
  uint32_t Class = 0;
  /// A `for` without condition: control comes to its body.
  bool IsEndless = false;
  /// A loop or a label is in it: control may come to it again and again.
  bool HasLoop = false;
  /// A `for` that declares a variable with a clean-up function: calls of that
  /// stand where the loop begins.
  bool CleansUp = false;
  LoopNest Nest = LoopNest::None;
  /// A directive `sections`, in front of a block: each thread asks which are
  /// its own.
  bool IsSections = false;
  /// The `try` of all of a constructor: bases that are not written, which are
  /// made before it, stand where it begins.
  bool IsOfConstructor = false;

  /// Whether its code is apart from that around it.
  bool isBody() const {
    return Kind == UnitKind::Body || Kind == UnitKind::Class;
  }
  bool isStatement() const {
    return Kind != UnitKind::Expression && Kind != UnitKind::Compound &&
           Kind != UnitKind::Atomic && !isBody();
  }
};

/// The parts of an `if`. Which one control takes when the condition makes no
/// code (a constant, or one of a template's arguments) shows where code is.
struct IfParts {
  Position Condition;          ///< begins there; nowhere if in another file
  uint32_t ThenBegin = NoUnit; ///< its units end at ElseBegin
  uint32_t ElseBegin = NoUnit; ///< its units end at the `if`'s SubtreeEnd
  uint32_t Then = NoUnit;      ///< the first statement there
  uint32_t Else = NoUnit;      ///< the first statement there
  int Value = -1;              ///< of the condition, 0 or 1; -1: not known
};

/// The cases of switches, by the switch's unit and the value; the first one on
/// its line.
using CaseMap = llvm::DenseMap<std::pair<uint32_t, int64_t>, uint32_t>;

/// Where an instance of a template goes in its switches, and where it does not
/// go at all.
struct SwitchWays {
  /// The cases of those that depend on the template's arguments.
  CaseMap Cases;
  /// The label that control comes to from a switch whose value is a constant
  /// there; NoUnit: past it.
  llvm::DenseMap<uint32_t, uint32_t> Next;
  /// Units that control cannot come to, [first, last).
  std::vector<std::pair<uint32_t, uint32_t>> Dead;
};

struct SourceFile {
  std::string Path;      ///< absolute
  std::string DebugPath; ///< as debug locations have it
  /// As those of clang 14 do, and of what has no place, if it is the main file.
  std::string JoinedPath;
  bool IsSystem = false;
  /// Included several times, or with `#line` of functions that overlap: several
  /// units may stand at a place.
  bool IsRepeated = false;
  uint64_t DigestLow = 0; ///< MD5 of the contents; both 0 if unknown
  uint64_t DigestHigh = 0;
  std::vector<uint32_t> Units; ///< of this file, by Begin
  /// Names in structured bindings.
  std::set<Position> Bindings;
};

/// Where a function or a variable is defined.
struct Definition {
  uint32_t File = NoUnit; ///< index into StatementMap::Files
  uint32_t Line = 0;      ///< 0 if unknown
};

/// What debug locations have instead of what the compiler's paths are.
struct DebugPaths {
  std::string Directory; ///< that it was told it is in; empty: where it is
  /// Beginnings of paths, old and new.
  std::vector<std::pair<std::string, std::string>> Renamed;
};

/// As lp_table.types.
using PointerTypeList = llvm::SmallVector<uint32_t, 2>;

/// A part of a condition that a branch of its own asks.
struct Operand {
  /// Of its first and its last token; both as at first if these are in another
  /// file than the branch.
  Position Begin;
  Position End;
  /// The way that is taken where it holds, 0 or 1, or SeveralWays.
  int Way = 0;
  /// The last of several of a loop's condition, which is a value: one in front
  /// may have decided what its branch asks.
  bool MayBeDecided = false;
  /// All of a condition with operands that is a value: these begin there, too.
  bool IsWhole = false;
  /// The last of several. Of what no instance of a template was read, it is not
  /// known whether that destroys temporaries, by which it is a value.
  bool IsLast = false;

  bool operator==(const Operand &O) const {
    return std::tie(Begin, End, Way, MayBeDecided, IsWhole, IsLast) ==
           std::tie(O.Begin, O.End, O.Way, O.MayBeDecided, O.IsWhole, O.IsLast);
  }
};

using LineKey = std::pair<uint32_t, uint32_t>; ///< file of the map, line
/// A line of one copy of its file, where that is included several times.
using LineCopy = std::pair<LineKey, uint32_t>;
using SourcePlace = std::pair<uint32_t, Position>; ///< file of the map
/// By where branches of conditions stand, those of loops, too: what they may
/// ask. By clang 22, the last operand's stands where the one in front does.
using OperandMap = std::map<SourcePlace, llvm::SmallVector<Operand, 1>>;

class StatementMap {
public:
  bool empty() const { return Units.empty(); }
  /// Index of the file at \p AbsolutePath, which may be the path that debug
  /// locations have; or NoUnit.
  uint32_t file(llvm::StringRef AbsolutePath) const;
  /// The innermost unit around \p At; NoUnit if no statement is there. What is
  /// done at once is the last statement's, wherever clang has it stand. Where
  /// several stand at a place, as a macro makes them or in a file that is
  /// included several times, that of \p Body.
  uint32_t unitAt(uint32_t File, Position At, uint32_t Body = NoUnit) const;
  /// What the call through a pointer \p At a place in \p F may call; 0 if that
  /// is not known.
  uint32_t pointerType(const llvm::Function &F, const SourcePlace &At) const;
  /// What branches of \p F that stand \p At a place may ask; nullptr if the
  /// source has no condition there.
  const OperandMap::mapped_type *operandsAt(const llvm::Function &F,
                                            const SourcePlace &At) const;
  LineKey lineOf(uint32_t U) const {
    return {Units[U].LineFile, Units[U].Line};
  }
  /// What control comes to: of a file that is one line, included twice in a
  /// row, it passes two.
  LineCopy lineCopyOf(uint32_t U) const {
    const bool IsRepeated = Files[Units[U].File].IsRepeated;
    return {lineOf(U), IsRepeated ? Units[U].Copy : 0};
  }
  /// Where the gotos lead to that \p U is or, as a macro, holds; of none for
  /// NoUnit.
  llvm::ArrayRef<uint32_t> labelsOf(uint32_t U) const {
    const auto Known = U == NoUnit ? Labels.end() : Labels.find(U);
    return Known == Labels.end() ? llvm::ArrayRef<uint32_t>() : Known->second;
  }
  /// Whether \p U is \p Tree or inside it.
  bool isInside(uint32_t U, uint32_t Tree) const {
    return U >= Tree && U < Units[Tree].SubtreeEnd;
  }

  /// The innermost body or class that \p U is in, or is; NoUnit if there is
  /// none.
  uint32_t bodyAround(uint32_t U) const;
  /// The innermost handler that \p U is, or is in; NoUnit if there is none.
  uint32_t handlerAround(uint32_t U) const;
  /// The body around \p U that begins on \p Line; or one that stands where \p U
  /// does, which comes first for \p IsLambda: a macro puts lambdas and what is
  /// around them at one place. If there is none, the innermost one around it.
  uint32_t bodyFrom(uint32_t U, uint32_t Line, bool IsLambda) const;
  /// Whether control cannot come to \p U.
  bool isDead(uint32_t U) const;
  /// Whether \p U is a goto, or a jump that leads to no label anyway.
  bool isGoto(uint32_t U) const;
  /// Whether \p U is the condition of a do loop, which stands behind its body.
  bool isDoCondition(uint32_t U) const;
  /// Whether \p U is in the same try as \p Thrown, which control leaves there.
  bool isTriedWith(uint32_t U, uint32_t Thrown) const;
  /// Whether \p U is in a handler of what \p Tried throws.
  bool isHandlerOf(uint32_t U, uint32_t Tried) const;
  /// Whether \p U is executed in the middle of \p To: in a statement expression
  /// there, or as a member's initialiser of what it makes; of two classes that
  /// are not known to make each other, of either.
  bool interrupts(uint32_t U, uint32_t To) const;
  /// The statement that begins with the statement expression in which \p U is
  /// the first; NoUnit if none does.
  uint32_t begunBy(uint32_t U) const;
  /// The loop, without a condition, whose increment is the unit \p U; NoUnit if
  /// that is another one.
  uint32_t loopIncreasedBy(uint32_t U) const;
  /// The last statement in \p Braces, behind its labels; NoUnit if there is
  /// none.
  uint32_t lastIn(uint32_t Braces) const;

  std::string Directory; ///< where it is compiled; empty without an AST
  std::vector<Unit> Units;
  std::vector<SourceFile> Files;
  uint32_t SeenFiles = 0; ///< the first ones, which were made from the AST
  bool HasGenerated = false; ///< units on other lines than `#line` says
  llvm::StringMap<uint32_t> FileIndex;
  /// Global variables with destructors, by the linker's name.
  llvm::StringMap<Definition> Variables;
  /// Of those values that are no instance's own.
  CaseMap Cases;
  llvm::DenseMap<uint32_t, IfParts> Ifs;
  /// What conditions come to that are constant in an instance of a template, by
  /// the instance's linkage name and the `if`.
  llvm::StringMap<llvm::DenseMap<uint32_t, bool>> Conditions;
  /// By the instance's linkage name.
  llvm::StringMap<SwitchWays> Switches;
  OperandMap Operands;
  /// The same where instances of a template differ in it, by the instance's
  /// linkage name.
  llvm::StringMap<OperandMap> OwnOperands;
  /// Where pointers become ones to another class, which asks whether they are
  /// null.
  std::set<LineKey> PointerCasts;
  /// By the function's linkage name: the bodies in files that are included
  /// several times, and those that the source calls artificial.
  llvm::StringMap<uint32_t> OwnBodies;
  /// Of a class (Unit::Class): those that its members' initialisers make
  /// objects of.
  llvm::DenseMap<uint32_t, llvm::SmallSet<uint32_t, 2>> Makes;
  /// The labels of a goto, or of a macro's.
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 1>> Labels;
  /// The first statement of a loop's body.
  llvm::DenseMap<uint32_t, uint32_t> LoopBodies;
  /// Of a function's body: units that control cannot come to, [first, last).
  llvm::DenseMap<uint32_t, llvm::SmallVector<std::pair<uint32_t, uint32_t>, 1>>
      Dead;
  /// Units that call something, and where; once for each call.
  std::vector<std::pair<uint32_t, Position>> Calls;
  /// What calls through pointers may call, by their place, as lp_call.type.
  std::map<SourcePlace, uint32_t> PointerCalls;
  /// The same where instances of a template differ in it, by the instance's
  /// linkage name; 0 where several calls that differ have one place.
  llvm::StringMap<std::map<SourcePlace, uint32_t>> OwnPointerCalls;
  /// As what functions may be called, by their names' line and their names, as
  /// lp_table.types; 0 among them if that is not known of one of them.
  std::map<std::pair<LineKey, std::string>, PointerTypeList> FunctionTypes;
  /// The units whose Next a unit is.
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 1>> Before;

private:
  /// Whether initialisers of class \p Maker make one of class \p Made, or one
  /// whose initialisers do. \p Seen: the classes that were asked.
  bool makes(uint32_t Maker, uint32_t Made,
             llvm::SmallSet<uint32_t, 2> &Seen) const;
  using UnitIterator = std::vector<uint32_t>::const_iterator;
  UnitIterator behind(const SourceFile &File, Position At) const;
  uint32_t ownUnit(const SourceFile &File, UnitIterator Last,
                   uint32_t Body) const;
  uint32_t bodyBeside(uint32_t U, uint32_t Line) const;
  uint32_t atOnceWith(uint32_t U) const;
};

/// The linkage name of \p F as the map has it: without the hash of the unit's
/// name that -funique-internal-linkage-names appends.
llvm::StringRef linkageNameOf(const llvm::GlobalValue &F);

/// Where \p Loc is, as places in the map are.
Position positionOf(const llvm::DILocation &Loc);

/// The map of the unit being compiled; empty when there was no AST.
StatementMap &statementMap();

/// Fills statementMap() from \p Context. Without \p WithSystem, of the files
/// that are system headers it gets nothing but that they are.
/// \p Instances: variables that were made of templates.
void buildStatementMap(clang::ASTContext &Context, const DebugPaths &Debug,
                       bool WithSystem,
                       llvm::ArrayRef<const clang::VarDecl *> Instances);

/// \p Path made absolute by \p Directory, without dots.
std::string absolutePath(llvm::StringRef Directory, llvm::StringRef Path);

} // namespace lineprof

#endif
