/// \file start_up.cpp
/// The constructor of an instrumented executable or library: finds the runtime
/// and registers there.
#include "plugin/emit.h"

#include "format/abi.h"
#include "plugin/llvm_compat.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace lineprof {

FunctionCallee Emitter::weak(const char *Name, FunctionType *Ty) {
  // What has the name may be the unit's own affair.
  const GlobalValue *There = M.getNamedValue(Name);
  if (There && (There->hasLocalLinkage() || !isa<Function>(There)))
    return {Ty, ConstantPointerNull::get(PointerType::get(Ty, 0))};
  FunctionCallee Callee = M.getOrInsertFunction(Name, Ty);
  auto *F = dyn_cast<Function>(Callee.getCallee());
  if (F && F->isDeclaration() && F->use_empty())
    F->setLinkage(GlobalValue::ExternalWeakLinkage);
  return Callee;
}

/// Writes the start-up function. All that it calls is weak, so that it links
/// into anything:
///
///   if (module.registered) return;
///   module.registered = 1;
///   if (!module.units_begin) { say that names were changed; return; }
///   fn = __lineprof_register;                      linked explicitly
///   if (!fn && is_static()) { say how to link, unless off; return; }
///   if (!fn && dlopen && dlsym && secure_getenv && dlerror) {
///     path = secure_getenv("LINEPROF_RUNTIME");
///     path = path && *path ? path : built-in path;
///     handle = dlopen(path, RTLD_NOW | (has sanitizer ? 0 : RTLD_DEEPBIND));
///     fn = handle ? dlsym(handle, "__lineprof_register") : 0;
///     reason = fn ? 0 : dlerror();
///   }
///   fn ? fn(&module) : say so, and the reason, unless off;
class StartUp {
public:
  StartUp(Emitter &Emit, const std::string &Runtime)
      : Emit(Emit), C(Emit.C), B(Emit.C), Void(Type::getVoidTy(Emit.C)),
        I32(Emit.I32), I64(Emit.I64), Ptr(Emit.Ptr), Runtime(Runtime),
        Boot(Emit.shared(FunctionType::get(Void, false), LP_SYMBOL_BOOT)),
        Register(weak(LP_SYMBOL_REGISTER, I32, {Ptr})),
        DlOpen(weak("dlopen", Ptr, {Ptr, I32})),
        DlSym(weak("dlsym", Ptr, {Ptr, Ptr})), IsOff(isOff()) {}

  void write() {
    BasicBlock *Entry = block("entry"), *First = block("first"),
               *Named = block("named"), *Renamed = block("renamed");
    BasicBlock *Look = block("look"), *Static = block("static"),
               *Dynamic = block("dynamic");
    Call = block("call"), Missing = block("missing"), End = block("end");
    B.SetInsertPoint(Call);
    Target = B.CreatePHI(Ptr, 2);
    B.SetInsertPoint(Missing);
    Reason = B.CreatePHI(Ptr, 2);

    B.SetInsertPoint(Entry);
    GlobalVariable *Module = Emit.module();
    Value *Flag =
        B.CreateStructGEP(Module->getValueType(), Module, Module_registered);
    B.CreateCondBr(B.CreateIsNull(B.CreateLoad(I32, Flag)), First, End);
    B.SetInsertPoint(First);
    B.CreateStore(ConstantInt::get(I32, 1), Flag);
    Value *Units =
        B.CreateStructGEP(Module->getValueType(), Module, Module_units_begin);
    B.CreateCondBr(B.CreateIsNull(B.CreateLoad(Ptr, Units)), Renamed, Named);
    B.SetInsertPoint(Named);
    Target->addIncoming(address(Register), Named);
    B.CreateCondBr(isSet(Register), Call, Look);
    B.SetInsertPoint(Look);
    B.CreateCondBr(B.CreateIsNull(call(isStatic(), {})), Dynamic, Static);

    writeRenamed(Renamed);
    writeStatic(Static);
    writeLook(Dynamic);
    writeCall();
    writeMissing();
    B.SetInsertPoint(End);
    B.CreateRetVoid();
    // Without a key: a partition of full LTO may have the list, but not boot.
    appendToGlobalCtors(Emit.M, Boot, 0);
  }

private:
  BasicBlock *block(const char *Name, Function *F = nullptr) {
    return BasicBlock::Create(C, Name, F ? F : Boot);
  }

  FunctionCallee weak(const char *Name, Type *Returns,
                      ArrayRef<Type *> Arguments, bool IsVariadic = false) {
    return Emit.weak(Name, FunctionType::get(Returns, Arguments, IsVariadic));
  }

  Constant *address(FunctionCallee F) {
    return ConstantExpr::getBitCast(cast<Constant>(F.getCallee()), Ptr);
  }

  Value *isSet(FunctionCallee F) { return B.CreateIsNotNull(address(F)); }

  Value *text(const Twine &Text) {
    return Emit.cast(B, B.CreateGlobalString(Text.str()), Ptr);
  }

  /// Through the address: the user's own declaration may differ.
  Value *call(FunctionCallee F, ArrayRef<Value *> Arguments) {
    FunctionType *Ty = F.getFunctionType();
    return B.CreateCall(Ty, Emit.cast(B, F.getCallee(), compat::ptrTo(Ty)),
                        Arguments);
  }

  /// Where the section of units is not known, although this one is in it, the
  /// linker was asked for it by another name.
  void writeRenamed(BasicBlock *Renamed) {
    sayUnlessOff(Renamed);
    sayByKernel("lineprof: objcopy (--prefix-symbols) renamed what a part of "
                "this program needs: its hits are not exact, or not there\n"
                "lineprof: hint: give undefined names back, see \"Objects with "
                "other names\" in docs/builds.md\n");
    B.CreateBr(End);
  }

  /// Says how to link.
  void writeStatic(BasicBlock *Static) {
    SmallString<256> Object(sys::path::parent_path(Runtime));
    sys::path::append(Object, "lineprof", LP_RUNTIME_OBJECT);
    sayUnlessOff(Static);
    sayByKernel(
        ("lineprof: this program is linked statically, without the runtime: it "
         "runs unprofiled\nlineprof: hint: add " +
         Object + " when linking\n")
            .str());
    B.CreateBr(End);
  }

  /// Writes to stderr by the kernel's call itself: a static program may have no
  /// write(), or one of its own.
  void sayByKernel(const std::string &Text) {
    const bool IsX86 = compat::targetTriple(Emit.M).isX86();
    constexpr uint64_t X86Number = 1, ArmNumber = 64, Stderr = 2;
    auto *Ty = FunctionType::get(I64, {I64, I64, Ptr, I64}, false);
    InlineAsm *Write = InlineAsm::get(
        Ty, IsX86 ? "syscall" : "svc #0",
        IsX86 ? "={rax},0,{rdi},{rsi},{rdx},~{rcx},~{r11},~{memory}"
              : "={x0},{x8},0,{x1},{x2},~{memory}",
        /*hasSideEffects=*/true);
    B.CreateCall(Ty, Write,
                 {ConstantInt::get(I64, IsX86 ? X86Number : ArmNumber),
                  ConstantInt::get(I64, Stderr), text(Text),
                  ConstantInt::get(I64, Text.size())});
  }

  /// Opens the shared runtime.
  void writeLook(BasicBlock *Dynamic) {
    FunctionCallee GetEnv = weak("secure_getenv", Ptr, {Ptr});
    FunctionCallee DlError = weak("dlerror", Ptr, {});
    BasicBlock *Open = block("open"), *Find = block("find"),
               *Ask = block("ask");
    B.SetInsertPoint(Dynamic);
    Reason->addIncoming(
        text(Runtime + ": this program has no dlopen(), which -ldl links"),
        Dynamic);
    Value *CanOpen = B.CreateAnd(isSet(DlOpen), isSet(DlSym));
    Value *CanSay = B.CreateAnd(isSet(GetEnv), isSet(DlError));
    B.CreateCondBr(B.CreateAnd(CanOpen, CanSay), Open, Missing);
    B.SetInsertPoint(Open);
    Value *Asked = call(GetEnv, {text(LP_ENV_RUNTIME)});
    Value *Given = B.CreateSelect(B.CreateIsNull(Asked), text(""), Asked);
    Value *IsEmpty = B.CreateIsNull(B.CreateLoad(B.getInt8Ty(), Given));
    Value *File = B.CreateSelect(IsEmpty, text(Runtime), Given);
    Value *Handle = call(DlOpen, {File, openFlags()});
    B.CreateCondBr(B.CreateIsNull(Handle), Ask, Find);
    B.SetInsertPoint(Find);
    Value *Found = call(DlSym, {Handle, text(LP_SYMBOL_REGISTER)});
    Target->addIncoming(Found, Find);
    B.CreateCondBr(B.CreateIsNull(Found), Ask, Call);
    B.SetInsertPoint(Ask);
    Value *Error = call(DlError, {}); // names the file
    Reason->addIncoming(B.CreateSelect(B.CreateIsNull(Error), File, Error),
                        Ask);
    B.CreateBr(Missing);
  }

  /// The runtime calls the C library's functions, not those of the same name
  /// that a program has for itself, which are the program's to call (and to
  /// count). Sanitizers end a program that asks for that.
  Value *openFlags() {
    constexpr uint64_t NOW = 2, DEEPBIND = 8;
    return B.CreateSelect(
        isSet(weak("__sanitizer_set_report_path", Void, {Ptr})),
        ConstantInt::get(I32, NOW), ConstantInt::get(I32, NOW | DEEPBIND));
  }

  void writeCall() {
    FunctionType *Ty = Register.getFunctionType();
    B.SetInsertPoint(Call);
    B.CreateCall(Ty, Emit.cast(B, Target, compat::ptrTo(Ty)),
                 {Emit.cast(B, Emit.module(), Ptr)});
    B.CreateBr(End);
  }

  void writeMissing() {
    FunctionCallee Print = weak("dprintf", I32, {I32, Ptr}, true);
    FunctionCallee SayMissing = sayMissing(Print);
    BasicBlock *Say = block("say");
    B.SetInsertPoint(Missing);
    B.CreateCondBr(isSet(Print), Say, End);
    sayUnlessOff(Say);
    call(SayMissing, {Reason});
    B.CreateBr(End);
  }

  /// A function that says why there is no runtime. Whoever sets the variable
  /// that the reason names may mean no good by what is more than text to a
  /// terminal: see runtime/log.c.
  FunctionCallee sayMissing(FunctionCallee Print) {
    constexpr uint64_t Shown = 300, Lowest = ' ', Highest = '~';
    Function *F = Emit.shared(FunctionType::get(Void, {Ptr}, false),
                              "__lineprof_say_missing");
    BasicBlock *Begin = block("", F), *Read = block("read", F),
               *Copy = block("copy", F), *Say = block("say", F);
    Type *I8 = B.getInt8Ty();
    B.SetInsertPoint(Begin);
    auto *Text = ArrayType::get(I8, Shown + 1);
    Value *Buffer = Emit.cast(B, B.CreateAlloca(Text), Ptr);
    B.CreateBr(Read);
    B.SetInsertPoint(Read);
    PHINode *At = B.CreatePHI(I64, 2);
    Value *Byte = B.CreateLoad(I8, B.CreateGEP(I8, F->getArg(0), At));
    Value *IsWhole = B.CreateIsNull(Byte);
    Value *IsOver = B.CreateICmpEQ(At, ConstantInt::get(I64, Shown));
    B.CreateCondBr(B.CreateOr(IsWhole, IsOver), Say, Copy);
    B.SetInsertPoint(Copy);
    Value *IsText =
        B.CreateICmpULE(B.CreateSub(Byte, ConstantInt::get(I8, Lowest)),
                        ConstantInt::get(I8, Highest - Lowest));
    Value *Harmless = B.CreateSelect(IsText, Byte, ConstantInt::get(I8, '?'));
    B.CreateStore(Harmless, B.CreateGEP(I8, Buffer, At));
    At->addIncoming(ConstantInt::get(I64, 0), Begin);
    At->addIncoming(B.CreateAdd(At, ConstantInt::get(I64, 1)), Copy);
    B.CreateBr(Read);
    B.SetInsertPoint(Say);
    B.CreateStore(ConstantInt::get(I8, 0), B.CreateGEP(I8, Buffer, At));
    call(Print,
         {ConstantInt::get(I32, 2),
          text("lineprof: %s%s: the runtime cannot be loaded: this program "
               "runs unprofiled (" LP_ENV_RUNTIME " names another)\n"),
          Buffer, B.CreateSelect(IsWhole, text(""), text("..."))});
    B.CreateRetVoid();
    return F;
  }

  /// What follows is said by \p From, where there was to be a profile.
  void sayUnlessOff(BasicBlock *From) {
    BasicBlock *Say = block("wanted");
    B.SetInsertPoint(From);
    B.CreateCondBr(B.CreateIsNull(call(IsOff, {})), Say, End);
    B.SetInsertPoint(Say);
  }

  /// A function that tells whether the user wants nothing to be measured: see
  /// runtime/settings.c.
  FunctionCallee isOff() {
    Function *F =
        Emit.shared(FunctionType::get(I32, false), "__lineprof_is_off");
    BasicBlock *Begin = block("", F), *Ask = block("ask", F),
               *No = block("no", F);
    B.SetInsertPoint(Begin);
    B.CreateCondBr(B.CreateAnd(isSet(weak("getenv", Ptr, {Ptr})),
                               isSet(weak("strcmp", I32, {Ptr, Ptr}))),
                   Ask, No);
    B.SetInsertPoint(Ask);
    Value *IsAsked = B.CreateOr(isVariable("LINEPROF", "off"),
                                isVariable("LINEPROF_FILE", "/dev/null"));
    B.CreateRet(B.CreateZExt(IsAsked, I32));
    B.SetInsertPoint(No);
    B.CreateRet(ConstantInt::get(I32, 0));
    return F;
  }

  Value *isVariable(const char *Name, const char *Wanted) {
    Value *Given = call(weak("getenv", Ptr, {Ptr}), {text(Name)});
    Value *Known = B.CreateSelect(B.CreateIsNull(Given), text(""), Given);
    return B.CreateIsNull(
        call(weak("strcmp", I32, {Ptr, Ptr}), {Known, text(Wanted)}));
  }

  /// A function that tells whether no dynamic linker loaded this program: it
  /// has no dynamic section (-static), or needs no library (-static-pie). Then
  /// dlopen() would bring a second C library, and both would use one thread's
  /// data. A shared library that needs no other lacks the mark for debuggers.
  FunctionCallee isStatic() {
    constexpr uint64_t NEEDED = 1, DEBUG = 21;
    Function *F =
        Emit.shared(FunctionType::get(I32, false), "__lineprof_is_static");
    auto *Entry = StructType::get(C, {I64, I64}); // Elf64_Dyn
    Constant *First = dynamicSection(Entry);
    BasicBlock *Begin = block("", F), *Walk = block("walk", F),
               *Next = block("next", F), *Stop = block("stop", F),
               *No = block("no", F);
    IRBuilder<> At(Begin);
    At.CreateCondBr(At.CreateIsNull(First), Stop, Walk);
    At.SetInsertPoint(Walk);
    PHINode *Place = At.CreatePHI(First->getType(), 2);
    PHINode *IsProgram = At.CreatePHI(I32, 2);
    Value *Tag = At.CreateLoad(I64, At.CreateStructGEP(Entry, Place, 0));
    SwitchInst *Switch = At.CreateSwitch(Tag, Next, 2);
    Switch->addCase(cast<ConstantInt>(ConstantInt::get(I64, 0)), Stop);
    Switch->addCase(cast<ConstantInt>(ConstantInt::get(I64, NEEDED)), No);
    At.SetInsertPoint(Next);
    Value *IsMark = At.CreateICmpEQ(Tag, ConstantInt::get(I64, DEBUG));
    Place->addIncoming(First, Begin);
    Place->addIncoming(At.CreateConstGEP1_64(Entry, Place, 1), Next);
    IsProgram->addIncoming(ConstantInt::get(I32, 0), Begin);
    IsProgram->addIncoming(
        At.CreateSelect(IsMark, ConstantInt::get(I32, 1), IsProgram), Next);
    At.CreateBr(Walk);
    At.SetInsertPoint(Stop);
    PHINode *Result = At.CreatePHI(I32, 2);
    Result->addIncoming(ConstantInt::get(I32, 1), Begin);
    Result->addIncoming(IsProgram, Walk);
    At.CreateRet(Result);
    At.SetInsertPoint(No);
    At.CreateRet(ConstantInt::get(I32, 0));
    return F;
  }

  /// The linker's symbol; the user may have declared it too.
  Constant *dynamicSection(Type *Entry) {
    GlobalVariable *G = Emit.M.getNamedGlobal("_DYNAMIC");
    if (!G) {
      G = new GlobalVariable(Emit.M, Entry, true,
                             GlobalValue::ExternalWeakLinkage, nullptr,
                             "_DYNAMIC");
      G->setVisibility(GlobalValue::HiddenVisibility);
    }
    return ConstantExpr::getBitCast(G, compat::ptrTo(Entry));
  }

  Emitter &Emit;
  LLVMContext &C;
  IRBuilder<> B;
  Type *Void, *I32, *I64, *Ptr;
  const std::string Runtime;
  Function *Boot;
  FunctionCallee Register, DlOpen, DlSym, IsOff;
  BasicBlock *Call = nullptr, *Missing = nullptr, *End = nullptr;
  PHINode *Target = nullptr; ///< the runtime's entry point
  PHINode *Reason = nullptr; ///< why it is not to be had
};

void Emitter::emitStartUp(const std::string &Runtime) {
  StartUp(*this, Runtime).write();
}

} // namespace lineprof
