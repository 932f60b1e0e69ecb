# Manual.cmake: manual pages, by scdoc, and the completions of bash, zsh and fish. What they say
# of options is made from the tables of lpview and of the plugin.
set(manual_dir "${PROJECT_BINARY_DIR}/packaging")
set(manual_files "")

# manual_output(FILE COMMAND... [DEPENDS...]): FILE of the manual is what a shell command prints.
function(manual_output file command)
  add_custom_command(OUTPUT "${manual_dir}/${file}"
    COMMAND sh -c "{ ${command}; } > '${file}.new' && mv '${file}.new' '${file}'"
    DEPENDS ${ARGN} WORKING_DIRECTORY "${manual_dir}" VERBATIM)
  set(manual_files ${manual_files} "${manual_dir}/${file}" PARENT_SCOPE)
endfunction()

foreach(shell IN ITEMS bash zsh fish)
  manual_output(lpview.${shell} "./lpview_manual ${shell}" lpview_manual)
endforeach()
install(FILES "${manual_dir}/lpview.bash" RENAME lpview
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${manual_dir}/lpview.zsh" RENAME _lpview
  DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES "${manual_dir}/lpview.fish"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")

find_program(SCDOC scdoc)
find_program(GZIP gzip)
if(NOT SCDOC OR NOT GZIP)
  message(STATUS "manual pages: off, without scdoc and gzip")
else()
  foreach(page IN ITEMS lpview.1 lineprof-cc.1 lineprof.7)
    configure_file("packaging/${page}.scd.in" "${manual_dir}/${page}.scd" @ONLY)
  endforeach()
  set(page "${PROJECT_SOURCE_DIR}/packaging")
  manual_output(lpview.options.scd "./lpview_manual scdoc" lpview_manual)
  manual_output(lpview.1.gz
    "cat lpview.1.scd lpview.options.scd '${page}/lpview.1.tail.scd' | '${SCDOC}' > lpview.1 && gzip -9nc lpview.1"
    "${manual_dir}/lpview.options.scd" "${page}/lpview.1.tail.scd")
  install(FILES "${manual_dir}/lpview.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  # The plugin lists its keys itself, in any clang that can run it.
  foreach(major IN LISTS LINEPROF_PLUGINS)
    find_program(CLANG_${major} NAMES clang-${major})
    if(CLANG_${major})
      set(clang "${CLANG_${major}}")
      set(clang_plugin lineprof_plugin_${major})
    endif()
  endforeach()
  if(LINEPROF_PLUGIN)
    manual_output(lineprof-cc.1.gz "'${SCDOC}' < lineprof-cc.1.scd > lineprof-cc.1 && gzip -9nc lineprof-cc.1")
    file(CREATE_LINK lineprof-cc.1.gz "${manual_dir}/lineprof-c++.1.gz" SYMBOLIC)
    install(FILES "${manual_dir}/lineprof-cc.1.gz" "${manual_dir}/lineprof-c++.1.gz"
      DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  endif()
  if(clang)
    set(plugin "$<TARGET_FILE:lineprof_loader>")
    manual_output(lineprof.keys
      "'${clang}' -fplugin='${plugin}' -fplugin-arg-lineprof-help -fsyntax-only -x c /dev/null 2>&1"
      lineprof_loader ${clang_plugin})
    manual_output(lineprof.7.gz
      "cat lineprof.7.scd lineprof.keys '${page}/lineprof.7.tail.scd' | '${SCDOC}' > lineprof.7 && gzip -9nc lineprof.7"
      "${manual_dir}/lineprof.keys" "${page}/lineprof.7.tail.scd")
    install(FILES "${manual_dir}/lineprof.7.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man7")
  elseif(LINEPROF_PLUGIN)
    message(STATUS "lineprof(7): off, without a clang that could list the plugin's keys")
  endif()
endif()
add_custom_target(manual ALL DEPENDS ${manual_files})
add_dependencies(product manual)
