/* device.c: code for a GPU is left alone.
 * RUN: %clang %plugin -target nvptx64-nvidia-cuda -O2 -S -emit-llvm %s -o - | FileCheck %s
 */
int twice(int x)
{
	return x + x;
}
/*
 * CHECK: define {{.*}}@twice(
 * CHECK-NOT: lineprof
 */
