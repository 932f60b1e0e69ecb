/// \file remark_table.cpp
/// Remarks, and the bytes that format/remarks.c reads.
#include "plugin/remark_table.h"

#include "format/leb128.h"
#include "plugin/table_names.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace lineprof {

namespace {

class ChunkWriter {
public:
  void number(uint64_t Value) {
    unsigned char Encoded[10];
    Bytes.append(Encoded, Encoded + lp_leb128_write(Encoded, Value));
  }

  void hash(uint64_t Value) {
    for (unsigned I = 0; I < 8; I++)
      Bytes.push_back(Value >> 8 * I);
  }

  /// A text that was there before is named by how far back it is.
  void text(StringRef Text) {
    const auto Known = Texts.find(Text);
    if (Known != Texts.end()) {
      number(Bytes.size() - Known->second);
      return;
    }
    number(0);
    Texts[Text] = Bytes.size();
    number(Text.size());
    Bytes.append(Text.bytes_begin(), Text.bytes_end());
  }

  SmallVector<unsigned char, 1024> Bytes;

private:
  StringMap<size_t> Texts;
};

} // namespace

/// The linkage name \p Subject, with what it is demangled where the viewer may
/// not know how.
static std::string withName(std::string Subject) {
  const std::string Name = tableName(Subject, "");
  Subject.resize(std::min<size_t>(Subject.size(), LP_REMARK_TEXT_MOST));
  if (Name.empty())
    return Subject;
  return Subject + '\0' + Name.substr(0, LP_REMARK_TEXT_MOST);
}

void RemarkTable::add(const RemarkPlace &Place, RemarkText Text) {
  Text.Subject = withName(std::move(Text.Subject));
  Text.Detail.resize(std::min<size_t>(Text.Detail.size(), LP_REMARK_TEXT_MOST));
  File &Of = Files[Place.PathHash];
  Line &On = Of.Lines[Place.Line];
  const auto Known = On.find(Text);
  if (Known != On.end()) {
    Known->second++;
  } else if (On.size() < LP_REMARKS_LINE_MOST && Count < LP_REMARKS_UNIT_MOST) {
    On.insert({std::move(Text), 1});
    Count++;
  } else {
    Of.LeftOut++;
  }
}

void RemarkTable::emit(function_ref<void(ArrayRef<unsigned char>)> Keep) {
  for (const auto &[PathHash, Of] : Files) {
    ChunkWriter Body;
    Body.hash(PathHash);
    Body.number(Of.LeftOut);
    uint32_t Before = 0;
    for (const auto &[Number, Texts] : Of.Lines)
      for (const auto &[Text, Times] : Texts) {
        Body.number(Number - Before);
        Body.number(Text.Kind);
        Body.number(Times);
        Body.number(Text.Value);
        Body.text(Text.Subject);
        Body.text(Text.Detail);
        Before = Number;
      }
    ChunkWriter Chunk;
    Chunk.number(Body.Bytes.size());
    Chunk.Bytes.append(Body.Bytes);
    Keep(Chunk.Bytes);
  }
  Files.clear();
}

} // namespace lineprof
