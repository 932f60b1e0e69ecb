"""zstd: compresses a generated file at several levels, trains a dictionary, unpacks."""
TITLE = "zstd"
PACKAGE = "libzstd"
PREPARE = [["{python}", "{workload}/make_text.py", "text", "300000"]]
SOURCES = ["{source}/lib/common/*.c", "{source}/lib/compress/*.c", "{source}/lib/decompress/*.c",
           "{source}/lib/dictBuilder/*.c", "{source}/programs/*.c"]
# Without threads: llvm-cov's counters lose updates there.
FLAGS = ["-DXXH_NAMESPACE=ZSTD_", "-DZSTD_LEGACY_SUPPORT=0", "-DZSTD_DISABLE_ASM",
         "-I{source}/lib", "-I{source}/lib/common", "-I{source}/lib/compress",
         "-I{source}/lib/dictBuilder"]
RUNS = [["cp", "{made}/text", "text"],
        *[["{program}", "-q", "-f", level, "text", "-o", "text" + level + ".zst"]
          for level in ("-1", "-3", "-6", "-12", "-19")],
        ["{program}", "-q", "-f", "--fast=5", "--long=20", "--no-check", "text", "-o", "fast.zst"],
        ["{program}", "-q", "-t", "text-1.zst", "text-19.zst", "fast.zst"],
        ["{program}", "-q", "-d", "text-6.zst", "-o", "again"],
        ["cmp", "text", "again"],
        ["{program}", "-q", "--train", "-B2000", "text", "-o", "dictionary", "--maxdict=8000"],
        ["{program}", "-q", "-D", "dictionary", "text", "-o", "small.zst"],
        ["{program}", "-q", "-d", "-D", "dictionary", "small.zst", "-o", "third"],
        ["cmp", "text", "third"]]
LEAST_LINES = 8000
OWN_BUILD = [["cp", "-r", "{source}/lib", "{source}/programs", "."],
             ["make", "-C", "programs", "zstd", "CC={cc}", "CFLAGS={flags}", "HAVE_ZLIB=0",
              "HAVE_LZMA=0", "HAVE_LZ4=0", "V=1"]]
OWN_PROGRAM = "programs/zstd"
OWN_RUN = ["sh", "-c", "{program} -q -9 -T2 -c {made}/text | {program} -q -dc | cmp - {made}/text"]
SUITE = [["cp", "-r", "{source}/lib", "{source}/programs", "{source}/tests", "."],
         ["make", "-C", "tests", "-j2", "fuzzer", "zstreamtest", "poolTests", "invalidDictionaries",
          "CC={cc}", "CFLAGS={flags}", "HAVE_ZLIB=0", "HAVE_LZMA=0", "HAVE_LZ4=0"],
         ["sh", "-c", "cd tests && ./fuzzer -T20s && ./zstreamtest -T20s && "
          "./zstreamtest --newapi -t1 -T20s && ./poolTests && ./invalidDictionaries"]]
SUITE_SAYS = "PASS: all POOL tests"
