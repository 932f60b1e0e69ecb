/// \file patterns.h
/// The globs that include and exclude files and functions.
///
/// A pattern with a `/` or a `.` is one of files, any other one of functions.
/// Files are matched as .gitignore does: by whole names between slashes, at any
/// depth unless the pattern begins with `/`; a folder stands for all that is in
/// it. Functions are matched by linkage name, by the name in the source and by
/// the qualified one, with or without outer scopes, template arguments and
/// parameters.
#ifndef LINEPROF_PLUGIN_PATTERNS_H
#define LINEPROF_PLUGIN_PATTERNS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace lineprof {

/// What a function may be called in a pattern.
class FunctionNames {
public:
  /// \p Linkage as the linker knows it, \p Source as debug information does.
  FunctionNames(llvm::StringRef Linkage, llvm::StringRef Source);

  std::vector<std::string> Whole; ///< from the outermost scope
  std::vector<std::string> Inner; ///< without one outer scope or more
};

class Pattern {
public:
  explicit Pattern(std::string Glob);

  bool isPath() const { return IsPath; }
  /// As it was written.
  const std::string &text() const { return Glob; }
  /// \p Path is absolute and has no dots.
  bool matchesPath(llvm::StringRef Path) const;
  bool matchesName(const FunctionNames &Names) const;
  /// Whether it names what it matches by its outermost part: then it may name
  /// what is in system headers too. `*.h` does not mean <stdio.h>.
  bool isRooted() const;
  /// As matchesName(), by names from the outermost scope only.
  bool matchesWholeName(const FunctionNames &Names) const;

private:
  std::string Glob;
  bool IsPath;
};

/// Splits \p List at its commas; `\,` is a comma in a pattern. Returns false if
/// a pattern is empty.
bool parsePatterns(llvm::StringRef List, std::vector<Pattern> &Patterns);

} // namespace lineprof

#endif
