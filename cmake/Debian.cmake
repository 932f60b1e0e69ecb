# Debian.cmake: `cpack -G DEB` in the build folder makes a Debian package. Its dependencies are
# found by dpkg-shlibdeps; the plugins link no LLVM: each is opened by the clang that it is for.
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/lineprof" RENAME copyright)
install(FILES CHANGELOG.md CONTRIBUTING.md LICENSE README.md DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/lineprof")
# Where README.md's links lead.
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/lineprof" FILES_MATCHING PATTERN "*.md")
install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/lineprof"
  FILES_MATCHING PATTERN "README.md" PATTERN "*.c" PATTERN "*.cpp" PATTERN "*.patch")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lineprof)
set(CPACK_PACKAGE_CONTACT "the lineprof authors <lineprof@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "exact line and function profiles of C and C++")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# Whatever the umask is: CMake's own way is subject to it. And without dpkg-shlibdeps CPack makes a Debian
# package that depends on nothing.
file(WRITE "${PROJECT_BINARY_DIR}/packaging/before_package.cmake" [[
execute_process(COMMAND chmod -R u=rwX,go=rX "${CPACK_TEMPORARY_DIRECTORY}")
find_program(SHLIBDEPS dpkg-shlibdeps)
if(CPACK_GENERATOR STREQUAL "DEB" AND NOT SHLIBDEPS)
  message(FATAL_ERROR "dpkg-shlibdeps is not there, which finds what the package depends on: install dpkg-dev")
endif()
]])
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_BINARY_DIR}/packaging/before_package.cmake")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# CPack adds scripts that run ldconfig: the loader is opened by its bare name.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"lineprof counts how often every line of a C or C++ program runs, measures
where the time goes, and shows it beside the source. It is a plugin for
clang and a viewer.")
set(clangs ${LINEPROF_PLUGINS})
list(REVERSE clangs)
list(TRANSFORM clangs PREPEND "clang-")
list(JOIN clangs " | " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
include(CPack)
