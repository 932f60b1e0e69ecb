/// \file finder.cpp
/// Finds the statements that instructions belong to, by their debug locations.
#include "plugin/finder.h"

#include "plugin/cleanup.h"
#include "plugin/llvm_compat.h"
#include "plugin/openmp.h"
#include "plugin/range_test.h"
#include "plugin/unwinding.h"
#include "plugin/variables.h"
#include "plugin/variants.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace lineprof {

uint32_t StatementFinder::caseOf(uint32_t Switch, int64_t Value) const {
  // The instance's first: a constant may have another value in its types.
  const CaseMap *const Maps[] = {OwnCases, &Map.Cases};
  for (const CaseMap *Cases : Maps) {
    if (!Cases)
      continue;
    const auto Label = Cases->find({Switch, Value});
    if (Label != Cases->end())
      return Label->second;
  }
  return NoUnit;
}

uint32_t StatementFinder::label(const Instruction &Terminator,
                                unsigned Successor) {
  const RangeTest Test = rangeTest(*Terminator.getParent());
  const auto *Switch =
      Test.Switch ? Test.Switch : dyn_cast<SwitchInst>(&Terminator);
  const uint32_t U = Switch ? unitOf(*Switch) : NoUnit;
  if (U == NoUnit)
    return NoUnit;
  if (Test.Switch && Successor == 0)
    return Test.First ? caseOf(U, *Test.First) : NoUnit;
  if (Test.Switch || Successor == 0) // to the next test, or to `default`
    return rangeTest(*Terminator.getSuccessor(Successor)).Switch == Switch
               ? NoUnit
               : Map.Units[U].Default;
  const auto Case =
      *SwitchInst::ConstCaseIt::fromSuccessorIndex(Switch, Successor);
  return caseOf(U, Case.getCaseValue()->getSExtValue());
}

uint32_t StatementFinder::placeOf(const Instruction &I, uint32_t Body) {
  return placeAt(I.getDebugLoc(), I, Body);
}

uint32_t StatementFinder::placeAt(const DILocation *Loc, const Instruction &I,
                                  uint32_t Body) {
  if (!HasAST || !Loc || Loc->getLine() == 0)
    return NoUnit;
  const uint32_t File = fileOf(Loc->getFile());
  return Map.Files[File].Units.empty()
             ? NoUnit
             : unitAt(I, File, positionOf(*Loc), Body);
}

uint32_t StatementFinder::unitAt(const Instruction &I, uint32_t File,
                                 Position At, uint32_t Body) const {
  const uint32_t Own = Included.unitOf(I);
  return Own != NoUnit ? Own : Map.unitAt(File, At, Body);
}

/// Where the loop begins that \p I leads back in, as clang notes there; null if
/// it does not.
static const DILocation *loopOf(const Instruction &I) {
  if (const MDNode *Loop = I.getMetadata(LLVMContext::MD_loop))
    for (const MDOperand &Operand : Loop->operands())
      if (const auto *Begin = dyn_cast_or_null<DILocation>(Operand.get()))
        return Begin;
  return nullptr;
}

uint32_t StatementFinder::loopTurnedBy(const Instruction &I) {
  const uint32_t U = placeAt(loopOf(I), I, OwnBody);
  return U != NoUnit && Map.Units[U].HasLoop ? U : NoUnit;
}

/// Whether \p U is a handler of all of a constructor, or its braces.
bool StatementFinder::isOfConstructor(uint32_t U) const {
  while (U != NoUnit && Map.Units[U].Kind == UnitKind::Compound)
    U = Map.Units[U].Parent;
  const uint32_t Try = U != NoUnit && Map.Units[U].Kind == UnitKind::Handler
                           ? Map.Units[U].Parent
                           : NoUnit;
  return Try != NoUnit && Map.Units[Try].IsOfConstructor;
}

uint32_t StatementFinder::bodyOf(const Instruction &I) {
  uint32_t U = placeOf(I);
  if (isOfConstructor(U)) // that ends where the last handler does
    U = Map.bodyAround(U);
  if (U == NoUnit || Map.Units[U].Kind != UnitKind::Body)
    return NoUnit;
  return Map.Files[Map.Units[U].File].IsRepeated ? OwnBody : U;
}

bool StatementFinder::isKnownByName(const Function &F) const {
  return Map.OwnBodies.count(linkageNameOf(F));
}

bool StatementFinder::initialisesMembers(const Function &F) {
  return any_of(instructions(F), [this](const Instruction &I) {
    const uint32_t U = placeOf(I);
    return U != NoUnit && Map.Units[U].Class != 0;
  });
}

StatementFinder::StatementFinder(StatementMap &Map)
    : Map(Map), HasAST(!Map.empty()), Included(Map) {}

static bool calls(const Instruction &I, StringRef Name) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == Name;
}

/// As Objective-C's do, whose handlers need not begin with a call.
static bool catchesObjects(const Function &F) {
  return F.getPersonalityFn()->stripPointerCasts()->getName().contains("objc");
}

bool StatementFinder::beginsCatch(const BasicBlock &BB,
                                  const BasicBlock &From) {
  if (!catchesObjects(*BB.getParent()))
    return any_of(
        BB, [](const Instruction &I) { return calls(I, "__cxa_begin_catch"); });
  const auto Handler = [this](const BasicBlock &In) {
    const uint32_t U = placeOf(*In.getTerminator());
    return U == NoUnit ? NoUnit : Map.handlerAround(U);
  };
  return Handler(BB) != NoUnit && Handler(BB) != Handler(From);
}

bool StatementFinder::throwsAgain(const Instruction &I) {
  return calls(I, "__cxa_rethrow");
}

uint32_t StatementFinder::handlerEndedBy(const Instruction &I) {
  if (!(calls(I, "__cxa_end_catch") || throwsAgain(I)) ||
      Unwinding.contains(I.getParent()))
    return NoUnit;
  return Map.handlerAround(placeOf(I));
}

static bool keepsArgument(const Instruction &I) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && isa<Argument>(Store->getValueOperand());
}

void StatementFinder::enter(const Function &F) {
  Approximate = false;
  InStructor = isStructor(F);
  OwnBody = NoUnit;
  Included.enter(F, OwnBody);
  const auto Ways = Map.Switches.find(linkageNameOf(F));
  OwnCases = Ways == Map.Switches.end() ? nullptr : &Ways->second.Cases;
  Prologue.clear();
  Destroying.clear();
  WaysOut.clear();
  Captured.clear();
  Upkeep.clear();
  Values.clear();
  Unwinding = F.hasPersonalityFn()
                  ? unwindingBlocks(
                        F,
                        [this](const BasicBlock &BB, const BasicBlock &From) {
                          return beginsCatch(BB, From);
                        })
                  : DenseSet<const BasicBlock *>();
  for (const BasicBlock &BB : F)
    if (destroysElement(BB))
      Destroying.insert(&BB);
  const bool IsOutlined = isOutlined(F.getName());
  const Instruction *FirstSuspend = nullptr, *FirstPlaced = nullptr;
  for (const Instruction &I : instructions(F)) {
    findUpkeep(I, Upkeep);
    const auto *II = dyn_cast<IntrinsicInst>(&I);
    const auto *Slot = dyn_cast<AllocaInst>(&I);
    if (Slot && holdsWayOut(*Slot))
      WaysOut.insert(Slot);
    else if (IsOutlined && keepsArgument(I))
      Captured.insert(I.getOperand(1));
    else if (isa<ReturnInst>(I))
      OwnBody = bodyAt(I);
    else if (!FirstPlaced && isInBody(placeOf(I)))
      FirstPlaced = &I;
    else if (II && II->getIntrinsicID() == Intrinsic::coro_suspend &&
             !FirstSuspend)
      FirstSuspend = II;
  }
  // What never returns is told by any other place in it.
  if (OwnBody == NoUnit && FirstPlaced)
    OwnBody = bodyAt(*FirstPlaced);
  if (FirstSuspend)
    for (const Instruction &I : instructions(F)) {
      if (&I == FirstSuspend)
        break;
      Prologue.insert(&I);
    }
  if (Included.enter(F, OwnBody))
    tellCopiesApart(F);
}

/// Whether \p U is in braces of a function: initialisers of members stand in
/// front of these.
bool StatementFinder::isInBody(uint32_t U) const {
  const uint32_t Around = U == NoUnit ? NoUnit : Map.bodyAround(U);
  return Around != NoUnit && Map.Units[Around].Kind == UnitKind::Body;
}

/// The body that \p I is in, best a return: by the function's name, or else
/// where its braces begin, around that place.
uint32_t StatementFinder::bodyAt(const Instruction &I) {
  const auto Known = Map.OwnBodies.find(linkageNameOf(*I.getFunction()));
  if (Known != Map.OwnBodies.end())
    return Known->second;
  const DISubprogram *SP = I.getFunction()->getSubprogram();
  return Map.bodyFrom(placeOf(I), SP->getScopeLine(),
                      SP->getName() == "operator()");
}

/// A task's variables are set up where it is made, at the places of its own
/// code that uses them. So are members, in their class. And what threads do for
/// a directive stands where that does, in the function around it.
bool StatementFinder::isElsewhere(uint32_t U) const {
  const uint32_t Around = Map.bodyAround(U);
  return OwnBody != NoUnit && Around != NoUnit && Around != OwnBody &&
         Map.Units[Around].Kind == UnitKind::Body &&
         (Map.isInside(Around, OwnBody) || Map.isInside(OwnBody, Around));
}

std::optional<LineKey> StatementFinder::lineOf(const Instruction &I) {
  const DILocation *Loc = I.getDebugLoc();
  if (!Loc || Loc->getLine() == 0)
    return std::nullopt;
  const uint32_t U = unitOf(I);
  return U == NoUnit ? LineKey(fileOf(Loc->getFile()), Loc->getLine())
                     : Map.lineOf(U);
}

uint32_t StatementFinder::fileOf(const DIFile *File) {
  const auto Known = Files.find(File);
  if (Known != Files.end())
    return Known->second;
  const std::string Path =
      absolutePath(File->getDirectory(), File->getFilename());
  uint32_t Index = Map.file(Path);
  if (Index == NoUnit) {
    Index = Map.Files.size();
    SourceFile New;
    New.Path = Path;
    Map.FileIndex.insert({Path, Index});
    Map.Files.push_back(New);
  }
  Files[File] = Index;
  return Index;
}

uint32_t StatementFinder::lineUnit(uint32_t File, uint32_t Line) {
  const bool IsOwn = OwnBody != NoUnit && Map.Units[OwnBody].File == File;
  const uint32_t Copy = IsOwn ? Map.Units[OwnBody].Copy : 0;
  const auto [Entry, IsNew] =
      LineUnits.insert({LineCopy({File, Line}, Copy), Map.Units.size()});
  if (IsNew) {
    Unit U;
    U.File = U.LineFile = File;
    U.Line = Line;
    U.Copy = Copy;
    U.HasLoop = true; // there may be one
    U.SubtreeEnd = Map.Units.size() + 1;
    Map.Units.push_back(U);
  }
  return Entry->second;
}

Definition StatementFinder::statementAround(const DILocation &Loc) {
  const uint32_t File = fileOf(Loc.getFile());
  const uint32_t U = HasAST ? Map.unitAt(File, positionOf(Loc)) : NoUnit;
  const bool IsKnown = U != NoUnit && Map.Units[U].isStatement();
  if (!IsKnown)
    return {File, Loc.getLine()};
  return {Map.Units[U].LineFile, Map.Units[U].Line};
}

Definition StatementFinder::definitionOf(const Function &F) {
  const DISubprogram *SP = F.getSubprogram();
  if (SP->getLine() != 0)
    return {fileOf(SP->getFile()), SP->getLine()};
  for (const Instruction &I : instructions(F))
    if (const DILocation *Loc = I.getDebugLoc())
      if (Loc->getLine() != 0)
        return statementAround(*Loc);
  const Definition Variable = variableOf(F, Map);
  return Variable.File != NoUnit ? Variable
                                 : Definition{fileOf(SP->getFile()), 0};
}

/// Whether \p V is the address of a virtual table. Where a constructor stores
/// it, clang stands at the function's body, be that a `try`.
static bool isVirtualTable(const Value &V) {
  const auto *Table =
      dyn_cast<GlobalVariable>(V.stripInBoundsConstantOffsets());
  return Table && compat::startsWith(Table->getName(), "_ZTV");
}

/// Whether \p I finds what a function that OpenMP's threads run got from around
/// it: reads that, or a reference in a structure that it got.
bool StatementFinder::isForCaptured(const Instruction &I) const {
  const Value *Address = getLoadStorePointerOperand(&I);
  if (Captured.empty() || !I.getType()->isPointerTy())
    return isa<LoadInst>(I) && Captured.contains(Address);
  if (!isa<LoadInst, GetElementPtrInst>(I))
    return false;
  const auto *From = dyn_cast<LoadInst>(
      (Address ? Address : &I)->stripInBoundsConstantOffsets());
  return Captured.contains(Address) ||
         (From && Captured.contains(From->getPointerOperand()));
}

/// Whether \p I, in \p U, reads a reference that a directive or its loop,
/// around \p U, keeps for what it stands in front of: at the place where that
/// is first used.
bool StatementFinder::isKeptByDirective(const Instruction &I, uint32_t U) {
  return isa<LoadInst>(I) && I.getType()->isPointerTy() && !I.use_empty() &&
         all_of(I.users(), [&](const User *Reader) {
           const auto *Store = dyn_cast<StoreInst>(Reader);
           const uint32_t Keeper = Store ? placeOf(*Store, OwnBody) : NoUnit;
           return Keeper != NoUnit && Keeper < U &&
                  U < Map.Units[Keeper].SubtreeEnd &&
                  (Map.Units[Keeper].Kind == UnitKind::Directive ||
                   Map.Units[Keeper].Kind == UnitKind::Loop);
         });
}

/// Whether \p I is none of what the loop at \p Place says of several that
/// became one, but of what that takes: sums, again for each of the variables,
/// and tests in front of it. Inner loops do no more than set their variables.
static bool isForNest(const Instruction &I, LoopNest Place) {
  if (Place == LoopNest::Outermost)
    return isa<LoadInst, BinaryOperator>(I);
  return Place == LoopNest::Inner && !setsCollapsed(I);
}

/// Code that no statement asked for: places for variables and the ends of their
/// lives, marks for the debugger and for the optimiser ([[assume]]), the
/// unpacking of an exception, the way behind clean-up code, what OpenMP's
/// threads are given and wait for, what -fprofile-instr-generate counts. Its
/// place is where clang was before. And conversions: of all that
/// `({ ... })->field` is, they stand where it begins, in what is inside the
/// braces if a macro makes it. A name in a structured binding stands where it
/// is declared, in whatever uses it.
bool StatementFinder::isBesideStatements(const Instruction &I) {
  if (isa<PHINode, AllocaInst, CastInst, DbgInfoIntrinsic, LandingPadInst,
          ExtractValueInst, UnreachableInst>(I))
    return true;
  if (isForCaptured(I) || isUpkeep(I))
    return true;
  const DILocation &Loc = *I.getDebugLoc();
  if (Map.Files[fileOf(Loc.getFile())].Bindings.count(positionOf(Loc)))
    return true;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return WaysOut.contains(Store->getPointerOperand()) ||
           isVirtualTable(*Store->getValueOperand());
  const auto *II = dyn_cast<IntrinsicInst>(&I);
  return II && (II->isLifetimeStartOrEnd() ||
                II->getIntrinsicID() == Intrinsic::assume ||
                II->getIntrinsicID() == Intrinsic::eh_typeid_for ||
                compat::startsWith(II->getCalledFunction()->getName(),
                                   "llvm.instrprof."));
}

/// Destructors are called where clang was before, or at the place of what it
/// was about: at the last word of a body without braces for what its loop or
/// condition declared. One that is called by name, or by delete, stands where
/// its statement does; like one without code, that is counted all the same.
static bool isCleanup(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && isDestructorCall(*Call);
}

/// Whether \p I belongs to a loop that destroys an array: is in it, or finds
/// the array's ends for it.
bool StatementFinder::isForDestruction(const Instruction &I) const {
  return Destroying.contains(I.getParent()) ||
         (isa<GetElementPtrInst, BitCastInst>(I) && !I.use_empty() &&
          all_of(I.users(), [this](const User *U) {
            return isForDestruction(*cast<Instruction>(U));
          }));
}

/// Whether \p I belongs to a call of OpenMP's runtime that clang made: is it,
/// reads the number of the thread for it, or goes by what it says to one thread
/// of all. Such calls stand where clang was.
static bool isForOpenmp(const Instruction &I) {
  if (choosesThread(I))
    return true;
  if (isa<LoadInst>(I) && !I.use_empty())
    return all_of(I.users(), [](const User *U) {
      return isForOpenmp(*cast<Instruction>(U));
    });
  return !openmpCall(I).empty();
}

/// The variable that \p I sets to a value of the source.
static const AllocaInst *setBy(const Instruction &I) {
  if (const auto *Copy = dyn_cast<MemTransferInst>(&I))
    return dyn_cast<AllocaInst>(Copy->getDest());
  const auto *Store = dyn_cast<StoreInst>(&I);
  const auto *Made =
      Store ? dyn_cast<IntrinsicInst>(Store->getValueOperand()) : nullptr;
  // The stack as it was before an array of variable length.
  if (!Store || (Made && Made->getIntrinsicID() == Intrinsic::stacksave))
    return nullptr;
  return dyn_cast<AllocaInst>(Store->getPointerOperand());
}

static bool reads(const User &U, const AllocaInst &Slot) {
  const auto *Copy = dyn_cast<MemTransferInst>(&U);
  return isa<LoadInst>(U) || (Copy && Copy->getSource() == &Slot);
}

/// The last statement of a statement expression whose value \p I keeps: at the
/// place of some statement before, and for a reader at the brace. Else NoUnit.
uint32_t StatementFinder::valueKeptBy(const Instruction &I) {
  const AllocaInst *Slot = setBy(I);
  if (!Slot)
    return NoUnit;
  const auto [Known, IsNew] = Values.insert({Slot, NoUnit});
  if (!IsNew)
    return Known->second;
  const auto Reader =
      find_if(Slot->users(), [&](const User *U) { return reads(*U, *Slot); });
  const uint32_t Braces = Reader == Slot->user_end()
                              ? NoUnit
                              : placeOf(*cast<Instruction>(*Reader), OwnBody);
  if (Braces != NoUnit && Map.Units[Braces].Kind == UnitKind::Expression)
    Known->second = Map.lastIn(Braces);
  return Known->second;
}

/// For each instruction of \p F that stands where several copies of an included
/// file have something.
void StatementFinder::tellCopiesApart(const Function &F) {
  const auto File = [this](const DIFile *Of) { return fileOf(Of); };
  DenseMap<const BasicBlock *, uint32_t> Labels;
  for (const BasicBlock &BB : F) {
    const auto Label = Labels.find(&BB);
    if (Label != Labels.end())
      Included.noteLabel(Label->second);
    // What tests a range of values stands where clang was.
    if (Unwinding.contains(&BB) || rangeTest(BB).Switch)
      continue;
    for (const Instruction &I : BB)
      if (I.getDebugLoc() && I.getDebugLoc().getLine() != 0 &&
          !isBesideStatements(I) && !isCleanup(I) && !isForDestruction(I) &&
          !isForOpenmp(I) && !Prologue.contains(&I) && valueKeptBy(I) == NoUnit)
        Included.note(I, File);
    Included.leave(BB);
    // Which copy's switch it is, is known now.
    const Instruction &End = *BB.getTerminator();
    for (unsigned S = 0; isa<SwitchInst>(End) && S < End.getNumSuccessors();
         S++) {
      const uint32_t To = label(End, S);
      // The last of several that stand one below the other.
      if (To != NoUnit) {
        uint32_t &Last = Labels[End.getSuccessor(S)];
        Last = std::max(Last, To);
      }
    }
  }
  Values.clear(); // which copy's they are was not known yet
}

/// Whether \p I, at the place of the directive \p U, is what it begins with.
bool StatementFinder::beginsDirective(const Instruction &I, uint32_t U) const {
  return entersDirective(I) || (Map.Units[U].IsSections && asksForPart(I));
}

uint32_t StatementFinder::unitOf(const Instruction &I) {
  // It stands where clang was before.
  const RangeTest Test = rangeTest(*I.getParent());
  if (Test.Switch)
    return unitOf(*Test.Switch);
  const DILocation *Loc = I.getDebugLoc();
  if (!Loc || Loc->getLine() == 0 || isBesideStatements(I))
    return NoUnit;
  const uint32_t File = fileOf(Loc->getFile());
  const bool OnlyJumps = isa<UncondBrInst>(I);
  // Members begin as their class says, which a system header may have.
  if (HasAST && InStructor && Map.Files[File].IsSystem &&
      Map.Files[File].Units.empty())
    return NoUnit;
  if (!HasAST || Map.Files[File].Units.empty()) {
    // One that was seen has nothing but functions without statements.
    Approximate |= !HasAST || Map.Files[File].IsSystem || File >= Map.SeenFiles;
    return OnlyJumps ? NoUnit : lineUnit(File, Loc->getLine());
  }
  if (isCleanup(I) || isForDestruction(I) || Unwinding.contains(I.getParent()))
    return NoUnit;
  const bool IsPrologue = Prologue.contains(&I);
  const uint32_t Value = IsPrologue ? NoUnit : valueKeptBy(I);
  if (Value != NoUnit)
    return Value;
  const Position At = positionOf(*Loc);
  const uint32_t U = unitAt(I, File, At, OwnBody);
  if (U == NoUnit || !Map.Units[U].isStatement() || isElsewhere(U))
    return NoUnit;
  // clang may make a promise of the coroutine's arguments, and not by a
  // constructor.
  if (IsPrologue && Map.Units[U].Class == 0)
    return NoUnit;
  if (OnlyJumps && Map.Units[U].Kind == UnitKind::Loop)
    return NoUnit;
  const bool IsAtBegin =
      !(At < Map.Units[U].Begin) && !(Map.Units[U].Begin < At);
  if (IsAtBegin && (Map.Units[U].IsOfConstructor ||
                    (Map.Units[U].CleansUp && isa<CallBase>(I))))
    return NoUnit;
  // The end of a function without a body of its own stands at its last word.
  const auto *Return = dyn_cast<ReturnInst>(&I);
  if (Return && !Return->getReturnValue() &&
      Map.Units[U].Kind != UnitKind::Jump)
    return NoUnit;
  if (isKeptByDirective(I, U) || isForNest(I, Map.Units[U].Nest))
    return NoUnit;
  const bool IsDirective = Map.Units[U].Kind == UnitKind::Directive;
  if ((IsDirective || isForOpenmp(I)) &&
      !(IsDirective && beginsDirective(I, U)))
    return NoUnit;
  return U;
}

} // namespace lineprof
