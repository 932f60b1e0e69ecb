/// \file range_test.h
/// Long ranges of a switch's values.
#ifndef LINEPROF_PLUGIN_RANGE_TEST_H
#define LINEPROF_PLUGIN_RANGE_TEST_H

#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
class SwitchInst;
} // namespace llvm

namespace lineprof {

/// Clang's test of a long range of values (`case 1 ... 999`), which is no case
/// of its switch, but follows where that has none.
struct RangeTest {
  const llvm::SwitchInst *Switch = nullptr; ///< null: it is none
  std::optional<int64_t> First; ///< not known where the value is constant
};

/// What \p BB is: if (value - First <= Last - First), of a switch's value. It
/// stands where clang was before.
RangeTest rangeTest(const llvm::BasicBlock &BB);

} // namespace lineprof

#endif
