/// \file gpu_sites.cpp
/// Finds the calls that make a GPU work. What is looked at is the same for
/// `clang -x cuda` and for nvcc with clang as its host compiler:
///
///   %r = call i32 @__cudaPushCallConfiguration(...)  ; at the <<<>>>
///   br (%r != 0), skip, ok
///   ok: call void @_Z20__device_stub__saxpyifPKfPf(...)   ; clang's stub
///       call void @_Z5saxpyifPKfPf(...)                   ; nvcc's
///
/// The stub itself is on the line of the kernel's definition, so its caller is
/// what has the site.
#include "plugin/gpu_sites.h"

#include "plugin/calls.h"
#include "plugin/llvm_compat.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace lineprof {

namespace {

constexpr const char *PushName = "__cudaPushCallConfiguration";
constexpr const char *PopName = "__cudaPopCallConfiguration";
constexpr const char *StubMark = "__device_stub__";

struct ApiGroup {
  const char *Name; ///< a `*` at its end: what goes on with ApiWords, too
  lp_gpu_group Group;
};

/// What is called, without suffixes. The first row that fits decides.
const ApiGroup Apis[] = {
    {"cudaLaunch*", LP_GPU_LAUNCH},
    {"cuLaunch*", LP_GPU_LAUNCH},
    {"cudaGraphLaunch", LP_GPU_GRAPH},
    {"cudaGraphUpload", LP_GPU_GRAPH},
    {"cudaGraphInstantiate*", LP_GPU_GRAPH},
    {"cudaStreamBeginCapture*", LP_GPU_GRAPH},
    {"cudaStreamEndCapture", LP_GPU_GRAPH},
    {"cuGraphLaunch", LP_GPU_GRAPH},
    {"cuGraphUpload", LP_GPU_GRAPH},
    {"cuGraphInstantiate*", LP_GPU_GRAPH},
    {"cuStreamBeginCapture*", LP_GPU_GRAPH},
    {"cuStreamEndCapture", LP_GPU_GRAPH},
    {"cudaMemcpy*", LP_GPU_COPY},
    {"cudaMemPrefetch*", LP_GPU_COPY},
    {"cuMemcpy*", LP_GPU_COPY},
    {"cuMemPrefetch*", LP_GPU_COPY},
    {"cudaMemset*", LP_GPU_SET},
    {"cuMemset*", LP_GPU_SET},
    {"cudaMalloc*", LP_GPU_MEMORY},
    {"cudaFree*", LP_GPU_MEMORY},
    {"cudaHostAlloc", LP_GPU_MEMORY},
    {"cudaHostRegister", LP_GPU_MEMORY},
    {"cudaHostUnregister", LP_GPU_MEMORY},
    {"cuMemAlloc*", LP_GPU_MEMORY},
    {"cuMemFree*", LP_GPU_MEMORY},
    {"cuMemHostAlloc", LP_GPU_MEMORY},
    {"cuMemHostRegister", LP_GPU_MEMORY},
    {"cuMemHostUnregister", LP_GPU_MEMORY},
    {"cuMemCreate", LP_GPU_MEMORY},
    {"cuMemRelease", LP_GPU_MEMORY},
    {"cuMemMap", LP_GPU_MEMORY},
    {"cuMemUnmap", LP_GPU_MEMORY},
    {"cudaDeviceSynchronize", LP_GPU_WAIT},
    {"cudaThreadSynchronize", LP_GPU_WAIT},
    {"cudaStreamSynchronize", LP_GPU_WAIT},
    {"cudaEventSynchronize", LP_GPU_WAIT},
    {"cudaStreamWaitEvent", LP_GPU_WAIT},
    {"cudaEventRecord*", LP_GPU_WAIT},
    {"cuCtxSynchronize", LP_GPU_WAIT},
    {"cuStreamSynchronize", LP_GPU_WAIT},
    {"cuEventSynchronize", LP_GPU_WAIT},
    {"cuStreamWaitEvent", LP_GPU_WAIT},
    {"cuEventRecord*", LP_GPU_WAIT},
};

/// What CUDA's own names go on with, so that it may have new ones. A user's
/// function in C has another word: `cudaMemcpyChecked`.
const char *const ApiWords[] = {
    "2D",        "3D",         "Array",     "Async",       "AtoA",   "AtoD",
    "AtoH",      "Attributes", "Batch",     "Cooperative", "D16",    "D2",
    "D32",       "D8",         "Device",    "DtoA",        "DtoD",   "DtoH",
    "ExC",       "Ex",         "Flags",     "From",        "Func",   "Graph",
    "Grid",      "Host",       "HtoA",      "HtoD",        "Kernel", "Managed",
    "Mipmapped", "Multi",      "Params",    "Peer",        "Pitch",  "Pool",
    "Symbol",    "To",         "Unaligned", "With"};

/// Libraries whose functions begin with their name and a capital letter.
const char *const Libraries[] = {"cublas",   "cudnn",    "nccl",  "cufft",
                                 "cusparse", "cusolver", "curand"};

/// The name as it stands in the source: the headers add what tells a version
/// or a kind of default stream.
StringRef withoutSuffixes(StringRef Name) {
  for (;;) {
    const size_t At = Name.rfind('_');
    if (At == StringRef::npos || At == 0)
      return Name;
    const StringRef Suffix = Name.substr(At + 1);
    const bool IsVersion = Suffix.size() > 1 && Suffix[0] == 'v' &&
                           all_of(Suffix.substr(1), isDigit);
    if (Suffix != "ptsz" && Suffix != "ptds" && !IsVersion)
      return Name;
    Name = Name.substr(0, At);
  }
}

bool isOfApiWords(StringRef Text) {
  while (!Text.empty()) {
    const auto *Word = find_if(ApiWords, [Text](StringRef Known) {
      return compat::startsWith(Text, Known);
    });
    if (Word == std::end(ApiWords))
      return false;
    Text = Text.drop_front(StringRef(*Word).size());
  }
  return true;
}

bool fits(StringRef Name, StringRef Pattern) {
  return Pattern.consume_back("*")
             ? Name.consume_front(Pattern) && isOfApiWords(Name)
             : Name == Pattern;
}

/// The group of the function of C with this name; false if it has none.
bool groupOf(StringRef Name, lp_gpu_group &Group) {
  for (const ApiGroup &Api : Apis)
    if (fits(Name, Api.Name)) {
      Group = Api.Group;
      return true;
    }
  for (const StringRef Library : Libraries)
    if (compat::startsWith(Name, Library) && Name.size() > Library.size() &&
        Name[Library.size()] >= 'A' && Name[Library.size()] <= 'Z') {
      Group = LP_GPU_LIBRARY;
      return true;
    }
  return false;
}

/// The name of \p F without namespaces, arguments and those of templates.
std::string baseName(const Function &F) {
  const std::string Mangled = F.getName().str();
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Mangled.c_str()))
    return Mangled;
  char *const Text = Demangler.getFunctionBaseName(nullptr, nullptr);
  const std::string Base = Text ? Text : Mangled;
  free(Text);
  return Base;
}

/// Whether \p Name is an inline namespace's that tells a version, as
/// THRUST_300001_SM_900_NS or __8.
bool isVersion(StringRef Name) {
  return Name.find('_') != StringRef::npos && any_of(Name, isDigit) &&
         none_of(Name, [](char C) { return C >= 'a' && C <= 'z'; });
}

/// \p Text without what stands in angle brackets.
std::string withoutTemplates(StringRef Text) {
  std::string Rest;
  unsigned Depth = 0;
  for (const char C : Text) {
    Depth += C == '<';
    if (!Depth)
      Rest += C;
    Depth -= C == '>' && Depth;
  }
  return Rest;
}

/// As it is called: `thrust::sort`, `cub::DeviceReduce::Sum`.
std::string nameInSource(const Function &F) {
  const std::string Mangled = F.getName().str();
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Mangled.c_str()))
    return Mangled;
  char *const Context = Demangler.getFunctionDeclContextName(nullptr, nullptr);
  const std::string Outer = withoutTemplates(Context ? Context : "");
  free(Context);
  SmallVector<StringRef, 8> Parts;
  StringRef(Outer).split(Parts, "::", -1, /*KeepEmpty=*/false);
  std::string Name;
  for (const StringRef Part : Parts)
    if (!isVersion(Part))
      Name += Part.str() + "::";
  return Name + baseName(F);
}

/// \p F's name for people. clang calls a kernel's stub as the kernel, with a
/// mark before its name.
std::string kernelName(const Function &F) {
  std::string Name = demangle(F.getName().str());
  const size_t At = Name.find(StubMark);
  if (At != std::string::npos)
    Name.erase(At, strlen(StubMark));
  return Name;
}

/// Whether \p Path ends in `Folder/Name`, with any name that begins so.
bool isInFolder(StringRef Path, StringRef Folder, StringRef Begin) {
  const StringRef Name = sys::path::filename(Path);
  return sys::path::filename(sys::path::parent_path(Path)) == Folder &&
         compat::startsWith(Name, Begin);
}

/// Whether \p F stands in a header of CUDA's or NVTX's whose functions stand
/// for what they call, or in what nvcc writes beside the user's source. By
/// names that a file of the user's hardly has.
bool isOfCudaHeaders(const Function &F) {
  static constexpr StringLiteral Headers[] = {
      "cuda_runtime.h", "cuda_runtime_api.h", "cuda_device_runtime_api.h",
      "nvcc_internal_extended_lambda_implementation"};
  const DISubprogram *SP = F.getSubprogram();
  if (!SP || !SP->getFile())
    return false;
  const StringRef Path = SP->getFile()->getFilename();
  return is_contained(Headers, sys::path::filename(Path)) ||
         isInFolder(Path, "crt", "host_runtime.h") ||
         isInFolder(Path, "crt", "link.stub") ||
         isInFolder(Path, "nvtx3", "nvT") ||
         isInFolder(Path, "nvtx3", "nvtx") ||
         isInFolder(Path, "nvtxDetail", "nvtx") ||
         Path.find(".cudafe1.stub.c") != StringRef::npos ||
         compat::startsWith(F.getName(), "__cudaRegisterLinkedBinary");
}

bool isCallTo(const Instruction &I, StringRef Name) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? calleeOf(*Call) : nullptr;
  return Callee && Callee->getName() == Name;
}

bool isMarkedStub(const Function &F) {
  return F.getName().find("__device_stub_") != StringRef::npos;
}

/// Destructors of a launch's arguments come behind it.
bool isDestructor(const Function &F) {
  ItaniumPartialDemangler Demangler;
  const std::string Mangled = F.getName().str();
  return !Demangler.partialDemangle(Mangled.c_str()) &&
         Demangler.isCtorOrDtor() &&
         demangle(Mangled).find('~') != std::string::npos;
}

/// The kernel's name among the arguments of a call of cudaLaunchKernel or so.
std::string launchedName(const CallBase &Call, const Function &Callee) {
  for (const Use &Argument : Call.args())
    if (const auto *Kernel =
            dyn_cast<Function>(Argument->stripPointerCastsAndAliases()))
      if (Kernel != &Callee)
        return kernelName(*Kernel);
  return "";
}

/// Whether \p Call is a site by what it calls.
bool isApiSite(CallBase &Call, GpuSite &Site) {
  const Function *Callee = calleeOf(Call);
  if (!Callee || Callee->isIntrinsic())
    return false;
  // Nearly all calls: nothing that would be worth demangling.
  if (Callee->getName().find("cu") == StringRef::npos &&
      Callee->getName().find("nccl") == StringRef::npos)
    return false;
  // Inline functions of CUDA's headers stand for what they call; a function of
  // the user's may be called as he likes. CUDA itself is an interface of C.
  if (!isOfCudaHeaders(*Callee) &&
      (!Callee->isDeclaration() || compat::startsWith(Callee->getName(), "_Z")))
    return false;
  const std::string Base = baseName(*Callee);
  const StringRef Name = withoutSuffixes(Base);
  lp_gpu_group Group;
  if (!groupOf(Name, Group))
    return false;
  Site = {&Call, Group, Name.str()};
  // A function of the host's is no kernel.
  if (Group == LP_GPU_LAUNCH && !Name.contains("HostFunc")) {
    const std::string Kernel = launchedName(Call, *Callee);
    if (!Kernel.empty())
      Site.Name = Kernel;
  }
  return true;
}

/// Where the two ways behind \p Push meet again, and the way on which the
/// kernel is started; false if there is no such branch.
bool findWays(CallBase &Push, BasicBlock *&Ok, BasicBlock *&Join) {
  for (User *Compared : Push.users()) {
    auto *Compare = dyn_cast<ICmpInst>(Compared);
    if (!Compare)
      continue;
    for (User *Used : Compare->users()) {
      auto *Branch = dyn_cast<CondBrInst>(Used);
      if (!Branch)
        continue;
      const bool OkIfTrue = Compare->getPredicate() == ICmpInst::ICMP_EQ;
      BasicBlock *Skip = Branch->getSuccessor(OkIfTrue ? 1 : 0);
      Ok = Branch->getSuccessor(OkIfTrue ? 0 : 1);
      // nvcc: `push ? (void)0 : kernel(...)` has a block for the nothing.
      Join = Skip->getUniquePredecessor() && Skip->getSingleSuccessor()
                 ? Skip->getSingleSuccessor()
                 : Skip;
      return true;
    }
  }
  return false;
}

/// The call that starts the kernel, behind \p Push. Arguments may call
/// anything, other launches too, but come before it, and nothing behind it but
/// their destructors. It is of a stub, through a pointer or, by nvcc, of any
/// function.
CallBase *findLaunch(CallBase &Push) {
  BasicBlock *Ok, *Join;
  if (!findWays(Push, Ok, Join))
    return nullptr;
  SmallPtrSet<BasicBlock *, 8> Inside;
  CallBase *Launch = nullptr;
  for (BasicBlock *BB :
       ReversePostOrderTraversal<Function *>(Push.getFunction())) {
    // In this order a block comes behind those that lead to it.
    if (BB == Join)
      break;
    // Where exceptions go is no part of it.
    if (BB != Ok &&
        (BB->isEHPad() || none_of(predecessors(BB), [&](BasicBlock *From) {
           return Inside.contains(From);
         })))
      continue;
    Inside.insert(BB);
    for (Instruction &I : *BB) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !isCall(*Call))
        continue;
      const Function *Callee = calleeOf(*Call);
      if (!Callee || !isDestructor(*Callee))
        Launch = Call;
    }
  }
  return Launch;
}

} // namespace

bool isGpuGlue(const Function &F) {
  if (isMarkedStub(F) || isOfCudaHeaders(F) ||
      F.getName().find("__nv_save_fatbinhandle") != StringRef::npos)
    return true;
  bool Pushes = false, Starts = false;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? calleeOf(*Call) : nullptr;
    if (!Callee)
      continue;
    Pushes |= Callee->getName() == PushName;
    Starts |= Callee->getName() == PopName || isMarkedStub(*Callee);
  }
  return Starts && !Pushes;
}

/// Whether anything in \p M can be a site.
static bool usesCuda(const Module &M) {
  return any_of(M, [](const Function &F) {
    return F.isDeclaration() &&
           (F.getName() == PushName || compat::startsWith(F.getName(), "cu") ||
            compat::startsWith(F.getName(), "nccl"));
  });
}

GpuWorkers findGpuWorkers(Module &M, ArrayRef<Function *> Counted) {
  GpuWorkers Workers;
  if (!usesCuda(M))
    return Workers;
  const SmallPtrSet<const Function *, 32> HasLines(Counted.begin(),
                                                   Counted.end());
  SmallVector<const Function *, 32> Pending;
  const auto Add = [&](const Function &F) {
    if (!HasLines.contains(&F) && !isGpuGlue(F) && Workers.insert(&F).second)
      Pending.push_back(&F);
  };
  for (Function &F : M)
    if (!F.isDeclaration() && !HasLines.contains(&F) &&
        !findGpuSites(F, {}).empty())
      Add(F);
  while (!Pending.empty())
    for (const User *U : Pending.pop_back_val()->users())
      if (const auto *Call = dyn_cast<CallBase>(U))
        Add(*Call->getFunction());
  return Workers;
}

std::vector<GpuSite> findGpuSites(Function &F, const GpuWorkers &Workers) {
  std::vector<GpuSite> Sites;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    GpuSite Site;
    if (!Call || Call->isMustTailCall())
      continue;
    if (isCallTo(I, PushName)) {
      CallBase *Launch = findLaunch(*Call);
      if (!Launch)
        continue;
      const Function *Kernel = calleeOf(*Launch);
      Sites.push_back(
          {Launch, LP_GPU_LAUNCH, Kernel ? kernelName(*Kernel) : ""});
    } else if (isApiSite(*Call, Site)) {
      Sites.push_back(Site);
    } else if (const Function *Callee = calleeOf(*Call);
               Callee && Workers.contains(Callee)) {
      Sites.push_back({Call, LP_GPU_LIBRARY, nameInSource(*Callee)});
    }
  }
  return Sites;
}

} // namespace lineprof
