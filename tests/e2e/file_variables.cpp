// file_variables.cpp: what sets up variables of a file, on the line of the declaration.
//: levels = -O0 | -O2
//: flags = -std=c++17
#include <cstdio>
#include <utility>

static int next() { //= 8
  static int last = 0; //= 8
  return ++last; //= 8
}

auto [first, second] = //= 1
    std::pair<int, int>{next(), next()};
template <int N> int numbered = next() + N; //= 1
template <> int numbered<4> = //= 1
    next();
template <class T> int of_type = //= 1
    next();
template <class T> int of_type<T *> = //= 1
    next();
template <> int of_type<char> = //= 1
    next();
static int plain = //= 1
    next();

int main() { //= 1
  std::printf("%d\n", first + second + numbered<2> + numbered<4> + of_type<int> + of_type<int *> + of_type<char> + plain); //= 1
  return 0; //= 1
}
