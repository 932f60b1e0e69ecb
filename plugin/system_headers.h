/// \file system_headers.h
/// Which files are the system's: code that is not the user's to make faster.
#ifndef LINEPROF_PLUGIN_SYSTEM_HEADERS_H
#define LINEPROF_PLUGIN_SYSTEM_HEADERS_H

namespace clang {
class HeaderSearchOptions;
class SourceLocation;
class SourceManager;
} // namespace clang

namespace lineprof {

/// Notes the folders that clang takes system headers from. Before the source is
/// read.
void noteSystemFolders(const clang::HeaderSearchOptions &Opts);

/// Whether \p Loc is in a system header, as clang knows them: by the folder, by
/// `#pragma GCC system_header`, or by what included it. But CMake begins the
/// header that it makes of `target_precompile_headers()` with that pragma, to
/// have no warnings of it: behind that one the folder alone tells.
bool isInSystemHeader(const clang::SourceManager &SM,
                      clang::SourceLocation Loc);

/// Whether \p Loc is in such a header, or in one that `-I` leads to below the
/// system's folders: `-I/usr/include/postgresql`.
bool isOfSystem(const clang::SourceManager &SM, clang::SourceLocation Loc);

} // namespace lineprof

#endif
