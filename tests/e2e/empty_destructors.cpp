// empty_destructors.cpp: destructors that do no more than their base's are functions of their own.
//: levels = -O0 | -O1 | -O2 | -O3 | -O2 -flto=thin
//: flags = -std=c++17
//: calls Base::~Base = 16
//: calls Inside::~Inside = 2
//: calls Outside::~Outside = 2
//: calls Defaulted::~Defaulted = 4
//: calls space::Later::~Later = 2
//: calls Used::~Used = 2
#include <cstdio>

static int ended;

struct Base {
  virtual ~Base(); //= -
  int x = 1; //= 16
};
Base::~Base() { ended++; } //= 16

struct Inside : Base {
  ~Inside() override {} //= 2
};
struct Outside : Base {
  Outside(); //= -
  ~Outside() override; //= -
};
Outside::Outside() { x = 3; } //= 2
Outside::~Outside() {} //= 2
template <class T> struct Made : Base {
  ~Made() override {} //= 2
};
struct Defaulted : Base {
  ~Defaulted() override = default; //= 4
};
struct Third : Defaulted {
  ~Third() {} //= 2
};
struct Implied : Base {
  int y = 1; //= 2
};
namespace space {
struct Later : Base {
  ~Later() override; //= -
};
Later::~Later() = default; //= 2
} // namespace space

struct Used : Base {
  __attribute__((used)) ~Used() override {} //= 2
};

int main() { //= 1
  Base *all[] = {new Inside, new Outside, new Made<int>, new Defaulted, //= 1
                 new Third, new Implied, new space::Later, new Used};
  for (Base *b : all) //= 9
    delete b; //= 8
  {
    Inside a; //= 1
    Outside b; //= 1
    Made<int> c; //= 1
    Defaulted d; //= 1
    Third e; //= 1
    Implied f; //= 1
    space::Later g; //= 1
    Used h; //= 1
  }
  std::printf("%d\n", ended); //= 1
  return 0; //= 1
}
