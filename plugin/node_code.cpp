/// \file node_code.cpp
/// Which statements a function's code belongs to: clang's branches stand at
/// places of statements that they are not of.
#include "plugin/node_code.h"

#include "plugin/llvm_compat.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace lineprof {

NodeCode::NodeCode(const FlowGraph &Graph, const StatementMap &Map,
                   StatementFinder &Finder, Codeless &Statements)
    : Graph(Graph), Map(Map), Finder(Finder), Statements(Statements) {
  findRuns();
}

/// What makes arrays of variable length (C99) where nothing in \p F leads to:
/// it stands at the place that clang was at before.
static DenseSet<const Instruction *> findMisplaced(const Function &F) {
  df_iterator_default_set<const BasicBlock *> Reached;
  for (const BasicBlock *Block : depth_first_ext(&F.getEntryBlock(), Reached))
    (void)Block;
  DenseSet<const Instruction *> Found;
  for (const BasicBlock &Block : F)
    if (!Reached.count(&Block))
      for (const Instruction &Save : Block)
        if (const auto *Call = dyn_cast<IntrinsicInst>(&Save);
            Call && Call->getIntrinsicID() == Intrinsic::stacksave)
          for (const Instruction &I : Block)
            if (I.getDebugLoc() == Save.getDebugLoc())
              Found.insert(&I);
  return Found;
}

void NodeCode::findRuns() {
  Runs.resize(Graph.Nodes.size());
  const auto Misplaced = findMisplaced(*Graph.Nodes[1].First->getFunction());
  for (unsigned Node = 1; Node < Graph.Nodes.size(); Node++) {
    const Instruction *End = Graph.Nodes[Node].Last->getNextNode();
    for (const Instruction *I = Graph.Nodes[Node].First; I != End;
         I = I->getNextNode())
      // A condition has been computed before the branch, at a place of its own,
      // if it is no constant, as in `if (0 && f())`. That of a do loop, and
      // what makes a truth value for it, is at its
      // body's; no condition else leads back.
      if (!(isPlainBranch(*I) ||
            (isa<CondBrInst, UncondBrInst>(I) && !Runs[Node].empty() &&
             !isConstant(*I) && !isBehindInner(Node, *I)) ||
            (decides(*I) && leadsBack(Node))))
        addToRun(Node, Misplaced.count(I) ? NoUnit : Finder.unitOf(*I));
  }
  // A branch is what remains of a jump, or of a statement without code that
  // ends a block. It may be a left-over too: clang gives the branches that it
  // makes by itself the last place that it was at, so only the first one tells.
  for (unsigned Node = 1; Node < Graph.Nodes.size(); Node++) {
    const Instruction &Last = *Graph.Nodes[Node].Last;
    const uint32_t U = isPlainBranch(Last) ? Finder.unitOf(Last) : NoUnit;
    if (U != NoUnit && !Statements.hasCode(U) && !Statements.isLoopBody(U) &&
        !mayBeBehind(U) && (!Map.isDoCondition(U) || leadsBack(Node)))
      addToRun(Node, U);
    if (isa<ReturnInst>(Last))
      Body = Finder.bodyOf(Last);
    if (any_of(Graph.Nodes[Node].Out,
               [this](unsigned E) { return Graph.Edges[E].Turns; }))
      Latches[Node] = Finder.unitOf(Last);
    addHandler(Node);
  }
}

/// A handler in which nothing has code is where it ends. If that is by another
/// throw, what comes behind does not tell of the statements in it.
void NodeCode::addHandler(unsigned Node) {
  const Instruction *End = Graph.Nodes[Node].Last->getNextNode();
  for (const Instruction *I = Graph.Nodes[Node].First; I != End;
       I = I->getNextNode()) {
    const uint32_t H = Finder.handlerEndedBy(*I);
    if (H == NoUnit || Statements.hasCodeIn(H, Map.Units[H].SubtreeEnd))
      continue;
    SmallVector<uint32_t, 4> Within;
    if (StatementFinder::throwsAgain(*I))
      Statements.addChain(Map.Units[H].Next, Within);
    addToRun(Node, H);
    for (const uint32_t U : Within)
      addToRun(Node, U);
  }
}

/// Whether \p U is an `if` with code in a branch, or a constant one: what clang
/// makes behind that may stand at the condition.
bool NodeCode::mayBeBehind(uint32_t U) const {
  return Map.Ifs.count(U) &&
         (Statements.valueOf(U) >= 0 ||
          Statements.hasCodeIn(U + 1, Map.Units[U].SubtreeEnd));
}

/// Whether \p I is a branch, or makes its condition of a value just there.
bool NodeCode::decides(const Instruction &I) {
  const auto *Branch = dyn_cast<CondBrInst>(I.getParent()->getTerminator());
  return isa<CondBrInst, UncondBrInst>(I) ||
         (Branch && Branch->getCondition() == &I &&
          Branch->getDebugLoc() == I.getDebugLoc());
}

/// Whether a way from \p Node leads back in a loop: at once, or past what
/// -fprofile-instr-generate counts.
bool NodeCode::leadsBack(unsigned Node) const {
  auto IsBack = [this](unsigned E) { return Graph.Edges[E].Turns; };
  return any_of(Graph.Nodes[Node].Out, [&](unsigned E) {
    const FlowNode &To = Graph.Nodes[Graph.Edges[E].To];
    return IsBack(E) ||
           (To.First && isa<IntrinsicInst>(To.First) &&
            To.First->getNextNode() == To.Last && any_of(To.Out, IsBack));
  });
}

/// Whether \p I is where a statement goes on behind those in its condition,
/// whose value is the condition as it is: `if (({ f(); b; }))`.
bool NodeCode::isBehindInner(unsigned Node, const Instruction &I) const {
  const uint32_t U = Finder.unitOf(I), Before = Runs[Node].back();
  return U != NoUnit && U != Before && Map.isInside(Before, U);
}

bool NodeCode::isConstant(const Instruction &I) {
  const auto *Branch = dyn_cast<CondBrInst>(&I);
  return Branch && isa<Constant>(Branch->getCondition());
}

bool NodeCode::isPlainBranch(const Instruction &I) {
  return isa<UncondBrInst>(I);
}

void NodeCode::addToRun(unsigned Node, uint32_t U) {
  if (U == NoUnit || (!Runs[Node].empty() && Runs[Node].back() == U))
    return;
  Runs[Node].push_back(U);
  Statements.noteCode(U);
}

} // namespace lineprof
