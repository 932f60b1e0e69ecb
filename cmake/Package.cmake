# Package.cmake: what makes lineprof easy to use in other builds: lineprof-cc, the CMake
# package, the pkg-config file. Needs LINEPROF_PLUGINS.
include(CMakePackageConfigHelpers)

# For lineprof-cc: in the build folder as installed.
set(package_dir "${PROJECT_BINARY_DIR}/packaging")
set(LINEPROF_SCRIPT_LIBDIR lib)
configure_file(packaging/lineprof-cc.in "${PROJECT_BINARY_DIR}/bin/lineprof-cc" @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
file(CREATE_LINK lineprof-cc "${PROJECT_BINARY_DIR}/bin/lineprof-c++" SYMBOLIC)
file(RELATIVE_PATH LINEPROF_SCRIPT_LIBDIR "${CMAKE_INSTALL_FULL_BINDIR}/.."
  "${CMAKE_INSTALL_FULL_LIBDIR}")
configure_file(packaging/lineprof-cc.in "${package_dir}/lineprof-cc" @ONLY)
install(PROGRAMS "${package_dir}/lineprof-cc" DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES "${PROJECT_BINARY_DIR}/bin/lineprof-c++" DESTINATION "${CMAKE_INSTALL_BINDIR}")

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/lineprof")
configure_package_config_file(packaging/lineprof-config.cmake.in
  "${package_dir}/lineprof-config.cmake" INSTALL_DESTINATION "${config_dir}"
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${package_dir}/lineprof-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${package_dir}/lineprof-config.cmake" "${package_dir}/lineprof-config-version.cmake"
  DESTINATION "${config_dir}")

set(pc_dir "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH LINEPROF_PC_PREFIX "${pc_dir}" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" LINEPROF_PC_PREFIX "${LINEPROF_PC_PREFIX}")
configure_file(packaging/lineprof.pc.in "${package_dir}/lineprof.pc" @ONLY)
install(FILES "${package_dir}/lineprof.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
