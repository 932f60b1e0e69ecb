// handlers_by_expressions.cpp: a handler that has no code of its own begins with its first statement, though that begins with a
// statement expression.
#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
static volatile int s, g;
static int one() { return g++, 1; } //= -
static void may_throw(int n) { if (n > 2) throw n; } //= 70
struct Pair {
  int b = one(); //= 7
};
static int assigns(int n) //= 10
{
  try { //= 10
    may_throw(n); //= 10
  } catch (...) { //= 7
    s = MAX(s, n); //= 7
    return 1; //= 7
  }
  return 0; //= 3
}
static int declares(int n) //= 10
{
  try { //= 10
    may_throw(n); //= 10
  } catch (...) { //= 7
    int most = MAX(3, n); //= 7
    s += most; //= 7
  }
  return 0; //= 10
}
static int returns(int n) //= 10
{
  try { //= 10
    may_throw(n); //= 10
  } catch (...) { //= 7
    return MAX(3, n); //= 7
  }
  return 0; //= 3
}
static int lines(int n) //= 10
{
  try { //= 10
    may_throw(n); //= 10
  } catch (...) { //= 7
    s += ({ //= 7
      int t = 3; //= 7
      g++; //= 7
      t; //= 7
    });
  }
  return 0; //= 10
}
static int nested(int n) //= 10
{
  try { //= 10
    may_throw(n); //= 10
  } catch (...) { //= 7
    s += ({ //= 7
      {
        s += ({ //= 7
          g++; //= 7
          2; //= 7
        });
      }
      3; //= 7
    });
    s++; //= 7
  }
  return 0; //= 10
}
static int decides(int n) //= 10
{
  try { //= 10
    may_throw(n); //= 10
  } catch (...) { //= 7
    if (({ g++; n > 5; })) //= 7
      s++; //= 4
  }
  return 0; //= 10
}
static int members(int n) //= 10
{
  try { //= 10
    may_throw(n); //= 10
  } catch (...) { //= 7
    Pair p{}; //= 7
    s += p.b; //= 7
  }
  return 0; //= 10
}
int main() //= 1
{
  for (int n = 0; n < 10; n++) //= 11
    assigns(n), declares(n), returns(n), lines(n), nested(n), decides(n), members(n); //= 10
  return 0; //= 1
}
