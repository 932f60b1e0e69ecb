# Uninstall.cmake: the target `uninstall` removes what the last `cmake --install` wrote.
file(WRITE "${PROJECT_BINARY_DIR}/uninstall.cmake" [[
if(NOT EXISTS "${CMAKE_CURRENT_LIST_DIR}/install_manifest.txt")
  message(FATAL_ERROR "nothing is installed from this build")
endif()
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/install_manifest.txt" installed)
foreach(path IN LISTS installed)
  message(STATUS "remove $ENV{DESTDIR}${path}")
  file(REMOVE "$ENV{DESTDIR}${path}")
endforeach()
]])
add_custom_target(uninstall
  COMMAND ${CMAKE_COMMAND} -P "${PROJECT_BINARY_DIR}/uninstall.cmake" VERBATIM)
