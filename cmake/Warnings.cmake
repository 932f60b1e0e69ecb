# Warnings.cmake: the warnings that all of our C is compiled with, as an interface target.
option(LINEPROF_WERROR "Treat warnings as errors" OFF)

add_library(lineprof_warnings INTERFACE)
target_compile_options(lineprof_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wpointer-arith -Wwrite-strings -Wvla>
  # LLVM's headers, inlined into our code: unused parameters, and a null `this` and small maps without a
  # value that GCC sees.
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wno-unused-parameter -Wno-nonnull>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>
  # Clang forgets what precompiled headers say of warnings: libstdc++ uses what it advises against.
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>)
if(LINEPROF_WERROR)
  target_compile_options(lineprof_warnings INTERFACE -Werror)
endif()
