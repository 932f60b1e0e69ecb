"""sqlite: the amalgamation and the shell, on a script that creates, indexes and queries."""
TITLE = "SQLite 3"
PACKAGE = "sqlite3"
IS_LONG = True
PREPARE = [["{source}/configure", "-q", "--disable-tcl", "--disable-readline", "--disable-shared"],
           ["make", "sqlite3.c", "shell.c"]]
SOURCES = ["{made}/sqlite3.c", "{made}/shell.c"]
FLAGS = ["-I{made}", "-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION",
         "-DSQLITE_ENABLE_MATH_FUNCTIONS"]
LINK = ["-lm"]
RUNS = [["{program}", "-batch", "test.db", ".read {workload}/sqlite.sql"]]
LEAST_LINES = 40000
OWN_BUILD = [["{source}/configure", "-q", "--disable-tcl", "--disable-readline",
              "--disable-shared", "CC={cc}", "CFLAGS={flags}"],
             ["make", "sqlite3"]]
OWN_PROGRAM = "sqlite3"
OWN_RUN = ["{program}", "-batch", ":memory:", ".read {workload}/sqlite.sql"]
# SQLite's own extraquick.test takes minutes; some of its tests fail for root. io-5.5 depends on the
# disk, with and without the flag.
SUITE = [["{source}/configure", "-q", "--with-tcl=/usr/lib/tcl8.6", "--disable-readline",
          "--disable-shared", "CC={cc}", "CFLAGS={flags}"],
         ["make", "testfixture"],
         ["mkdir", "-m", "777", "run"],
         ["sh", "-c", "cd run && HOME=$PWD {as_user} ../testfixture {source}/test/extraquick.test || :"]]
SUITE_SAYS = r"\n(0 errors out of |1 errors out of .*\n!Failures on these tests: io-5.5\n)"
