/// \file table_names.cpp
/// Demangles what the viewer cannot.
#include "plugin/table_names.h"

#include "plugin/llvm_compat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace lineprof {

/// Whether a number between \p Before and \p Behind is a literal's, an array's
/// or a place's in a list (`Li5E`, `A5_c`, `T0_`, `UlvE0_`), not the length of
/// an identifier that begins with such a letter (`NSt7__cxx11`, `5Error`).
static bool isNumber(StringRef Before, StringRef Behind) {
  if (Before.empty() || Behind.empty())
    return true;
  const char Last = Before.back();
  if (Behind.front() == 'E')
    return Last == 'E' ||
           (Before.size() > 1 && Before.drop_back().back() == 'L');
  return Behind.front() == '_' &&
         (StringRef("ASTpLd_").contains(Last) || Before.take_back(2) == "Ut" ||
          (Last == 'E' && !compat::startsWith(Behind, "__")));
}

/// The length of the identifier at the beginning of \p Text, its number
/// included; 0 if that is none. \p Before is what stands before it, without an
/// identifier there.
static size_t identifierLength(StringRef Before, StringRef Text) {
  size_t Length = 0;
  StringRef Rest = Text;
  if (Rest.consumeInteger(10, Length) || Rest.empty() || Length > Rest.size() ||
      isNumber(Before, Rest))
    return 0;
  return Text.size() - Rest.size() + Length;
}

/// Whether \p Mangled has what came to the C++ ABI's names from 2023 on: kinds
/// of template parameters, constraints (C++20), explicit `this` (C++23),
/// _BitInt; parameters of functions around it; or clang's enable_if; or what
/// libiberty does not read, conversions to instances of templates. It may say
/// so of a name that has not.
static bool hasNews(StringRef Mangled) {
  static constexpr StringLiteral News[] = {"Tn", "Tk", "Tt", "Tp", "Dk",
                                           "DK", "DB", "DU", "Ua", "fL",
                                           "Q",  "H",  "cv"};
  size_t Identifier = 0; // where the last one begins
  size_t Behind = 0;     // and where it ends
  for (size_t I = 2; I < Mangled.size();) {
    const StringRef Rest = Mangled.substr(I);
    const StringRef Before = Mangled.take_front(I == Behind ? Identifier : I);
    if (const size_t Length =
            isDigit(Rest.front()) ? identifierLength(Before, Rest) : 0) {
      Identifier = I;
      I += Length;
      Behind = I;
      continue;
    }
    if (any_of(News,
               [Rest](StringRef S) { return compat::startsWith(Rest, S); }))
      return true;
    I++;
  }
  return false;
}

/// Longer ones say nothing to people, and may take for ever.
static bool isForPeople(StringRef Linkage) {
  constexpr size_t MostLinkageBytes = 1024;
  return compat::startsWith(Linkage, "_Z") &&
         Linkage.size() <= MostLinkageBytes;
}

std::string fullName(StringRef Linkage) {
  constexpr size_t MostBytes = 4096;
  if (!isForPeople(Linkage))
    return "";
  const std::string Name = demangle(Linkage.str());
  return Name == Linkage || Name.size() > MostBytes ? "" : Name;
}

std::string tableName(StringRef Linkage, StringRef Source) {
  const std::string Name =
      isForPeople(Linkage) && hasNews(Linkage) ? fullName(Linkage) : "";
  return Name.empty() ? Source.str() : Name;
}

} // namespace lineprof
