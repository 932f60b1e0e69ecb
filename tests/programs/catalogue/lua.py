"""lua: the interpreter, on a script that uses all of it.

Two builds take the same path only if hashes do not depend on addresses: a fixed seed, an
allocator with fixed addresses, and one set of luaS_new's cache, which hashes the addresses of
literals.
"""
TITLE = "Lua 5.4"
PACKAGE = "lua5.4"
SOURCES = ["{source}/src/*.c", "{workload}/fixed_alloc.c"]
SOURCES_LEFT_OUT = ["luac.c"]
FLAGS = ["-DLUA_USE_LINUX", "-DLUA_COMPAT_5_3", "-Dluai_makeseed(x)=0x5eedu",
         "-Dl_randomizePivot()=0u", "-DSTRCACHE_N=1", "-DSTRCACHE_M=2"]
SOURCE_FLAGS = {"lauxlib.c": ["-include", "stdlib.h", "-Drealloc=fixed_realloc",
                              "-Dfree=fixed_free"]}
LINK = ["-lm", "-ldl", "-Wl,-E"]
RUNS = [["{program}", "{root}/bench/lua/all.lua", "60"]]
# Without errors and yields, which are longjmps.
CALM_RUNS = [["{program}", "{root}/bench/lua/all.lua", "60", "calm"]]
LEAST_LINES = 5000
# Debian's makefile builds everything twice, by libtool; this is what the makers' one comes to.
OWN_BUILD = [["sh", "-c", "cd {source}/src && {cc} {flags} -DLUA_USE_LINUX -DLUA_COMPAT_5_3 "
              "$(ls *.c | grep -v luac.c) -o {build}/lua -lm -ldl -Wl,-E"]]
OWN_PROGRAM = "lua"
OWN_RUN = ["{program}", "{root}/bench/lua/all.lua", "20"]
