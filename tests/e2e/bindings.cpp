// bindings.cpp: to use a name of a structured binding is no visit of its declaration.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17
#include <cstdio>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

struct Point {
  int x, y;
};

static int sum_of(const std::map<int, int> &m) { //= 1
  int sum = 0;                  //= 1
  for (const auto &[k, v] : m)  //= 3 + 1
    sum += k + v;               //= 3
  for (auto [k, v] : m) {       //= 3 + 1
    if (k > 1)                  //= 3
      sum += v;                 //= 2
    sum++;                      //= 3
  }
  return sum; //= 1
}

int main() { //= 1
  std::map<int, int> m{{1, 1}, {2, 2}, {3, 3}}; //= 1
  int sum = sum_of(m);                          //= 1
  for (int i = 0; i < 10; i++) {                //= 10 + 1
    auto [a, b] = std::make_pair(i, i + 1);     //= 10
    if (a > b)                                  //= 10
      continue;                                 //= 0
    for (int j = 0; j < b; j++)                 //= 55 + 10
      sum += a;                                 //= 55
    if (a < 3 && b < 3)                         //= 10
      sum++;                                    //= 2
  }
  for (int i = 0; i < 4; i++) {                     //= 4 + 1
    const auto [a, b, c] = std::make_tuple(i, 2, 3); //= 4
    sum += a;                                       //= 4
    sum += b * c;                                   //= 4
  }
  const std::vector<Point> points(5);    //= 1
  for (const auto &[x, y] : points)      //= 5 + 1
    sum += x + y;                        //= 5
  int array[2] = {1, 2};                 //= 1
  auto &[first, second] = array;         //= 1
  first += second;                       //= 1
  std::printf("%d\n", sum + array[0]);   //= 1
  return 0;                              //= 1
}
