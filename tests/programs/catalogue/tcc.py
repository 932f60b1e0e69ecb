"""tcc: a compiler in one pass, here of one source that includes the others; for bench/run."""
TITLE = "tcc"
PACKAGE = "tcc"
PREPARE = [["sh", "-c", "cp -r {source}/. . && ./configure"]]
SOURCES = ["{made}/tcc.c"]
FLAGS = ["-DONE_SOURCE=1", "-I{made}"]
LINK = ["-lm", "-ldl", "-lpthread"]
