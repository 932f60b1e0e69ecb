// way_out.cpp: statements that are left by several ways share the clean-up of what they declare. Which way it
// was is noted beside the statement that clang was at, which is no visit of it.
//: flags = -std=c++17
#include <cstdio>
#include <map>
#include <string>
#include <vector>

static volatile int sink;
static bool rf(const std::vector<int> &l, int k) { //= 2
  for (int b : l) //= 8
    if (b == k) //= 7
      return true; //= 1
  return false;    //= 1
}
static bool rfs(const std::vector<std::string> &l, const std::string &k) { //= 2
  for (std::string s : l) //= 8
    if (s == k) //= 7
      return true; //= 1
  return false;    //= 1
}
static void wh(int n) { //= 1
  while (int x = n--) //= 7
    if (x & 1)        //= 6
      sink++;         //= 3
}
static int fo(int n) { //= 1
  for (int i = 0; int c = n - i; i++) //= 6
    if (c == 2)                       //= 6
      return 1;                       //= 1
  return 0;                           //= 0
}
static int sw(int n) { //= 6
  switch (int s = n * 2; s) //= 6
  case 8:                   //= 1
    if (n == 4)             //= 1
      return 1;             //= 1
  return 0;                 //= 5
}
static int q1(const std::map<int, int> &m, int k) { //= 3
  if (auto it = m.find(k); it != m.end()) { //= 3
    sink++;                                 //= 1
    return it->second;                      //= 1
  } else {
    sink--; //= 2
  }
  return 0; //= 2
}
static int q2(const std::map<int, int> &m, int k) { //= 3
  if (auto it = m.find(k); it != m.end()) { //= 3
    if (it->second == 3)                    //= 1
      return 3;                             //= 0
  }
  return 0; //= 3
}
static int q3(const std::map<int, int> &m, int k) { //= 3
  if (auto it = m.find(k); it != m.end()) { //= 3
    if (it->second == 3)                    //= 1
      return 3;                             //= 0
    return 4;                               //= 1
  }
  return 0; //= 2
}
static int q4(const std::map<int, int> &m, int k) { //= 3
  auto it = m.find(k);   //= 3
  if (it != m.end()) {   //= 3
    if (it->second == 3) //= 1
      return 3;          //= 0
    else
      return 4; //= 1
  } else {
    sink++; //= 2
  }
  return 0; //= 2
}
static int q5(int n) { //= 3
  if (std::string s(n, 'a'); s.size() > 1) { //= 3
    sink++;                                  //= 1
    return 2;                                //= 1
  } else {
    sink--; //= 2
  }
  return 0; //= 2
}
static int *find(int *p, int n) { return n == 2 ? p : nullptr; } //= 13
static int q6(int n) { //= 3
  if (int *p = find(&n, n)) //= 3
    return *p;              //= 1
  else
    sink++; //= 2
  return 0; //= 2
}
static int q7(int n) { //= 3
  if (int *p = find(&n, n)) { //= 3
    sink += *p;               //= 1
  } else {
    sink++; //= 2
  }
  return 0; //= 3
}
static int q8(int n) { //= 3
  int r = 0; //= 3
  while (int *p = find(&n, n)) { //= 4
    r += *p;                     //= 1
    n--;                         //= 1
  }
  return r; //= 3
}
static int q9(int n) { //= 3
  if (int *p = find(&n, n)) { //= 3
    return *p;                //= 1
  } else if (n == 1) {        //= 2
    sink++;                   //= 1
  } else {
    sink++; //= 1
  }
  return 0; //= 2
}
static int q10(int k) { //= 3
  static int l[] = {1, 2, 3}; //= 3
  for (int x : l) if (x == k) //= 1 + 2 + 4
      return x; //= 2
  return 0; //= 1
}
// One of those that come out of the same clean-up has been on the line behind it.
static int q11(int n) { //= 8
  if (int v = sink; n > 1) { //= 8
    do {                     //= 6 + 3
      if (n-- & 1)           //= 6 + 3
        return v;            //= 6
    } while (n & 3);         //= 3
  } else { static int w = 5; } sink += n; int x; //= 2
  x = sink;                  //= 2
  return x;                  //= 2
}
// The `try` that is passed on that line has no code: what it comes to is on the next.
static int q12(int n) { //= 9
  if (std::string s(n & 1, 'a'); s.size()) { //= 9
    sink++;                                  //= 4
  } else {
    sink--; n++; } try { //= 5 + 4
    sink += n; } catch (int) { sink++; } //= 9
  return sink; //= 9
}
int main() { //= 1
  std::vector<int> a{1, 2, 3}, b{1, 2, 3, 4, 5, 6}; //= 1
  std::vector<std::string> c{"a", "b", "c"}, d{"a", "b", "c", "d", "e", "f"}; //= 1
  std::map<int, int> m{{1, 2}, {2, 4}}; //= 1
  int t = rf(a, 4) + rf(b, 4) + rfs(c, "d") + rfs(d, "d"); //= 1
  wh(6); //= 1
  t += fo(7); //= 1
  for (int i = 0; i < 6; i++) //= 7
    t += sw(i); //= 6
  for (int i = 2; i < 5; i++) //= 4
    t += q1(m, i) + q2(m, i) + q3(m, i) + q4(m, i); //= 3
  for (int i = 0; i < 3; i++) //= 4
    t += q5(i) + q6(i) + q7(i) + q8(i) + q9(i); //= 3
  t += q10(1) + q10(2) + q10(9); //= 1
  for (int i = 0; i < 8; i++) //= 9
    t += q11(i); //= 8
  for (int i = 0; i < 9; i++) //= 10
    t += q12(i); //= 9
  printf("%d %d\n", t, sink); //= 1
}
