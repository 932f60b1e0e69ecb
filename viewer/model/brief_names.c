/* brief_names.c: names of C++ that fit into a row. */
#include "viewer/model/brief_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Deeper ones are left as they are: nobody writes such. */
enum { MOST_DEPTH = 250 };

/* What of a name stands in brackets, and in how many. */
struct nesting {
	char open[MOST_DEPTH];
	unsigned depth;
	bool is_odd; /* brackets do not pair, or are too many */
};

/* The first of `words`, `count` of them, that `at` begins with; its bytes, or 0. */
static size_t begins_with(const char *at, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(at, words[i], strlen(words[i])) == 0)
			return strlen(words[i]);
	return 0;
}

/* Whether `at` is a comparison in an expression: those have their operands in brackets. But `)>` is
 * the end of arguments: in them, a comparison by `>` is rare, and a function type is not. */
static bool compares(const char *name, const char *at)
{
	static const char call[] = "operator()";
	const size_t before = (size_t)(at - name);

	if (before == 0 || at[-1] != ')')
		return false;
	return strncmp(at, ">=", 2) == 0 ||
	       (*at == '<' &&
		!(before >= strlen(call) && strncmp(at - strlen(call), call, strlen(call)) == 0));
}

/* How many bytes at `at` of `name` belong together and are no brackets; 0: it may be one. */
static size_t token_bytes(const char *name, const char *at)
{
	static const char *const plain[] = {"(anonymous namespace)", "->"};
	/* A longer one before those that it begins with. */
	static const char *const operators[] = {"<<=", ">>=", "<=>", "->*", "<<", ">>",
						"<=",  ">=",  "->",  "()",  "<",  ">"};
	static const char word[] = "operator";

	if (strncmp(at, word, strlen(word)) == 0 &&
	    !(at > name && (isalnum((unsigned char)at[-1]) || at[-1] == '_')))
		return strlen(word) + begins_with(at + strlen(word), operators,
						  sizeof(operators) / sizeof(operators[0]));
	return compares(name, at) ? 1 : begins_with(at, plain, sizeof(plain) / sizeof(plain[0]));
}

static void go_past(struct nesting *nesting, char c)
{
	if (c == '<' || c == '(') {
		if (nesting->depth < MOST_DEPTH)
			nesting->open[nesting->depth++] = c;
		else
			nesting->is_odd = true;
	} else if (c == '>' || c == ')') {
		if (nesting->depth > 0 &&
		    nesting->open[nesting->depth - 1] == (c == '>' ? '<' : '('))
			nesting->depth--;
		else
			nesting->is_odd = true;
	}
}

/* The deepest level of brackets; 0 if there are none, or they do not pair. */
static unsigned levels_of(const char *name)
{
	struct nesting nesting = {.depth = 0};
	unsigned deepest = 0;

	for (const char *at = name; *at && !nesting.is_odd;) {
		const size_t bytes = token_bytes(name, at);

		if (bytes == 0)
			go_past(&nesting, *at);
		at += bytes > 0 ? bytes : 1;
		if (nesting.depth > deepest)
			deepest = nesting.depth;
	}
	return nesting.is_odd || nesting.depth > 0 ? 0 : deepest;
}

/* The name with `...` for what is in more than `levels` brackets. Writes it to `out` if that is not
 * NULL; returns its bytes. */
static size_t cut_below(const char *name, unsigned levels, char *out)
{
	struct nesting nesting = {.depth = 0};
	size_t size = 0;

	for (const char *at = name; *at;) {
		const size_t token = token_bytes(name, at);
		const size_t bytes = token > 0 ? token : 1;
		const unsigned before = nesting.depth;
		size_t kept;

		if (token == 0)
			go_past(&nesting, *at);
		/* A bracket belongs to what is around it, and `()` has nothing to leave out. */
		kept = before <= levels || nesting.depth <= levels ? bytes : 0;
		if (out)
			memcpy(out + size, at, kept);
		size += kept;
		if (before == levels && nesting.depth > levels && at[1] != ')' && at[1] != '>') {
			if (out)
				memcpy(out + size, "...", 3);
			size += 3;
		}
		at += bytes;
	}
	return size;
}

const char *lp_name_brief(struct lp_arena *arena, const char *name)
{
	unsigned levels = 0;
	unsigned above;
	char *brief;

	if (strlen(name) <= LP_BRIEF_NAME_MOST)
		return name;
	above = levels_of(name);
	if (above == 0)
		return name;
	/* The most levels that fit; none, if even that is too long. With all of them it does not
	 * fit. */
	while (above - levels > 1) {
		const unsigned middle = levels + (above - levels) / 2;

		if (cut_below(name, middle, NULL) <= LP_BRIEF_NAME_MOST)
			levels = middle;
		else
			above = middle;
	}
	brief = (char *)lp_arena_allocate(arena, cut_below(name, levels, NULL) + 1);
	if (!brief)
		return NULL;
	brief[cut_below(name, levels, brief)] = 0;
	return brief;
}

/* ---- inner names ---- */

/* A walk through what a name is made of: what it returns, scopes, and what it is itself. */
struct walk {
	const char *name;
	const char *at;
	struct nesting nesting;
	const char *brackets; /* where those of the part begin; NULL: it has none */
	bool is_called;       /* the part has parameters */
	bool is_operator;     /* the part, whose name may have blanks */
};

static void take_outside(struct walk *walk, bool is_token)
{
	walk->is_operator |= is_token && *walk->at == 'o';
	if (is_token || (*walk->at != '<' && *walk->at != '('))
		return;
	walk->is_called |= *walk->at == '(';
	if (!walk->brackets)
		walk->brackets = walk->at;
}

/* How many bytes part a scope, or what is returned, from what is behind it; 0: it goes on. */
static size_t end_of_part(const struct walk *walk)
{
	if (strncmp(walk->at, "::", 2) == 0)
		return 2;
	return *walk->at == ' ' && walk->at[1] != '[' && !walk->is_called && !walk->is_operator;
}

/* To the next part; false: there is none. */
static bool next_part(struct walk *walk)
{
	while (*walk->at) {
		const size_t token = token_bytes(walk->name, walk->at);
		const bool is_outside = walk->nesting.depth == 0;
		const size_t end = is_outside && token == 0 ? end_of_part(walk) : 0;

		if (end > 0) {
			*walk = (struct walk){.name = walk->name, .at = walk->at + end};
			return true;
		}
		if (is_outside)
			take_outside(walk, token > 0);
		if (token == 0)
			go_past(&walk->nesting, *walk->at);
		walk->at += token > 0 ? token : 1;
	}
	return false;
}

/* Whether a part says by itself what it is: not what compilers number, nor a call of that. */
static bool tells(const char *part)
{
	static const char call[] = "operator()";

	return (isalpha((unsigned char)*part) || *part == '_' || *part == '~' || *part & 0x80) &&
	       strncmp(part, call, strlen(call)) != 0;
}

const char *lp_name_inner(const char *name, size_t most)
{
	struct walk walk = {.name = name, .at = name};
	const char *inner = name;
	const char *end;

	while (next_part(&walk))
		;
	if (walk.nesting.is_odd || walk.nesting.depth > 0)
		return name;
	end = walk.brackets ? walk.brackets : walk.at;
	walk = (struct walk){.name = name, .at = name};
	while ((size_t)(end - inner) > most && next_part(&walk))
		if (tells(walk.at))
			inner = walk.at;
	return inner;
}
