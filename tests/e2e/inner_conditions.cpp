// inner_conditions.cpp: conditions whose value is that of a statement expression, as it is: a truth value in C++
// needs no code of the statement that it decides.
//: levels = -O0 | -O1 | -O2 | -O3
#include <cstdio>
static int g;
static bool odd(int n) { return n % 2; } //= 18

static int ifs(int n) { //= 10
  if (({       //= 10
        g++;   //= 10
        n > 5; //= 10
      }))
    return 1; //= 4
  if (({         //= 6
        if (odd(n)) //= 6
          g++;   //= 3
        odd(n);  //= 6
      }))
    return 2; //= 3
  return 0;   //= 3
}

static int loops(int n) { //= 1
  while (({      //= 6
           g++;  //= 6
           n++ < 5; //= 6
         }))
    g++; //= 5
  for (; ({          //= 4
          g++;       //= 4
          n++ < 9;   //= 4
       });)
    g++; //= 3
  do { //= 3
    g++;        //= 3
  } while (({   //= 3
           g++; //= 3
           n++ < 12; //= 3
         }));
  return n; //= 1
}

static int values(int n) { //= 10
  int r = ({      //= 10
            g++;  //= 10
            n > 5; //= 10
          })
              ? 1
              : 2;
  return ({        //= 10
           g++;    //= 10
           n > 3;  //= 10
         }) &&
         odd(r);
}

int main() { //= 1
  int r = 0; //= 1
  for (int i = 0; i < 10; i++) { //= 11
    r += ifs(i);    //= 10
    r += values(i); //= 10
  }
  r += loops(0); //= 1
  printf("%d %d\n", r, g); //= 1
}
