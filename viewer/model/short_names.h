/* short_names.h: names of C++ without what the standard library adds by itself. */
#ifndef LINEPROF_VIEWER_MODEL_SHORT_NAMES_H
#define LINEPROF_VIEWER_MODEL_SHORT_NAMES_H

#include <stddef.h>

/*
 * Shortens a demangled name of `size` bytes in place and returns its new size: leaves
 * out the template arguments that templates of `std::` have by default (allocators,
 * comparisons, hashes, traits, deleters), and says `std::string` for what is then left
 * of it; and what clang adds to names of one unit (`.__uniq.123`), of a module (`@a.b`) and, for
 * debuggers, of OpenMP's regions. Names that differ otherwise stay different. Touches nothing it
 * does not understand.
 */
size_t lp_name_shorten(char *text, size_t size);

#endif
