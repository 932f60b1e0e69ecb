/// \file options.cpp
/// The table of arguments and its reader.
#include "plugin/options.h"

#include "format/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <dlfcn.h>

using namespace llvm;

namespace lineprof {

namespace {

struct OptionKey {
  const char *Name;
  const char *Values;  ///< what may stand behind the `=`; nullptr: nothing
  const char *Summary; ///< for help
  /// Returns false if \p Value is none of Values.
  bool (*Set)(Options &Opts, StringRef Value);
};

bool setInclude(Options &Opts, StringRef Value) {
  return parsePatterns(Value, Opts.Include);
}

bool setExclude(Options &Opts, StringRef Value) {
  return parsePatterns(Value, Opts.Exclude);
}

bool setSystem(Options &Opts, StringRef Value) {
  Opts.WithSystem = Value == "yes";
  return Value == "yes" || Value == "no";
}

bool setRemarks(Options &Opts, StringRef Value) {
  Opts.WithRemarks = Value == "yes";
  return Value == "yes" || Value == "no";
}

bool setMode(Options &Opts, StringRef Value) {
  if (Value == "auto")
    Opts.ProfileMode = Mode::Auto;
  else if (Value == "counts")
    Opts.ProfileMode = Mode::Counts;
  else if (Value == "deterministic")
    Opts.ProfileMode = Mode::Deterministic;
  else
    return false;
  return true;
}

bool setTls(Options &Opts, StringRef Value) {
  Opts.HasDynamicTls = Value == "dynamic";
  return Value == "static" || Value == "dynamic";
}

bool setRuntime(Options &Opts, StringRef Value) {
  Opts.Runtime = Value.str();
  return !Value.empty();
}

bool printHelp(Options &Opts, StringRef Value);

const OptionKey Keys[] = {
    {"include", "patterns of files or functions, with commas between them",
     "count only what one of them matches", setInclude},
    {"exclude", "patterns of files or functions, with commas between them",
     "count nothing that one of them matches, even if it is included",
     setExclude},
    {"system", "yes or no",
     "whether code from system headers is counted (default: no)", setSystem},
    {"mode", "auto, counts or deterministic",
     "counts and times, counts only, or times without samples (default: auto)",
     setMode},
    {"remarks", "yes or no",
     "whether the optimiser's remarks are kept for lpview (default: yes)",
     setRemarks},
    {"tls", "static or dynamic",
     "dynamic: for libraries of which a program opens hundreds; slower "
     "(default: static)",
     setTls},
    {"runtime", "a path of " LP_RUNTIME_SONAME,
     "the runtime that the program opens (default: the plugin's own)",
     setRuntime},
    {"help", nullptr, "print this and go on compiling", printHelp},
};

/// To stderr: the compiler's own output may be going to stdout.
bool printHelp(Options &, StringRef Value) {
  errs() << "lineprof: arguments, each as -fplugin-arg-lineprof-KEY=VALUE:\n";
  for (const OptionKey &Key : Keys) {
    errs() << "  " << Key.Name;
    errs().indent(9 - StringRef(Key.Name).size()) << Key.Summary << '\n';
    if (Key.Values)
      errs().indent(11) << "VALUE: " << Key.Values << '\n';
  }
  errs() << "A pattern with '/' or '.' is one of files, as in .gitignore; "
            "any other is one of functions.\n";
  return Value.empty();
}

std::string listKeys() {
  std::string List;
  for (const OptionKey &Key : Keys)
    List += (List.empty() ? "" : ", ") + std::string(Key.Name);
  return List;
}

std::string parseOption(Options &Opts, StringRef Argument) {
  auto [Name, Value] = Argument.split('=');
  for (const OptionKey &Key : Keys) {
    if (Name != Key.Name)
      continue;
    if (Key.Set(Opts, Value))
      return "";
    return "'" + Argument.str() + "': " +
           (Key.Values ? "the value must be " + std::string(Key.Values)
                       : "it takes no value");
  }
  return "'" + Argument.str() + "': unknown key; the keys are " + listKeys();
}

} // namespace

Options &options() {
  static Options Opts;
  return Opts;
}

bool Options::mayTakeSystem() const {
  return WithSystem ||
         any_of(Include, [](const Pattern &P) { return P.isRooted(); });
}

std::string parseOptions(const std::vector<std::string> &Arguments) {
  for (const std::string &Argument : Arguments) {
    std::string Error = parseOption(options(), Argument);
    if (!Error.empty())
      return Error;
  }
  return "";
}

const std::string &pluginPath() {
  static const std::string Path = [] {
    Dl_info Self;
    if (!dladdr(reinterpret_cast<void *>(&pluginFolder), &Self) ||
        !Self.dli_fname)
      return std::string();
    SmallString<256> Real;
    if (sys::fs::real_path(Self.dli_fname, Real))
      return std::string(Self.dli_fname);
    return std::string(Real);
  }();
  return Path;
}

std::string pluginFolder() {
  return sys::path::parent_path(pluginPath()).str();
}

} // namespace lineprof
