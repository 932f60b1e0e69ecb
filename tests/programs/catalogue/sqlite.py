"""sqlite: the amalgamation and the shell, on a script that creates, indexes and queries."""
TITLE = "SQLite 3"
PACKAGE = "sqlite3"
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
