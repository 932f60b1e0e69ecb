/* lexer.c: pieces of C, C++ and CUDA; no parser, so names of types are told by their looks. */
#include "viewer/screen/lexer.h"

#include <stdlib.h>
#include <string.h>

/* Sorted as strcmp() does. */
/* clang-format off */
static const char *const keywords[] = {
    "_Alignas", "_Alignof", "_Atomic", "_Generic", "_Noreturn", "_Static_assert",
    "_Thread_local", "__constant__", "__device__", "__forceinline__", "__global__",
    "__host__", "__managed__", "__noinline__", "__restrict__", "__shared__", "alignas",
    "alignof", "and", "asm", "auto", "break", "case", "catch", "class", "co_await",
    "co_return", "co_yield", "concept", "const", "const_cast", "consteval", "constexpr",
    "constinit", "continue", "decltype", "default", "delete", "do", "dynamic_cast", "else",
    "enum", "explicit", "export", "extern", "false", "final", "for", "friend", "goto", "if",
    "inline", "mutable", "namespace", "new", "noexcept", "not", "nullptr", "operator", "or",
    "override", "private", "protected", "public", "register", "reinterpret_cast",
    "requires", "restrict", "return", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true", "try",
    "typedef", "typeid", "typename", "typeof", "union", "using", "virtual", "volatile",
    "while"};
/* clang-format on */

static const char *const types[] = {"_Bool",   "bool",   "char",     "char16_t", "char32_t",
				    "char8_t", "double", "float",    "int",      "long",
				    "short",   "signed", "unsigned", "void",     "wchar_t"};

static int compare(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static bool is_in(const char *const *words, size_t count, const char *word)
{
	return bsearch(&word, words, count, sizeof(*words), compare) != NULL;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c < 0;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

void lp_lexer_begin_line(struct lp_lexer *lexer)
{
	lexer->at_start = true;
	lexer->in_include = false;
}

/* Up to the end of what `end` ends, or of the line: then it goes on. */
static size_t up_to(const char *text, size_t size, const char *end, bool *goes_on)
{
	const char *const found = (const char *)memmem(text, size, end, strlen(end));

	*goes_on = !found;
	return found ? (size_t)(found - text) + strlen(end) : size;
}

/* The rest of a string behind its first quote. */
static size_t string_end(struct lp_lexer *lexer, const char *text, size_t size, char quote)
{
	size_t at = 0;

	lexer->in_string = false;
	for (; at < size; at++) {
		if (text[at] == '\\' && at + 1 == size && quote == '"')
			lexer->in_string = true;
		else if (text[at] == '\\')
			at++;
		else if (text[at] == quote)
			return at + 1;
	}
	return size;
}

/* Whether R"word( begins here; then what ends it is noted, and its length returned. */
static size_t raw_begin(struct lp_lexer *lexer, const char *text, size_t size)
{
	const char *open;
	size_t word;

	if (size < 3 || text[0] != 'R' || text[1] != '"')
		return 0;
	open = (const char *)memchr(text, '(', size < 20 ? size : 20);
	if (!open)
		return 0;
	word = (size_t)(open - text) - 2;
	if (word > 16)
		return 0;
	lexer->raw_end[0] = ')';
	memcpy(lexer->raw_end + 1, text + 2, word);
	lexer->raw_end[word + 1] = '"';
	lexer->raw_end[word + 2] = '\0';
	return word + 3;
}

static size_t raw_rest(struct lp_lexer *lexer, const char *text, size_t size)
{
	bool goes_on;
	const size_t length = up_to(text, size, lexer->raw_end, &goes_on);

	if (!goes_on)
		lexer->raw_end[0] = '\0';
	return length;
}

static size_t comment_rest(struct lp_lexer *lexer, const char *text, size_t size)
{
	return up_to(text, size, "*/", &lexer->in_comment);
}

/* "#", blanks and a word. */
static size_t directive(struct lp_lexer *lexer, const char *text, size_t size)
{
	size_t at = 1;
	size_t word;

	while (at < size && (text[at] == ' ' || text[at] == '\t'))
		at++;
	word = at;
	while (at < size && is_letter(text[at]))
		at++;
	lexer->in_include = at - word == 7 && memcmp(text + word, "include", 7) == 0;
	return at;
}

static size_t word(const char *text, size_t size, enum lp_style *style)
{
	char copy[24] = "";
	size_t at = 1;

	while (at < size && (is_letter(text[at]) || is_digit(text[at])))
		at++;
	if (at < sizeof(copy))
		memcpy(copy, text, at);
	if (is_in(keywords, sizeof(keywords) / sizeof(*keywords), copy))
		*style = LP_STYLE_KEYWORD;
	else if (is_in(types, sizeof(types) / sizeof(*types), copy) ||
		 (at > 2 && at < sizeof(copy) && memcmp(text + at - 2, "_t", 2) == 0))
		*style = LP_STYLE_TYPE;
	return at;
}

static size_t number(const char *text, size_t size)
{
	size_t at = 1;

	while (at < size &&
	       (is_digit(text[at]) || is_letter(text[at]) || text[at] == '.' || text[at] == '\'' ||
		((text[at] == '+' || text[at] == '-') && strchr("eEpP", text[at - 1]))))
		at++;
	return at;
}

/* What was open when the line began; 0: nothing. */
static size_t go_on(struct lp_lexer *lexer, const char *text, size_t size, enum lp_style *style)
{
	*style = lexer->in_comment ? LP_STYLE_COMMENT : LP_STYLE_STRING;
	if (lexer->in_comment)
		return comment_rest(lexer, text, size);
	if (lexer->raw_end[0])
		return raw_rest(lexer, text, size);
	return lexer->in_string ? string_end(lexer, text, size, '"') : 0;
}

static size_t comment_or_string(struct lp_lexer *lexer, const char *text, size_t size,
				enum lp_style *style)
{
	size_t length;

	*style = LP_STYLE_COMMENT;
	if (size > 1 && text[0] == '/' && text[1] == '/')
		return size;
	if (size > 1 && text[0] == '/' && text[1] == '*')
		return 2 + comment_rest(lexer, text + 2, size - 2);
	*style = LP_STYLE_STRING;
	if (*text == '"' || *text == '\'')
		return 1 + string_end(lexer, text + 1, size - 1, *text);
	if (*text == '<' && lexer->in_include) {
		bool goes_on;

		return up_to(text, size, ">", &goes_on);
	}
	length = raw_begin(lexer, text, size);
	return length > 0 ? length + raw_rest(lexer, text + length, size - length) : 0;
}

size_t lp_lexer_next(struct lp_lexer *lexer, const char *text, size_t size, enum lp_style *style)
{
	size_t length = go_on(lexer, text, size, style);
	const bool at_start = lexer->at_start;

	lexer->at_start = at_start && (*text == ' ' || *text == '\t');
	if (length == 0)
		length = comment_or_string(lexer, text, size, style);
	if (length > 0)
		return length;
	*style = LP_STYLE_PLAIN;
	if (at_start && *text == '#') {
		*style = LP_STYLE_DIRECTIVE;
		return directive(lexer, text, size);
	}
	if (is_letter(*text))
		return word(text, size, style);
	if (is_digit(*text)) {
		*style = LP_STYLE_NUMBER;
		return number(text, size);
	}
	return 1;
}
