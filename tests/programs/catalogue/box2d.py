"""box2d: boxes and balls that fall, with joints of every kind."""
TITLE = "Box2D"
PACKAGE = "box2d"
SOURCES = ["{source}/src/*/*.cpp", "{workload}/box2d_fall.cpp"]
FLAGS = ["-std=c++11", "-I{source}/include", "-I{source}/src"]
LINK = ["-lm"]
RUNS = [["{program}"]]
LEAST_LINES = 3000
OWN_BUILD = [["cmake", "-G", "Ninja", "{source}", "-DCMAKE_CXX_COMPILER={cxx}",
              "-DCMAKE_CXX_FLAGS={flags}", "-DBOX2D_BUILD_TESTBED=OFF",
              "-DBOX2D_BUILD_UNIT_TESTS=OFF"],
             ["ninja", "-j2"],
             ["sh", "-c", "{cxx} {flags} -I{source}/include {workload}/box2d_fall.cpp "
              "$(find . -name libbox2d.a) -o fall"]]
OWN_PROGRAM = "fall"
OWN_RUN = ["{program}"]
SUITE = [["sh", "-c", "mkdir doctest && cp {source}/unit-test/doctest.h doctest/"],
         ["cmake", "-G", "Ninja", "{source}", "-DCMAKE_CXX_COMPILER={cxx}",
          "-DCMAKE_CXX_FLAGS={flags} -I{build} -DDOCTEST_CONFIG_NO_POSIX_SIGNALS", "-DBOX2D_BUILD_TESTBED=OFF",
          "-DBOX2D_BUILD_UNIT_TESTS=ON"],
         ["ninja", "-j2"],
         ["sh", "-c", "$(find . -type f -name unit_test)"]]
SUITE_SAYS = "SUCCESS!"
