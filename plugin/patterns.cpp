/// \file patterns.cpp
/// Matches globs with paths and with names of functions.
#include "plugin/patterns.h"

#include "plugin/llvm_compat.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <cstdlib>
#include <fnmatch.h>

using namespace llvm;

namespace lineprof {

namespace {

bool globMatches(const std::string &Glob, const std::string &Text) {
  return fnmatch(Glob.c_str(), Text.c_str(), 0) == 0;
}

/// The names between the slashes; empty ones and `.` say nothing.
std::vector<std::string> partsOf(StringRef Path) {
  SmallVector<StringRef, 16> Parts;
  Path.split(Parts, '/', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Result;
  for (const StringRef Part : Parts)
    if (Part != ".")
      Result.push_back(Part.str());
  return Result;
}

/// Whether the pattern's parts from \p P on match the path's from \p S on, up
/// to its end or to a folder in it.
bool partsMatch(const std::vector<std::string> &Pattern, size_t P,
                const std::vector<std::string> &Path, size_t S, bool IsFolder) {
  if (P == Pattern.size())
    return !IsFolder || S < Path.size();
  if (S == Path.size())
    return false;
  if (Pattern[P] == "**")
    return partsMatch(Pattern, P + 1, Path, S, IsFolder) ||
           partsMatch(Pattern, P, Path, S + 1, IsFolder);
  return globMatches(Pattern[P], Path[S]) &&
         partsMatch(Pattern, P + 1, Path, S + 1, IsFolder);
}

/// The length of "operator" and its sign at the start of \p Text, if the sign
/// has brackets that are none; else 0.
size_t operatorLength(StringRef Text) {
  static const char *const Signs[] = {"()", "<=>", "<<=", ">>=", "->*", "<<",
                                      ">>", "<=",  ">=",  "->",  "<",   ">"};
  const StringRef Word = "operator";
  if (!compat::startsWith(Text, Word))
    return 0;
  for (const char *Sign : Signs)
    if (compat::startsWith(Text.drop_front(Word.size()), Sign))
      return Word.size() + StringRef(Sign).size();
  return 0;
}

/// Calls \p Visit with each character of \p Name, its place, and how many
/// brackets are open around it.
template <typename Visitor> void scan(StringRef Name, Visitor Visit) {
  unsigned Round = 0, Pointed = 0;
  for (size_t I = 0; I < Name.size(); I++) {
    for (size_t Skip = operatorLength(Name.substr(I)); Skip > 0; Skip--)
      Visit(I++, Round, Pointed);
    if (I == Name.size())
      return;
    Round += Name[I] == '(';
    Pointed += Name[I] == '<';
    Visit(I, Round, Pointed);
    Round -= Name[I] == ')' && Round > 0;
    Pointed -= Name[I] == '>' && Pointed > 0;
  }
}

std::string withoutTemplateArguments(StringRef Name) {
  std::string Result;
  scan(Name, [&](size_t I, unsigned, unsigned Pointed) {
    if (Pointed == 0)
      Result += Name[I];
  });
  return Result;
}

/// Without the modules of C++20 that names are of (`f@a.b:part`), which nobody
/// writes there.
std::string withoutModules(StringRef Name) {
  const auto IsOfName = [&](size_t I) {
    return I < Name.size() && (llvm::isAlnum(Name[I]) || Name[I] == '_');
  };
  std::string Result;
  for (size_t I = 0; I < Name.size(); I++) {
    if (Name[I] != '@' || I == 0 || !IsOfName(I - 1)) {
      Result += Name[I];
      continue;
    }
    while (IsOfName(I + 1) || (I + 1 < Name.size() && Name[I + 1] == '.') ||
           (I + 1 < Name.size() && Name[I + 1] == ':' && IsOfName(I + 2)))
      I++;
  }
  return Result;
}

/// What follows the scopes of \p Name, from the second on.
void addInner(StringRef Name, std::vector<std::string> &Inner) {
  scan(Name, [&](size_t I, unsigned Round, unsigned Pointed) {
    if (Round == 0 && Pointed == 0 && I > 1 && Name[I - 1] == ':' &&
        Name[I - 2] == ':')
      Inner.push_back(Name.substr(I).str());
  });
}

/// A string that the demangler allocated.
std::string taken(char *Allocated) {
  const std::string Result = Allocated ? Allocated : "";
  std::free(Allocated);
  return Result;
}

} // namespace

FunctionNames::FunctionNames(StringRef Linkage, StringRef Source) {
  ItaniumPartialDemangler Demangler; // reads the mangled name while it lives
  const std::string Mangled = Linkage.str();
  Whole.push_back(Mangled);
  if (Demangler.partialDemangle(Mangled.c_str()) || !Demangler.isFunction()) {
    if (Source != Linkage)
      Whole.push_back(Source.str());
    return;
  }
  const std::string Name = taken(Demangler.getFunctionName(nullptr, nullptr));
  const std::string Parameters =
      taken(Demangler.getFunctionParameters(nullptr, nullptr));
  const std::string Plain = withoutTemplateArguments(Name);
  Whole.insert(Whole.end(),
               {Name, Plain, Name + Parameters, Plain + Parameters});
  if (Name.find('@') != std::string::npos ||
      Parameters.find('@') != std::string::npos)
    for (size_t I = 1, End = Whole.size(); I < End; I++)
      Whole.push_back(withoutModules(Whole[I]));
  for (size_t I = 1; I < Whole.size(); I++)
    addInner(Whole[I], Inner);
}

Pattern::Pattern(std::string Text)
    : Glob(std::move(Text)),
      IsPath(StringRef(Glob).find_first_of("/.") != StringRef::npos) {}

bool Pattern::matchesPath(StringRef Path) const {
  const std::vector<std::string> Parts = partsOf(Glob);
  const std::vector<std::string> Names = partsOf(Path);
  const bool IsFolder = Glob.back() == '/';
  if (Glob.front() == '/')
    return partsMatch(Parts, 0, Names, 0, IsFolder);
  for (size_t From = 0; From < Names.size(); From++)
    if (partsMatch(Parts, 0, Names, From, IsFolder))
      return true;
  return false;
}

bool Pattern::matchesWholeName(const FunctionNames &Names) const {
  const bool HasRoot = compat::startsWith(Glob, "::");
  const std::string Rootless = Glob.substr(HasRoot ? 2 : 0);
  for (const std::string &Name : Names.Whole)
    if (globMatches(Rootless, Name))
      return true;
  return false;
}

bool Pattern::matchesName(const FunctionNames &Names) const {
  if (matchesWholeName(Names))
    return true;
  for (const std::string &Name : Names.Inner)
    if (globMatches(Glob, Name))
      return true;
  return false;
}

bool Pattern::isRooted() const {
  if (IsPath)
    return Glob.front() == '/';
  const char First = Glob.front();
  return First != '*' && First != '?' && First != '[' &&
         Glob.find("::") != std::string::npos;
}

bool parsePatterns(StringRef List, std::vector<Pattern> &Patterns) {
  std::string Glob;
  for (size_t I = 0; I <= List.size(); I++) {
    if (I < List.size() && List[I] != ',') {
      // A backslash and what it makes plain stay together: the matcher's.
      Glob += List[I];
      if (List[I] == '\\' && I + 1 < List.size())
        Glob += List[++I];
      continue;
    }
    if (Glob.empty())
      return false;
    Patterns.emplace_back(Glob);
    Glob.clear();
  }
  return true;
}

} // namespace lineprof
