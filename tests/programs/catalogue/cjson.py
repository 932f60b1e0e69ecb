"""cjson: parses, prints, patches and compares the inputs of its own tests."""
TITLE = "cJSON"
PACKAGE = "cjson"
SOURCES = ["{source}/cJSON.c", "{source}/cJSON_Utils.c", "{workload}/cjson_print.c"]
FLAGS = ["-I{source}", "-DENABLE_LOCALES"]
LINK = ["-lm"]
RUNS = [["sh", "-c", "{program} {source}/tests/inputs/*"],
        ["sh", "-c", "{program} -p {source}/tests/json-patch-tests/*.json"]]
LEAST_LINES = 1200
OWN_BUILD = [["cmake", "-G", "Ninja", "{source}", "-DCMAKE_C_COMPILER={cc}", "-DCMAKE_C_FLAGS={flags}",
              "-DENABLE_CJSON_UTILS=ON"],
             ["ninja", "-j2", "parse_examples", "misc_tests", "print_value"]]
# Its own tests, which load the shared library.
OWN_PROGRAM = "tests/parse_examples"
OWN_RUN = ["sh", "-c", "cd {build}/tests && ./parse_examples && ./misc_tests && ./print_value"]
SUITE = [["cmake", "-G", "Ninja", "{source}", "-DCMAKE_C_COMPILER={cc}", "-DCMAKE_C_FLAGS={flags}",
          "-DENABLE_CJSON_UTILS=ON"],
         ["ninja", "-j2"],
         ["ctest"]]
SUITE_SAYS = "100% tests passed"
