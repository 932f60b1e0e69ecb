// local_classes.cpp: what is in a class in a function is no part of the function around it: a constructor that has
// an initialiser and nothing else returns from the initialiser. So is a lambda that a macro makes.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17
#include <cstdio>

static volatile int sink;
static int two() { return 2; } //= 20
struct Base {
  int b;
  explicit Base(int k) : b(k) {} //= 38
  virtual ~Base() {}             //= 38
  virtual int run() { return b; } //= 0
};
static int test(int i) { //= 10
  class Mock : public Base { //= 10
  public:
    explicit Mock(int k) : Base(k) {} //= 10
    int run() override { return 7; }  //= 10
  };
  Mock a(i);    //= 10
  struct Pair { //= 10
    int x = two(); //= 10
    int y;
  };
  Pair p{};             //= 10
  static_cast<void>(p); //= 10
  class Holder {        //= 10
    int x = two();      //= 10

  public:
    Holder() {} //= 10
    int get() { return x; } //= 10
  };
  Holder h;               //= 10
  int unused;             //= 10
  return a.run() + h.get(); //= 10
}
#define LAMBDA auto add = [](int x) { return x + 1; };
#define CLASS struct M : Base { M() : Base(1) {} };
#define CLASS_AND_OBJECT struct M2 : Base { M2() : Base(1) {} } m2;
#define TWO_LAMBDAS auto f = [](int x) { return x + 2; }; auto g = [](int x) { return x + 3; };
static int of_macros(int n) { //= 5
  CLASS                       //= 5 + 20
  LAMBDA                      //= 5 + 20
  M m[4];                     //= 5
  CLASS_AND_OBJECT            //= 5 + 5
  int y;                      //= 5
  y = add(n);                 //= 5
  for (int i = 0; i < 3; i++) //= 20
    y += add(i);              //= 15
  TWO_LAMBDAS                 //= 5 + 10
  int z;                      //= 5
  {
    ;                         //= 5
  }
  return f(y) + g(y);         //= 5
}
static int tries(int n) try { //= 4
  struct Thrower : Base {     //= 4
    Thrower(int k)            //= 4
    try : Base(k == 2 ? throw k : k) { //= 4
      sink = sink + 1;        //= 3
    } catch (int) {           //= 1
      sink = sink - 1;        //= 1
    }
    int get(int k) try { //= 3
      return k;          //= 3
    } catch (...) {             //= 0
      return 2;                 //= 0
    }
  };
  int unused;      //= 4
  Thrower t(n);    //= 4
  return t.get(2); //= 3
} catch (int) {    //= 1
  return sink;     //= 1
}
int main() {         //= 1
  struct U {         //= 1
    int a;
    U() : a(0) {}    //= 1
  }
  t;
  sink = 1;          //= 1
  for (int i = 0; i < 10; i++) //= 11
    sink = sink + test(i); //= 10
  for (int i = 0; i < 5; i++) //= 6
    sink = sink + of_macros(i); //= 5
  for (int i = 0; i < 4; i++) //= 5
    sink = sink + tries(i); //= 4
  printf("%d\n", sink); //= 1
  return t.a;        //= 1
}
