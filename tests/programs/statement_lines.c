/*
 * statement_lines.c: on which lines of a file and its headers statements begin, by libclang
 * and so independent of the plugin's own reading. Prints a line for each find:
 *
 *     file PATH                       the file of the finds that follow
 *     function FIRST COLUMN LAST      the name of a function with a body begins there
 *     statement FIRST COLUMN LAST     first line, its column, last line
 *     label FIRST COLUMN LAST         a label, case or default; a statement too
 *     empty FIRST COLUMN LAST         a lone semicolon, perhaps behind a macro that makes nothing
 *     lambda FIRST COLUMN LAST        the body of a lambda
 *     body FIRST COLUMN LAST          the body of the loop that begins on line LAST
 *
 * Usage: statement_lines SOURCE [CLANG ARGUMENT...]
 */
#include <clang-c/Index.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What stands around the cursor at hand. */
struct place {
	enum CXCursorKind kind;
	unsigned child_count; /* of the cursors there */
	unsigned child_index; /* of the one that comes next */
	int seen_condition;   /* of an `if` */
	unsigned last_line;   /* where the child before ends */
	CXSourceLocation begin;
};

static CXFile last_file;

static unsigned expansion_line(CXSourceLocation location, CXFile *file, unsigned *column)
{
	unsigned line = 0;

	clang_getExpansionLocation(location, file, &line, column, NULL);
	return line;
}

static void print_find(const char *what, CXSourceLocation begin, CXSourceLocation end)
{
	CXFile file = NULL, end_file = NULL;
	unsigned column = 0;
	const unsigned first = expansion_line(begin, &file, &column);
	unsigned last = expansion_line(end, &end_file, NULL);

	if (!file)
		return;
	if (!last_file || !clang_File_isEqual(file, last_file)) {
		CXString name = clang_getFileName(file);

		printf("file %s\n", clang_getCString(name));
		clang_disposeString(name);
		last_file = file;
	}
	if (!end_file || !clang_File_isEqual(file, end_file))
		last = first;
	printf("%s %u %u %u\n", what, first, column, last);
}

static enum CXChildVisitResult count_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)cursor;
	(void)parent;
	++*(unsigned *)data;
	return CXChildVisit_Continue;
}

static unsigned child_count(CXCursor cursor)
{
	unsigned count = 0;

	clang_visitChildren(cursor, count_child, &count);
	return count;
}

/* Whether the next child of `place`, which is `cursor`, is a statement of its own. */
static int is_statement(struct place *place, CXCursor cursor)
{
	const int is_last = place->child_index + 1 == place->child_count;
	int is_behind_condition;

	switch (place->kind) {
	case CXCursor_CompoundStmt:
		return 1;
	case CXCursor_IfStmt:
		is_behind_condition = place->seen_condition;
		if (!clang_isDeclaration(cursor.kind))
			place->seen_condition = 1;
		return is_behind_condition;
	case CXCursor_ForStmt:
	case CXCursor_WhileStmt:
	case CXCursor_SwitchStmt:
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt:
	case CXCursor_LabelStmt:
	case CXCursor_CXXForRangeStmt:
		return is_last;
	case CXCursor_DoStmt:
		return place->child_index == 0;
	case CXCursor_CXXTryStmt:
		return cursor.kind == CXCursor_CXXCatchStmt;
	default:
		return 0;
	}
}

static int is_loop(enum CXCursorKind kind)
{
	return kind == CXCursor_CXXForRangeStmt || kind == CXCursor_ForStmt ||
	       kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
}

static int is_function(CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
	case CXCursor_FunctionTemplate:
		return clang_isCursorDefinition(cursor) && !clang_CXXMethod_isDefaulted(cursor);
	default:
		return 0;
	}
}

static int is_of_macro(CXSourceLocation location)
{
	unsigned expanded = 0, spelled = 0;

	clang_getExpansionLocation(location, NULL, NULL, NULL, &expanded);
	clang_getSpellingLocation(location, NULL, NULL, NULL, &spelled);
	return expanded != spelled;
}

static void look_at(CXCursor cursor, struct place *around)
{
	const CXSourceRange extent = clang_getCursorExtent(cursor);
	const CXSourceLocation begin = clang_getRangeStart(extent);
	const CXSourceLocation end = clang_getRangeEnd(extent);

	if (is_function(cursor))
		print_find("function", clang_getCursorLocation(cursor), end);
	if (around->kind == CXCursor_LambdaExpr && cursor.kind == CXCursor_CompoundStmt)
		print_find("lambda", begin, end);
	if (is_loop(around->kind) && is_statement(around, cursor))
		print_find("body", begin, around->begin);
	if (!is_statement(around, cursor))
		return;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_CompoundStmt:
		/* What a macro leaves that is switched off. */
		if (is_of_macro(begin) && !child_count(cursor))
			print_find("statement", begin, end);
		break;
	case CXCursor_NullStmt:
		/* The semicolon behind what a macro made belongs to that. */
		if (expansion_line(begin, NULL, NULL) != around->last_line)
			print_find("empty", begin, end);
		break;
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt:
	case CXCursor_LabelStmt:
		print_find("label", begin, end);
		break;
	default:
		print_find("statement", begin, end);
	}
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct place *around = data;
	struct place inside = {
	    .kind = clang_getCursorKind(cursor),
	    .begin = clang_getRangeStart(clang_getCursorExtent(cursor)),
	};

	(void)parent;
	if (around->kind == CXCursor_TranslationUnit &&
	    clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
		return CXChildVisit_Continue;
	look_at(cursor, around);
	around->child_index++;
	around->last_line =
	    expansion_line(clang_getRangeEnd(clang_getCursorExtent(cursor)), NULL, NULL);
	inside.child_count = child_count(cursor);
	clang_visitChildren(cursor, visit, &inside);
	return CXChildVisit_Continue;
}

int main(int argc, char **argv)
{
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit unit = NULL;
	struct place top = {.kind = CXCursor_TranslationUnit};

	if (argc < 2) {
		fprintf(stderr, "usage: statement_lines SOURCE [CLANG ARGUMENT...]\n");
		return 2;
	}
	if (clang_parseTranslationUnit2(index, argv[1], (const char *const *)argv + 2, argc - 2,
					NULL, 0, CXTranslationUnit_None, &unit)) {
		fprintf(stderr, "statement_lines: %s: cannot be parsed\n", argv[1]);
		return 1;
	}
	for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);

		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
			CXString text = clang_formatDiagnostic(diagnostic, 0);

			fprintf(stderr, "statement_lines: %s\n", clang_getCString(text));
			return 1;
		}
		clang_disposeDiagnostic(diagnostic);
	}
	clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &top);
	clang_disposeTranslationUnit(unit);
	clang_disposeIndex(index);
	return 0;
}
