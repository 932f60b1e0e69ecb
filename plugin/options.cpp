/// \file options.cpp
/// The table of arguments and its reader.
#include "plugin/options.h"

#include "format/abi.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace llvm;

namespace lineprof {

namespace {

struct OptionKey {
  const char *Name;
  const char *Values;
  /// Returns false if \p Value is none of Values.
  bool (*Set)(Options &Opts, StringRef Value);
};

bool setMode(Options &Opts, StringRef Value) {
  if (Value == "auto")
    Opts.ProfileMode = Mode::Auto;
  else if (Value == "counts")
    Opts.ProfileMode = Mode::Counts;
  else
    return false;
  return true;
}

bool setRuntime(Options &Opts, StringRef Value) {
  Opts.Runtime = Value.str();
  return !Value.empty();
}

const OptionKey Keys[] = {
    {"mode", "auto or counts", setMode},
    {"runtime", "a path of " LP_RUNTIME_SONAME, setRuntime},
};

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
    return "'" + Argument.str() + "': the value must be " + Key.Values;
  }
  return "'" + Argument.str() + "': unknown key; the keys are " + listKeys();
}

} // namespace

Options &options() {
  static Options Opts;
  return Opts;
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
