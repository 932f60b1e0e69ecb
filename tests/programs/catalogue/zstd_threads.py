"""zstd with threads: llvm-cov's counters lose updates there, so only for bench/run."""
from catalogue import zstd

TITLE = "zstd with threads"
PACKAGE = "libzstd"
SOURCES = zstd.SOURCES
FLAGS = [*zstd.FLAGS, "-DZSTD_MULTITHREAD"]
LINK = ["-lpthread"]
