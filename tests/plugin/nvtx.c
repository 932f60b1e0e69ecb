/* nvtx.c: NVTX's weak pointer to a tool leads to the runtime; one that is another tool's, and one that
 * only looks like it, stay as they are.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -O2 -DLINKED_IN -S -emit-llvm %s -o - | FileCheck %s --check-prefix=LINKED
 * CHECK: @InitializeInjectionNvtx2_fnptr = weak {{.*}}global {{.*}}@__lineprof_nvtx
 * CHECK-DAG: define linkonce_odr hidden i32 @__lineprof_nvtx(
 * LINKED-NOT: @__lineprof_nvtx
 */
typedef int (*tool)(const void *(*)(unsigned));

#ifdef LINKED_IN
int start(const void *(*get_table)(unsigned));
tool InitializeInjectionNvtx2_fnptr = start;
#else
__attribute__((weak)) tool InitializeInjectionNvtx2_fnptr;
#endif

int attach(const void *(*get_table)(unsigned))
{
	return InitializeInjectionNvtx2_fnptr ? InitializeInjectionNvtx2_fnptr(get_table) : 0;
}
