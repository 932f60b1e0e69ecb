/* no_debug_left.c: without -g the program gets line tables, for the lines of samples, and
 * nothing else; with -g it gets what it asked for.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -g -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=FULL %s
 */
int twice(int x)
{
	return x + x;
}
/*
 * CHECK: emissionKind: LineTablesOnly
 * FULL: emissionKind: FullDebug
 * FULL: !DILocalVariable(name: "x"
 */
