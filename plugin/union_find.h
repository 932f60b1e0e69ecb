/// \file union_find.h
/// Sets of numbers that are joined (Tarjan, van Leeuwen: Worst-case analysis of
/// set union algorithms, 1984; path halving).
#ifndef LINEPROF_PLUGIN_UNION_FIND_H
#define LINEPROF_PLUGIN_UNION_FIND_H

#include <cstddef>
#include <numeric>
#include <vector>

namespace lineprof {

class UnionFind {
public:
  /// The numbers below \p Count, each a set of its own.
  explicit UnionFind(size_t Count) : Parent(Count) {
    std::iota(Parent.begin(), Parent.end(), 0);
  }

  /// The one that stands for the set of \p Number.
  unsigned find(unsigned Number) {
    while (Parent[Number] != Number)
      Number = Parent[Number] = Parent[Parent[Number]];
    return Number;
  }

  /// False if they were in one set before.
  bool join(unsigned A, unsigned B) {
    A = find(A);
    B = find(B);
    Parent[A] = B;
    return A != B;
  }

private:
  std::vector<unsigned> Parent;
};

} // namespace lineprof

#endif
