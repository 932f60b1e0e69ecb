// extremes.cpp: a minimum or maximum on a line is no branch, and what it gives is as ever; where a line of its own asks how often
// it was one, that is counted.
//: flags = -std=c++17
#include <cmath>
#include <cstdio>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define RAISE(m, a) do { if ((a) > (m)) (m) = (a); } while (0)
template <class T> static const T &least(const T &a, const T &b) { return b < a ? b : a; } //= 24
static double same(double a, double b) { //= 72
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b); //= 72
}
static int failures;
static void check(double got, double want) { //= 72
  if (!same(got, want)) failures++; //= 72
}
static double values[] = {0.0, -0.0, 1.5, NAN, -2.0, 7.0};
static int numbers[] = {3, -7, 3, 12, 5, 12};
struct Pair { int greatest, least; };
static int once;
static int next() { return numbers[once++]; } //= 4
// What is written between the look at the one and the look at the other.
static int bump(int *p) { return *p += 100, 1; } //= 5
struct Kept { ~Kept() { failures += failures < 0; } }; //= 1
static void bump_it(int &m) { if (m > 1000) throw m; m += 100; } //= 1
static int store_it(int m, int a, int c) { if (m < (c && bump(&m), a)) m = a; return m; } //= 2
static int choose_it(int m, int a, int c) { return m < (c && bump(&m), a) ? m : a; } //= 2
static int in_comparison(int *g, int a) { return *g < (bump(g), a) ? *g : a; } //= 1
// What a way does beside it.
static int in_arm(int a, int b) { int n = 0; int v = a < b ? (n++, a) : b; return n * 1000 + v; } //= 2
static int in_other_arm(int a, int b) { int n = 0; int v = a < b ? a : (n++, b); return n * 1000 + v; } //= 2
static int in_block(int m, int a) { int n = 0; if (m < a) { n++; m = a; } return n * 1000 + m; } //= 2
// What is compared is another variable, not that which is written.
static int another(int m, int a, int x) { if (x < a) m = a; return m; } //= 2
// A part of it on another line, with code or without any, is a line as any other.
#define NOTHING
static int with_nothing(int m, int a) { //= 10
  if (m < a) { m = a; //= 10
    NOTHING; //= 4
  }
  return m; //= 10
}
static int with_variable(int m, int a) { //= 10
  if (m < a) { m = a; //= 10
    int unused; //= 4
  }
  return m; //= 10
}
static int with_label(int m, int a) { //= 10
  if (m < a) { m = a; //= 10
  done: ; //= 4
  }
  return m; //= 10
}
static int with_jump(int m, int a) { //= 10
  do if (m < a) { m = a; //= 10
    break; //= 4
  } while (0);
  return m; //= 10
}
static int store_kept(int m, int a) { //= 1
  Kept kept; //= 1
  if (m < (bump_it(m), a)) m = a; //= 1
  return m; //= 1
}
int main() { //= 1
  if (store_it(10, 5, 1) != 110 || store_it(10, 500, 1) != 500) //= 1
    return 6; //= 0
  if (choose_it(1, 5, 1) != 101 || choose_it(1, 500, 1) != 101) //= 1
    return 7; //= 0
  if (store_kept(10, 5) != 110) //= 1
    return 8; //= 0
  int g = 1; //= 1
  if (in_comparison(&g, 5) != 101 || g != 101) //= 1
    return 9; //= 0
  if (in_arm(1, 2) != 1001 || in_arm(2, 1) != 1) //= 1
    return 10; //= 0
  if (in_other_arm(1, 2) != 1 || in_other_arm(2, 1) != 1001) //= 1
    return 14; //= 0
  if (in_block(1, 2) != 1002 || in_block(2, 1) != 2) //= 1
    return 11; //= 0
  if (another(9, 1, 5) != 9 || another(9, 5, 1) != 5) //= 1
    return 12; //= 0
  for (int i = 0; i < 10; i++) //= 11
    g += with_nothing(5, i) + with_variable(5, i) + with_label(5, i) + with_jump(5, i); //= 10
  if (g != 101 + 4 * 60) //= 1
    return 13; //= 0
  for (int i = 0; i < 6; i++) //= 7
    for (int j = 0; j < 4; j++) { //= 30
      const double a = values[i], b = values[j]; //= 24
      double want = b, m = b, n = b; //= 24
      if (a > b) //= 24
        want = a; //= 5
      check(a > b ? a : b, want); //= 24
      if (a > m) m = a; //= 24
      RAISE(n, a); //= 24
      check(m, n); //= 24
      want = a; //= 24
      if (b < a) //= 24
        want = b; //= 5
      check(least(a, b), want); //= 24
    }
  int m = 0, line = 0, k = 0; //= 1
  unsigned u = 0; //= 1
  long wide = -100; //= 1
  Pair p = {0, 0}; //= 1
  for (int i = 0; i < 6; i++) { //= 7
    m = numbers[i] > m ? numbers[i] : m; //= 6
    u = (unsigned)numbers[i] > u ? (unsigned)numbers[i] : u; //= 6
    wide = wide >= numbers[i] ? wide : numbers[i]; //= 6
    p.least = numbers[i] < p.least ? numbers[i] : p.least; //= 6
    if (numbers[i] > p.greatest) p.greatest = numbers[i]; //= 6
    if (numbers[i] > line) //= 6
      line = numbers[i]; //= 2
    k = MAX(k, MAX(numbers[i], i)); //= 6
  }
  if (m != 12 || line != 12 || k != 12 || u != -7u || wide != 12 || p.greatest != 12 || p.least != -7) //= 1
    return 2; //= 0
  // What is called, or written, is so once more.
  m = next() > next() ? next() : 0; //= 1
  if (m != 3 || once != 3) //= 1
    return 3; //= 0
  m = 1; //= 1
  m = next() > (k = 4) ? k : m; //= 1
  volatile int seen = 5; //= 1
  m = seen > m ? seen : m; //= 1
  if (m != 5) //= 1
    return 4; //= 0
  int x = 9, y = 2; //= 1
  if (x > y) y = x; else failures += 7; //= 1
  int t = x < y ? y : x < k ? k : x; //= 1
  if (t != 9 || y != 9 || failures) //= 1
    return 5; //= 0
  printf("%d\n", t); //= 1
}
