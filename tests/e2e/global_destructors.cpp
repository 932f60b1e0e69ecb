// global_destructors.cpp: a global variable that is a constant but for its destructor is set up once, on its line,
// though the code that registers the destructor stands on none.
//: levels = -O0 | -O1 | -O2 | -O0 -fno-use-cxa-atexit
//: flags = -std=c++17 -pthread
#include <cstdio>
#include <memory>
#include <thread>

struct D {
  int x = 1;
  ~D() { x = 0; } //= 18
};
D plain;                        //= 1
static std::unique_ptr<int> owner; //= 1
D list[2];                      //= 1
static D table[2][2];           //= 1
namespace {
D unnamed; //= 1
}
extern D declared; // no definition
D declared; //= 1
template <class T> D made; //= 1
template <class T> struct Of {
  static D member;
  struct Inner {
    inline static D deep; //= 1
  };
};
template <class T> D Of<T>::member; //= 1
struct Holder {
  inline static D in_class; //= 1
  static D outside;
};
D Holder::outside; //= 1
static thread_local D each; //= 2
static int number() { return 3; } //= 2
static int on_two_lines = //= 1
    number();
struct Computed {
  int x;
  ~Computed() { x = 0; } //= 1
};
static Computed computed{number()}; //= 1
static const D same_line_1, same_line_2; //= 2

int main() { //= 1
  int sum = plain.x + (owner == nullptr) + list[1].x + table[1][1].x + unnamed.x + declared.x + made<int>.x; //= 1
  sum += Of<int>::member.x + Of<int>::Inner::deep.x + Holder::in_class.x + Holder::outside.x + each.x; //= 1
  std::thread([&] { sum += each.x; }).join(); //= 2
  printf("%d\n", sum + computed.x + same_line_1.x + same_line_2.x); //= 1
  return 0; //= 1
}
