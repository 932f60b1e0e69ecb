/// \file table_names.cpp
/// Demangles what the viewer cannot.
#include "plugin/table_names.h"

#include "plugin/llvm_compat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace lineprof {

/// The length of the identifier at the beginning of \p Text, its number
/// included; 0 if that is none. `5E` and `5_` end a literal or an array's size.
static size_t identifierLength(StringRef Text) {
  size_t Length = 0;
  StringRef Rest = Text;
  if (Rest.consumeInteger(10, Length) || Rest.empty() || Length > Rest.size() ||
      Rest.front() == 'E' || Rest.front() == '_')
    return 0;
  return Text.size() - Rest.size() + Length;
}

/// Whether \p Mangled has what came to the C++ ABI's names from 2023 on: kinds
/// of template parameters, constraints (C++20), explicit `this` (C++23),
/// _BitInt; parameters of functions around it; or clang's enable_if. It may say
/// so of a name that has not.
static bool hasNews(StringRef Mangled) {
  static constexpr StringLiteral News[] = {"Tn", "Tk", "Tt", "Tp", "Dk", "DK",
                                           "DB", "DU", "Ua", "fL", "Q",  "H"};
  for (size_t I = 2; I < Mangled.size();) {
    const StringRef Rest = Mangled.substr(I);
    if (const size_t Length =
            isDigit(Rest.front()) ? identifierLength(Rest) : 0) {
      I += Length;
      continue;
    }
    if (any_of(News,
               [Rest](StringRef S) { return compat::startsWith(Rest, S); }))
      return true;
    I++;
  }
  return false;
}

std::string tableName(StringRef Linkage, StringRef Source) {
  // Longer ones say nothing to people, and may take for ever.
  constexpr size_t MostLinkageBytes = 1024, MostBytes = 4096;
  if (!compat::startsWith(Linkage, "_Z") || Linkage.size() > MostLinkageBytes ||
      !hasNews(Linkage))
    return Source.str();
  const std::string Name = demangle(Linkage.str());
  return Name == Linkage || Name.size() > MostBytes ? Source.str() : Name;
}

} // namespace lineprof
