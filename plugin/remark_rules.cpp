/// \file remark_rules.cpp
/// A table of the passes whose remarks are kept, and what of each.
#include "plugin/remark_rules.h"

#include "plugin/llvm_compat.h"

using namespace llvm;

namespace lineprof {

namespace {

using Remark = DiagnosticInfoOptimizationBase;

StringRef argument(const Remark &DI, StringRef Key) {
  for (const auto &Argument : DI.getArgs())
    if (Argument.Key == Key)
      return Argument.Val;
  return "";
}

/// \p Text behind the first \p Mark; all of it if there is none.
StringRef behind(StringRef Text, StringRef Mark) {
  const size_t At = Text.find(Mark);
  return At == StringRef::npos ? Text : Text.substr(At + Mark.size());
}

/// The number at the end of "4" and of "vscale x 4".
uint64_t lastNumber(StringRef Text) {
  uint64_t Number = 0;
  Text.substr(Text.rfind(' ') + 1).getAsInteger(10, Number);
  return Number;
}

bool fillVectorised(const Remark &DI, RemarkText &Text) {
  const StringRef Width = argument(DI, "VectorizationFactor");
  const StringRef Interleaved = argument(DI, "InterleaveCount");
  const uint64_t Count = std::max<uint64_t>(lastNumber(Interleaved), 1);
  Text.Value = std::max<uint64_t>(lastNumber(Width), 1) * Count;
  if (Width.empty())
    Text.Kind = LP_REMARK_INTERLEAVED;
  else
    Text.Detail = "width " + Width.str();
  if (Count > 1)
    Text.Detail +=
        (Width.empty() ? "" : ", ") + std::to_string(Count) + " at a time";
  return true;
}

/// Why not; that interleaving is not worth it is no reason. Advice to write a
/// pragma is left out, and where in the source the culprit is.
bool fillNotVectorised(const Remark &DI, RemarkText &Text) {
  if (compat::startsWith(DI.getRemarkName(), "Interleav"))
    return false;
  const std::string Message = DI.getMsg();
  StringRef Reason = behind(Message, "loop not vectorized");
  Reason = Reason.ltrim(": ");
  const auto [First, Second] = Reason.split('\n');
  Text.Detail = First.substr(0, First.find(". Use #pragma")).str();
  const StringRef More = Second.substr(0, Second.find(". ")).rtrim(".");
  if (!More.empty())
    Text.Detail += ": " + More.str();
  return true;
}

bool fillUnrolled(const Remark &DI, RemarkText &Text) {
  const StringRef Rounds = argument(DI, "UnrollCount");
  Text.Value = lastNumber(Rounds);
  if (DI.getRemarkName() == "FullyUnrolled")
    Text.Detail = "all " + Rounds.str() + " rounds";
  else if (!Rounds.empty())
    Text.Detail = Rounds.str() + " rounds at a time";
  else
    Text.Detail = DI.getMsg();
  return true;
}

bool fillMessage(const Remark &DI, RemarkText &Text) {
  Text.Detail = behind(DI.getMsg(), "because ").str();
  return true;
}

bool fillReplaced(const Remark &DI, RemarkText &Text) {
  const StringRef Callee = behind(argument(DI, "NewFunction"), "llvm.");
  Text.Detail = Callee.substr(0, Callee.find('.')).str();
  return !Text.Detail.empty();
}

bool fillNothing(const Remark &, RemarkText &) { return true; }

/// Our own stubs are no business of the user's, nor are the compiler's.
bool fillInlined(const Remark &DI, RemarkText &Text) {
  Text.Subject = argument(DI, "Callee").str();
  return !Text.Subject.empty() &&
         !compat::startsWith(Text.Subject, "__lineprof_") &&
         !compat::startsWith(Text.Subject, "__clang_");
}

/// How costly is not said: the inliner stops where it is too much.
bool fillNotInlined(const Remark &DI, RemarkText &Text) {
  if (!fillInlined(DI, Text))
    return false;
  const StringRef Reason = argument(DI, "Reason");
  if (DI.getRemarkName() == "NoDefinition")
    Text.Detail = "its code is not in this unit";
  else if (!Reason.empty())
    Text.Detail = Reason.str();
  else if (DI.getRemarkName() == "TooCostly")
    Text.Detail = "too costly";
  else
    return fillMessage(DI, Text);
  return true;
}

uint64_t sumOf(const Remark &DI, std::initializer_list<StringRef> Keys) {
  uint64_t Sum = 0;
  for (const StringRef Key : Keys)
    Sum += lastNumber(argument(DI, Key));
  return Sum;
}

std::string counted(uint64_t Number, const char *What) {
  return std::to_string(Number) + " " + What + (Number == 1 ? "" : "s");
}

/// In a loop and the loops in it. Not those of the whole function, of which
/// clocks and counts make some. A folded one is an operand in memory; copies
/// between registers are no spills.
bool fillSpilled(const Remark &DI, RemarkText &Text) {
  const uint64_t Spills = sumOf(DI, {"NumSpills", "NumFoldedSpills"});
  const uint64_t Reloads = sumOf(DI, {"NumReloads", "NumFoldedReloads"});
  Text.Value = Spills + Reloads;
  Text.Detail = counted(Spills, "spill") + ", " + counted(Reloads, "reload");
  return Text.Value > 0 && compat::startsWith(DI.getRemarkName(), "Loop");
}

struct Rule {
  const char *Pass;
  RemarkClass Class;
  lp_remark_kind Kind;
  bool (*Fill)(const Remark &DI, RemarkText &Text);
};

const Rule Rules[] = {
    {"loop-vectorize", RemarkClass::Passed, LP_REMARK_VECTORISED,
     fillVectorised},
    {"loop-vectorize", RemarkClass::Missed, LP_REMARK_NOT_VECTORISED,
     fillNotVectorised},
    {"loop-vectorize", RemarkClass::Analysis, LP_REMARK_NOT_VECTORISED,
     fillNotVectorised},
    {"loop-unroll", RemarkClass::Passed, LP_REMARK_UNROLLED, fillUnrolled},
    {"loop-unroll", RemarkClass::Missed, LP_REMARK_NOT_UNROLLED, fillMessage},
    {"loop-delete", RemarkClass::Passed, LP_REMARK_DELETED, fillMessage},
    {"loop-idiom", RemarkClass::Passed, LP_REMARK_REPLACED, fillReplaced},
    {"slp-vectorizer", RemarkClass::Passed, LP_REMARK_JOINED, fillNothing},
    {"inline", RemarkClass::Passed, LP_REMARK_INLINED, fillInlined},
    {"inline", RemarkClass::Missed, LP_REMARK_NOT_INLINED, fillNotInlined},
    {RegisterAllocator, RemarkClass::Missed, LP_REMARK_SPILLED, fillSpilled},
};

/// Where the user demands it by a pragma, the vectoriser's remarks have no
/// pass, so that they are always shown.
StringRef passName(StringRef Pass) {
  return Pass == OptimizationRemarkAnalysis::AlwaysPrint ? "loop-vectorize"
                                                         : Pass;
}

const Rule *findRule(RemarkClass Class, StringRef Pass) {
  for (const Rule &R : Rules)
    if (R.Class == Class && passName(Pass) == R.Pass)
      return &R;
  return nullptr;
}

} // namespace

std::optional<RemarkClass> remarkClass(const DiagnosticInfo &DI) {
  switch (DI.getKind()) {
  case DK_OptimizationRemark:
  case DK_MachineOptimizationRemark:
    return RemarkClass::Passed;
  case DK_OptimizationRemarkMissed:
  case DK_MachineOptimizationRemarkMissed:
    return RemarkClass::Missed;
  case DK_OptimizationRemarkAnalysis:
  case DK_OptimizationRemarkAnalysisFPCommute:
  case DK_OptimizationRemarkAnalysisAliasing:
  case DK_MachineOptimizationRemarkAnalysis:
    return RemarkClass::Analysis;
  default:
    return std::nullopt;
  }
}

std::optional<RemarkText> readRemark(const DiagnosticInfoOptimizationBase &DI) {
  const Rule *R = findRule(*remarkClass(DI), DI.getPassName());
  if (!R)
    return std::nullopt;
  RemarkText Text = {R->Kind};
  if (!R->Fill(DI, Text))
    return std::nullopt;
  return Text;
}

} // namespace lineprof
