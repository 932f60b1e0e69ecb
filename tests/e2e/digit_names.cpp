// digit_names.cpp: functions whose names end as those of destructors do: D and a digit.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls Box::solveD1 = 5
//: calls part::throwD2 = 4
#include <cstdio>

static int n;

namespace part {
void stepD1() { n++; } //= 3
void throwD2() { throw 1; } //= 4
} // namespace part

struct Box {
  int left = 3; //= 1
  void solveD1() { if (left-- > 0) throw left; } //= 5
  bool hasD0() { return n++ < 5; } //= 6
};

int main() { //= 1
  for (int i = 0; i < 4; i++) { //= 5
    try { //= 4
      part::throwD2(); //= 4
      n++; //= 0
    } catch (int) { //= 4
      n++; //= 4
    }
  }
  Box box; //= 1
  for (int i = 0; i < 5; i++) //= 6
    try { //= 5
      box.solveD1(); //= 5
    } catch (int) { //= 3
    }
  n = 0; //= 1
  while (box.hasD0()) //= 6
    ; //= 5
  for (int i = 0; i < 6; i++) //= 7
    if (i & 1) //= 6
      part::stepD1(); //= 3
  std::printf("%d\n", n); //= 1
  return 0; //= 1
}
