# Sanitize.cmake: builds everything with sanitizers: -DLINEPROF_SANITIZE=address,undefined
set(LINEPROF_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=")
if(LINEPROF_SANITIZE)
  add_compile_options(-fsanitize=${LINEPROF_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LINEPROF_SANITIZE})
  if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
    # It complains of NULL + 0, the end of an array of none, which C allows since N3322.
    add_compile_options(-fno-sanitize=pointer-overflow)
  endif()
endif()
