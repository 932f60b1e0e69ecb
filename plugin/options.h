/// \file options.h
/// The plugin's arguments: -fplugin-arg-lineprof-KEY=VALUE.
#ifndef LINEPROF_PLUGIN_OPTIONS_H
#define LINEPROF_PLUGIN_OPTIONS_H

#include "plugin/patterns.h"

#include <string>
#include <vector>

namespace lineprof {

enum class Mode {
  Auto, ///< counts, clocks, and frame pointers for the call paths of samples
  Counts,        ///< counts only
  Deterministic, ///< as Auto, and the runtime takes no samples
};

struct Options {
  Mode ProfileMode = Mode::Auto;
  bool IsLinkTime = false;      ///< -flto: inlining goes on at link time
  /// -masm=intel for an assembler that is not clang's: LLVM writes what it is
  /// given in between as it is.
  bool WritesIntelSyntax = false;
  bool WithRemarks = true;      ///< what the optimiser says is kept
  bool HasDynamicTls = false;   ///< where a thread's counters are: see delta()
  bool WithSystem = false;      ///< code from system headers is counted too
  std::vector<Pattern> Include; ///< if there are any, only these are counted
  std::vector<Pattern> Exclude; ///< these are not, whatever Include says
  std::string Runtime; ///< path of liblineprof_rt.so that the program opens

  /// Whether times are taken too.
  bool isTimed() const { return ProfileMode != Mode::Counts; }
  /// Whether any code from system headers may be counted.
  bool mayTakeSystem() const;
};

/// The options of this compilation. Set once, before any pass runs.
Options &options();

/// Reads "KEY=VALUE" arguments into options(). Returns an empty string, or one
/// line that says what is wrong with which argument, and what is allowed. The
/// key `help` prints them all to stderr.
std::string parseOptions(const std::vector<std::string> &Arguments);

/// The folder that holds this plugin, or "" if it is unknown.
std::string pluginFolder();

/// The path of this plugin's own library.
const std::string &pluginPath();

} // namespace lineprof

#endif
