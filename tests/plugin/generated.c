/* generated.c: what a scanner generator writes behind a rule's action, where `#line` still names the rules, is code of the
 * generated file's own line, where its hits are: on a rule's line it would take the time of another rule's.
 * RUN: %clang %plugin -O0 -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s
 */
int skipped;

int scan(int act)
{
	switch (act) {
	case 0:
#line 2 "rules.l"
		skipped++;
	break;
	case 1:
#line 3 "rules.l"
		return 2;
	break;
	}
	return 0;
}
/*
 * CHECK: load i32, {{.*}}@skipped{{.*}}, !dbg [[ACTION:![0-9]+]]
 * CHECK: br label %sw.epilog, !dbg [[BREAK:![0-9]+]]
 * CHECK-DAG: [[ACTION]] = !DILocation(line: 2, column: {{[0-9]+}}, scope: [[RULES:![0-9]+]])
 * CHECK-DAG: [[RULES]] = !DILexicalBlockFile({{.*}}file: [[RULES_FILE:![0-9]+]]
 * CHECK-DAG: [[RULES_FILE]] = !DIFile(filename: "{{.*}}rules.l"
 * CHECK-DAG: [[BREAK]] = !DILocation(line: 13, scope: [[OWN:![0-9]+]])
 * CHECK-DAG: [[OWN]] = !DILexicalBlockFile({{.*}}file: [[OWN_FILE:![0-9]+]]
 * CHECK-DAG: [[OWN_FILE]] = !DIFile(filename: "{{.*}}generated.c"
 */
