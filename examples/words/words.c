/* words.c: counts how often each word occurs; slower than it should be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
	struct word *next;
	unsigned count;
	char text[24];
};

static struct word *words;

static struct word *find(const char *text)
{
	struct word *at = words;

	while (at && strcmp(at->text, text) != 0)
		at = at->next;
	return at;
}

static void count(const char *text)
{
	struct word *word = find(text);

	if (!word) {
		word = calloc(1, sizeof(*word));
		if (!word)
			exit(1);
		snprintf(word->text, sizeof(word->text), "%s", text);
		word->next = words;
		words = word;
	}
	word->count++;
}

/* The next word of a text that nobody wrote. */
static void make_word(char *out, unsigned *seed)
{
	unsigned length;

	*seed = *seed * 1103515245 + 12345;
	length = 2 + (*seed >> 16) % 2;
	for (unsigned i = 0; i < length; i++) {
		*seed = *seed * 1103515245 + 12345;
		out[i] = (char)('a' + (*seed >> 16) % 26);
	}
	out[length] = '\0';
}

int main(int argc, char **argv)
{
	const int total = argc > 1 ? atoi(argv[1]) : 60000;
	const struct word *most;
	unsigned seed = 1;
	char text[24];

	for (int i = 0; i < total; i++) {
		make_word(text, &seed);
		count(text);
	}
	most = words;
	for (const struct word *word = words; word; word = word->next)
		if (word->count > most->count)
			most = word;
	if (most)
		printf("%s: %u times\n", most->text, most->count);
	return 0;
}
