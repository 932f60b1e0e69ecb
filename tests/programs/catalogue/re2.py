"""re2: the library and a driver that searches, replaces and matches sets in a generated text.
Debian leaves the tables of Unicode out of the source and makes them of its own data."""
TITLE = "RE2"
PACKAGE = "re2"
PREPARE = [["sh", "-c", "perl {source}/re2/make_perl_groups.pl >perl_groups.cc"],
           ["sh", "-c", "/usr/bin/python3 {source}/re2/make_unicode_groups.py >unicode_groups.cc"],
           ["sh", "-c", "/usr/bin/python3 {source}/re2/make_unicode_casefold.py >unicode_casefold.cc"]]
SOURCES = ["{source}/re2/*.cc", "{made}/*.cc", "{source}/util/rune.cc", "{source}/util/strutil.cc",
           "{workload}/re2_search.cpp"]
FLAGS = ["-std=c++11", "-I{source}", "-DNDEBUG", "-pthread"]
LINK = ["-pthread"]
RUNS = [["{program}"]]
LEAST_LINES = 4000
OWN_BUILD = [["cp", "-r", "{source}/.", "."],
             ["sh", "-c", "cp {made}/*.cc re2/"],
             ["make", "-j2", "obj/libre2.a", "CXX={cxx}", "CXXFLAGS={flags} -pthread"],
             ["sh", "-c", "{cxx} {flags} -std=c++11 -I. {workload}/re2_search.cpp obj/libre2.a "
              "-o search -pthread"]]
OWN_PROGRAM = "search"
OWN_RUN = ["{program}"]
TESTS = ["charclass", "compile", "filtered_re2", "mimics_pcre", "parse", "possible_match", "re2",
         "re2_arg", "regexp", "required_prefix", "search", "set", "simplify", "string_generator"]
SUITE = [["cp", "-r", "{source}/.", "."],
         ["sh", "-c", "cp {made}/*.cc re2/"],
         ["make", "-j2", *("obj/test/" + name + "_test" for name in TESTS), "CXX={cxx}",
          "CXXFLAGS={flags} -pthread"],
         ["sh", "runtests", *("obj/test/" + name + "_test" for name in TESTS)]]
SUITE_SAYS = "ALL TESTS PASSED"
