# aarch64.cmake: programs compiled for aarch64 and run in an emulator: what every line must show, random
# programs, and aarch64/*.sh.
find_program(AARCH64_GCC aarch64-linux-gnu-gcc)
find_program(AARCH64_GXX aarch64-linux-gnu-g++)
find_program(AARCH64_EMULATOR NAMES qemu-aarch64-static qemu-aarch64)
if(NOT AARCH64_GCC OR NOT AARCH64_GXX OR NOT AARCH64_EMULATOR
    OR CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  message(STATUS "tests for aarch64: off, without aarch64-linux-gnu-gcc, -g++ and qemu-aarch64")
  return()
endif()

# The runtime, as somebody who compiles for another machine builds it: docs/builds.md.
set(aarch64_build "${PROJECT_BINARY_DIR}/aarch64")
set(aarch64_runtime "${aarch64_build}/lib/liblineprof_rt.so")
file(GLOB aarch64_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/runtime/*.[ch]" "${PROJECT_SOURCE_DIR}/format/*.[ch]")
add_custom_command(OUTPUT "${aarch64_runtime}"
  COMMAND ${CMAKE_COMMAND} -S "${PROJECT_SOURCE_DIR}" -B "${aarch64_build}" -G "${CMAKE_GENERATOR}"
    -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=${AARCH64_GCC}
    -DCMAKE_CXX_COMPILER=${AARCH64_GXX} -DLINEPROF_PLUGIN=OFF -DLINEPROF_VIEWER=OFF
    -DBUILD_TESTING=OFF -DLINEPROF_WERROR=${LINEPROF_WERROR}
  COMMAND ${CMAKE_COMMAND} --build "${aarch64_build}"
  COMMAND ${CMAKE_COMMAND} -E touch "${aarch64_runtime}"
  DEPENDS ${aarch64_sources} "${PROJECT_SOURCE_DIR}/runtime/CMakeLists.txt"
  VERBATIM COMMENT "Building the runtime for aarch64")
add_custom_target(aarch64_runtime ALL DEPENDS "${aarch64_runtime}")

function(lp_aarch64_test major name)
  lp_clang_environment(${major} tool)
  lp_test(aarch64.${name}.clang-${major} aarch64 ${tool} TARGET=aarch64-linux-gnu
    "EMULATOR=${AARCH64_EMULATOR} -L /usr/aarch64-linux-gnu" RUNTIME=${aarch64_runtime} ${ARGN})
endfunction()

file(GLOB aarch64_scripts CONFIGURE_DEPENDS aarch64/*.sh)
# Emulated, each takes long. Of C++ those are enough that the machine has a part in, as they throw: what
# statements are is the front end's, but for LINEPROF_FULL.
set(aarch64_seeds 1 10)
set(aarch64_programs "")
foreach(source IN LISTS programs)
  file(STRINGS "${source}" throws REGEX "catch \\(")
  if(LINEPROF_FULL OR throws OR source MATCHES "\\.c$")
    list(APPEND aarch64_programs "${source}")
  endif()
endforeach()
if(LINEPROF_FULL)
  set(aarch64_seeds 1 200)
endif()
foreach(major IN LISTS LINEPROF_PLUGINS)
  if(NOT CLANG_${major} OR NOT (LINEPROF_FULL OR major EQUAL 19))
    continue()
  endif()
  foreach(source IN LISTS aarch64_programs)
    get_filename_component(name "${source}" NAME_WE)
    lp_aarch64_test(${major} ${name} ${PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/tools/expect.py" run "${source}")
  endforeach()
  foreach(script IN LISTS aarch64_scripts)
    get_filename_component(name "${script}" NAME_WE)
    lp_aarch64_test(${major} ${name} sh "${script}")
  endforeach()
  foreach(language c cpp)
    lp_aarch64_test(${major} random.${language} ${PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/random/compare.py" ${language}
      ${aarch64_seeds})
  endforeach()
endforeach()
