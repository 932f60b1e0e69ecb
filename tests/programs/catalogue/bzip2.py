"""bzip2: compresses a generated file, tests and unpacks it."""
TITLE = "bzip2"
PACKAGE = "bzip2"
PREPARE = [["{python}", "{workload}/make_text.py", "text", "400000"]]
SOURCES = ["{source}/blocksort.c", "{source}/huffman.c", "{source}/crctable.c",
           "{source}/randtable.c", "{source}/compress.c", "{source}/decompress.c",
           "{source}/bzlib.c", "{source}/bzip2.c"]
FLAGS = ["-D_FILE_OFFSET_BITS=64"]
RUNS = [["cp", "{made}/text", "text"],
        ["{program}", "-k9", "text"],
        ["{program}", "-t", "text.bz2"],
        ["sh", "-c", "{program} -dc text.bz2 >again"],
        ["cmp", "text", "again"],
        ["{program}", "-1sfk", "text"],
        ["sh", "-c", "{program} -dsc text.bz2 | cmp - text"],
        # Three of the package's own, one of them with a block of repeats.
        ["sh", "-c", "{program} -dc {source}/sample2.bz2 | cmp - {source}/sample2.ref"],
        ["sh", "-c", "{program} -dc {source}/sample3.bz2 | cmp - {source}/sample3.ref"]]
LEAST_LINES = 2000
OWN_BUILD = [["cp", "-r", "{source}/.", "."],
             ["make", "bzip2", "CC={cc}", "CFLAGS={flags} -D_FILE_OFFSET_BITS=64"]]
OWN_PROGRAM = "bzip2"
OWN_RUN = ["sh", "-c", "{program} -c {made}/text | {program} -dc | cmp - {made}/text"]
SUITE = [["cp", "-r", "{source}/.", "."],
         ["make", "test", "CC={cc}", "CFLAGS={flags} -D_FILE_OFFSET_BITS=64"]]
SUITE_IS_QUICK = True
