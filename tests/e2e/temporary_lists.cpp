// temporary_lists.cpp: lists of temporaries are destroyed by loops of clang's, which are none of the source, in
// whatever statement they are.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

struct T {
  int x;
  explicit T(int x) : x(x) {} //= -
  T(const T &o) : x(o.x) {}   //= -
  ~T() {}                     //= -
};
static std::vector<std::string> names() { //= 10
  return {"a", "b", "c"}; //= 10
}
static int take(std::initializer_list<T> list) { //= 21
  return list.begin()->x; //= 21
}
static int turns(int i) { //= 3
  int n = 0; //= 3
  while (take({T(i), T(2)}) < 3) { //= 9
    i++; //= 6
    n++; //= 6
  }
  do { //= 9
    n++; //= 9
  } while (take({T(n), T(2), T(3)}) < 8 - i); //= 9
  return n; //= 3
}
static int lengths() { //= 2
  int n = 0; //= 2
  for (const std::string &s : {std::string("x"), std::string("y"), std::string("z")}) //= 8
    n += s.size(); //= 6
  return n; //= 2
}
static int broken_off(int k) { //= 5
  int found = -1; //= 5
  for (const T &t : {T(1), T(2), T(3)}) //= 14
    if (t.x == k) { //= 12
      found = t.x; //= 3
      break; //= 3
    }
  return found; //= 5
}
static int returned_from(int k) { //= 5
  for (const T &t : {T(1), T(2), T(3)}) //= 14
    if (t.x == k) //= 12
      return k; //= 3
  return -1; //= 2
}
static int jumped_out_of(int k) { //= 5
  for (const T &t : {T(1), T(2), T(3)}) { //= 11
    if (t.x > k) //= 10
      continue; //= 3
    for (const T &u : {T(4), T(t.x)}) { //= 16
      if (u.x == k) //= 13
        goto found; //= 4
    }
  }
  k = 0; //= 1
found: //= 5
  return k; //= 5
}
static int in_switch(int i) { //= 2
  switch (take({T(i), T(2)})) { //= 2
  case 1: //= 1
    return take({T(5), T(2)}); //= 1
  default: //= 1
    break; //= 1
  }
  return 3; //= 1
}
// What follows a temporary on its line goes on with the line.
static int on_a_line(int n) { //= 5
  int sum = 0; //= 5
  { sum += T(1).x; } sum++; //= 5
  if (n & 1) { sum += T(1).x; } sum++; //= 5
  { T t(n); if (n & 1) sum++; else sum += T(n).x; } sum++; //= 5
  for (int i = 0; i < 3; i++) //= 20
    sum += T(i).x; sum++; //= 20
  return sum; //= 5
}
int main() { //= 1
  int sum = 0; //= 1
  for (int i = 0; i < 10; i++) //= 11
    sum += names().size(); //= 10
  for (int i = 0; i < 3; i++) //= 4
    sum += turns(i); //= 3
  for (int i = 0; i < 2; i++) //= 3
    sum += lengths(); //= 2
  for (int i = 0; i < 5; i++) //= 6
    sum += broken_off(i) + returned_from(i) + jumped_out_of(i); //= 5
  for (int i = 0; i < 2; i++) //= 3
    sum += in_switch(i); //= 2
  for (int i = 0; i < 5; i++) //= 6
    sum += on_a_line(i); //= 5
  printf("%d\n", sum); //= 1
  return 0; //= 1
}
