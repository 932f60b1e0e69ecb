; joined_extremes.ll: of bitcode, two ways of a minimum may meet a third one, or be told apart by more than the minimum: then they
; are no minimum alone.
; RUN: %clang %plugin -Wno-override-module -O0 -S -emit-llvm %s -o - | FileCheck %s
define i32 @three(i32 %a, i32 %b, i1 %c) !dbg !4 {
entry:
  br i1 %c, label %ask, label %meet, !dbg !7
ask:
  %less = icmp slt i32 %a, %b, !dbg !8
  br i1 %less, label %first, label %second, !dbg !8
first:
  br label %meet, !dbg !8
second:
  br label %meet, !dbg !8
meet:
  %r = phi i32 [ %a, %first ], [ %b, %second ], [ 7, %entry ], !dbg !8
  ret i32 %r, !dbg !9
}

define i32 @two(i32 %a, i32 %b) !dbg !10 {
entry:
  %less = icmp slt i32 %a, %b, !dbg !11
  br i1 %less, label %first, label %second, !dbg !11
first:
  br label %meet, !dbg !11
second:
  br label %meet, !dbg !11
meet:
  %r = phi i32 [ %a, %first ], [ %b, %second ], !dbg !11
  %s = phi i32 [ 5, %first ], [ 9, %second ], !dbg !11
  %t = mul i32 %r, %s, !dbg !12
  ret i32 %t, !dbg !12
}
; CHECK-LABEL: define {{.*}}@three(
; CHECK: select i1 %less, i32 %a, i32 %b
; CHECK: i32 7
; CHECK: ret i32
; CHECK-LABEL: define {{.*}}@two(
; CHECK: select i1 %less, i32 %a, i32 %b
; CHECK: select i1 %less, i32 5, i32 9
; CHECK: ret i32

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "joined.c", directory: "/src")
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "three", file: !2, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!5 = !{null}
!7 = !DILocation(line: 2, column: 1, scope: !4)
!8 = !DILocation(line: 3, column: 1, scope: !4)
!9 = !DILocation(line: 4, column: 1, scope: !4)
!10 = distinct !DISubprogram(name: "two", file: !2, line: 6, type: !3, scopeLine: 6, spFlags: DISPFlagDefinition, unit: !1)
!11 = !DILocation(line: 7, column: 1, scope: !10)
!12 = !DILocation(line: 8, column: 1, scope: !10)
