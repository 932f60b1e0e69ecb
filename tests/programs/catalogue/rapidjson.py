"""rapidjson: templates only, parsed and printed by a program of ours; for bench/run. An operator that
cannot be compiled, and that clang 19 looks at although nobody uses it, is left out."""
TITLE = "RapidJSON"
PACKAGE = "rapidjson"
PREPARE = [["cp", "-r", "{source}/include", "."],
           ["sed", "-i", "/GenericStringRef& operator=/d", "include/rapidjson/document.h"]]
SOURCES = ["{workload}/rapidjson_print.cpp"]
FLAGS = ["-std=c++11", "-I{made}/include"]
