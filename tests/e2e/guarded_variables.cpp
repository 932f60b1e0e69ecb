// guarded_variables.cpp: variables of threads that several units may define are set up once in each thread, though
// each access asks whether they are.
//: levels = -O0 | -O1 | -O2 | -O2 -g
//: flags = -std=c++17 -pthread
#include <cstdio>
#include <string>
#include <thread>

__attribute__((noinline)) static int made(int n) //= 10
{
  return n; //= 10
}
struct Owner {
  std::string name;
  explicit Owner(const std::string &n) : name(n) {} //= 4
  ~Owner() { name.clear(); } //= 4
};
template <class T> struct Of {
  static thread_local int number;
  static thread_local Owner owner;
  static int shared;
};
template <class T> thread_local int Of<T>::number = made(1); //= 2
template <class T> thread_local Owner Of<T>::owner{std::string("x") + std::to_string(made(2))}; //= 2
template <class T> int Of<T>::shared = made(3); //= 1
template <class T> thread_local int loose = made(4); //= 2
inline thread_local int in_header = //= 2
    made(5);
inline thread_local Owner other{"y"}; //= 2
inline int everywhere = made(7); //= 1

static int sum() { //= 200
  int all = Of<int>::number + Of<int>::shared + loose<long> + in_header + everywhere; //= 200
  return all + (int)(Of<char>::owner.name.size() + other.name.size()); //= 200
}

int main() { //= 1
  int all = 0; //= 1
  for (int i = 0; i < 100; i++) //= 101
    all += sum(); //= 100
  std::thread([&] { //= 2
    for (int i = 0; i < 100; i++) //= 101
      all += sum(); //= 100
  }).join();
  printf("%d\n", all); //= 1
}
