# Writes OUTPUT, a header with the digest of all that the plugins are compiled from: cmake -DOUTPUT=FILE
# -DSOURCE=FOLDER -P PluginDigest.cmake. The loader has it in it: who asks whether the compiler is still
# the same, as ccache does, looks at the file that -fplugin= names, and at nothing that it opens.
file(GLOB files "${SOURCE}/plugin/*" "${SOURCE}/format/*.h")
list(SORT files)
set(digests "")
foreach(file IN LISTS files)
  file(SHA256 "${file}" digest)
  string(APPEND digests "${digest}")
endforeach()
string(SHA256 digest "${digests}")
set(text "#define LINEPROF_PLUGIN_DIGEST \"${digest}\"\n")
set(before "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" before)
endif()
if(NOT text STREQUAL before)
  file(WRITE "${OUTPUT}" "${text}")
endif()
