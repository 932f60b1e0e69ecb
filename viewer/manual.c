/*
 * manual.c: writes what packages say of lpview's options, from its tables: the options of the
 * manual page, for scdoc, and the completions of shells. A program of the build, not installed.
 */
#include <stdio.h>
#include <string.h>

#include "viewer/command_line.h"
#include "viewer/model/hints.h"
#include "viewer/screen/actions.h"

/* Writes `text`; a character of `special` with `before` in front of it. */
static void put_escaped(const char *text, const char *special, const char *before)
{
	for (; *text; text++) {
		if (strchr(special, *text))
			fputs(before, stdout);
		putchar(*text);
	}
}

/* Calls `put` for each sort key, colour and so on that a value called `name` may be; false
 * if such a value is not one of a list. */
static bool for_each_choice(const char *name, void (*put)(const char *choice))
{
	static const struct {
		const char *name;
		const char *choices[5];
	} lists[] = {{"WHEN", {"auto", "always", "never"}}, {"UNIT", {"s", "ms", "us", "ns"}}};

	if (strcmp(name, "KEY") == 0) {
		for (const struct lp_sort_key *key = lp_sort_keys; key->name; key++)
			put(key->name);
		return true;
	}
	if (strcmp(name, "FORMAT") == 0) {
		for (const struct lp_format *format = lp_formats; format->name; format++)
			put(format->name);
		return true;
	}
	if (strcmp(name, "HINT") == 0) {
		for (const struct lp_hint_kind *kind = lp_hint_kinds; kind->name; kind++)
			put(kind->name);
		return true;
	}
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		for (size_t k = 0; strcmp(name, lists[i].name) == 0; k++) {
			if (!lists[i].choices[k])
				return true;
			put(lists[i].choices[k]);
		}
	return false;
}

static void put_word(const char *word)
{
	printf("%s ", word);
}

/* ---- manual page ---- */

static void put_scdoc_option(const struct lp_option_row *row)
{
	fputs("\n", stdout);
	if (row->letter)
		printf("*-%c*, ", row->letter);
	printf("*--%s*", row->name);
	if (row->value) {
		fputs("=_", stdout);
		put_escaped(row->value, "_*\\", "\\");
		fputs("_", stdout);
	}
	fputs("\n\t", stdout);
	put_escaped(row->summary, "_*\\", "\\");
	fputs("\n", stdout);
}

static void put_scdoc_keys(void)
{
	puts("\n# KEYS\n\nOn a terminal, without an option that asks for text, lpview opens "
	     "screens.");
	for (int i = 0; i < LP_ACTION_COUNT; i++) {
		const struct lp_action_row *const row = &lp_actions[i];

		if (!*row->keys) {
			printf("\n## %s\n", row->help);
			continue;
		}
		fputs("\n*", stdout);
		put_escaped(row->keys, "_*\\<", "\\");
		fputs("*\n\t", stdout);
		put_escaped(row->help, "_*\\<", "\\");
		putchar('\n');
	}
}

static void put_scdoc(void)
{
	const struct lp_option_row *row = lp_option_rows;

	puts("# COMMANDS");
	for (const struct lp_command *command = lp_commands; command->name; command++) {
		printf("\n*%s* ", command->name);
		put_escaped(command->arguments, "_*\\", "\\");
		fputs("\n\t", stdout);
		put_escaped(command->summary, "_*\\", "\\");
		putchar('\n');
	}
	puts("\n# OPTIONS");
	for (int group = 0; group < LP_GROUP_COUNT; group++) {
		printf("\n## %s\n", lp_option_group_titles[group]);
		for (; row->name && (int)row->group == group; row++)
			put_scdoc_option(row);
	}
	puts("\n# FORMATS\n\nOf *--export*:");
	for (const struct lp_format *format = lp_formats; format->name; format++)
		printf("\n*%s*\n\t%s\n", format->name, format->summary);
	puts("\n# HINTS\n\nOf *--hints*; *--no-hint* takes their names:");
	for (const struct lp_hint_kind *kind = lp_hint_kinds; kind->name; kind++)
		printf("\n*%s*\n\t%s\n", kind->name, kind->what);
	fputs("\n# SORT KEYS\n\n", stdout);
	for_each_choice("KEY", put_word);
	putchar('\n');
	put_scdoc_keys();
}

/* ---- shells ---- */

static void put_bash_option(const struct lp_option_row *row)
{
	printf("--%s%s ", row->name, row->value ? "=" : "");
	if (row->letter)
		printf("-%c ", row->letter);
}

/* Those of a command, in a case of the shell's. */
static void put_bash_command(const struct lp_command *command)
{
	printf("\t\t%s) COMPREPLY=($(compgen -W '", command->name);
	for (const struct option *option = command->options; option->name; option++)
		printf("--%s%s ", option->name, option->has_arg == required_argument ? "=" : "");
	puts("' -- \"$word\")) ;;");
}

static void put_bash(void)
{
	/* compgen takes names as they are, without what the shell has around and in them; and some
	 * have blanks, so each line is one. */
	puts("# bash completion of lpview\n"
	     "_lpview_files()\n"
	     "{\n"
	     "\tlocal plain=${word//\\\\/} name\n"
	     "\tcompopt -o filenames\n"
	     "\twhile IFS= read -r name; do\n"
	     "\t\tCOMPREPLY+=(\"$name\")\n"
	     "\tdone < <(compgen \"$@\" -- \"${plain#[\\\"\\']}\")\n"
	     "}\n"
	     "_lpview()\n"
	     "{\n"
	     "\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
	     "\tCOMPREPLY=()\n"
	     "\t[[ $word == = ]] && word=\n"
	     "\t[[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
	     "\tcase $before in");
	for (const struct lp_option_row *row = lp_option_rows; row->name; row++) {
		if (!row->value)
			continue;
		printf("\t--%s", row->name);
		if (row->letter)
			printf(" | -%c", row->letter);
		fputs(") ", stdout);
		if (strcmp(row->value, "DIR") == 0) {
			puts("_lpview_files -d; return ;;");
			continue;
		}
		if (strcmp(row->value, "FILE") == 0) {
			puts("_lpview_files -f; return ;;");
			continue;
		}
		fputs("COMPREPLY=($(compgen -W '", stdout);
		for_each_choice(row->value, put_word);
		puts("' -- \"$word\")); return ;;");
	}
	puts("\tesac\n\tif [[ $word == -* ]]; then\n\t\tcase ${COMP_WORDS[1]} in");
	for (const struct lp_command *command = lp_commands; command->name; command++)
		put_bash_command(command);
	fputs("\t\t*) COMPREPLY=($(compgen -W '", stdout);
	for (const struct lp_option_row *row = lp_option_rows; row->name; row++)
		put_bash_option(row);
	fputs("' -- \"$word\")) ;;\n"
	      "\t\tesac\n"
	      "\t\t[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
	      "\telse\n"
	      "\t\t_lpview_files -f -X '!*.lprof'\n"
	      "\t\t_lpview_files -d\n"
	      "\t\t((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W '",
	      stdout);
	for (const struct lp_command *command = lp_commands; command->name; command++)
		put_word(command->name);
	puts("' -- \"$word\"))\n\tfi\n}\ncomplete -F _lpview lpview");
}

/* Inside single quotes, where a quote is written '\'', and brackets and colons mean something. */
static void put_zsh_text(const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\'", stdout);
		else if (strchr(":[]", *text))
			putchar('\\');
		putchar(*text);
	}
}

static void put_zsh_option(const struct lp_option_row *row)
{
	for (int is_letter = row->letter ? 1 : 0; is_letter >= 0; is_letter--) {
		if (is_letter)
			printf("\t'*-%c%s[", row->letter, row->value ? "+" : "");
		else
			printf("\t'*--%s%s[", row->name, row->value ? "=" : "");
		put_zsh_text(row->summary);
		putchar(']');
		if (row->value) {
			putchar(':');
			put_zsh_text(row->value);
			putchar(':');
			if (strcmp(row->value, "DIR") == 0)
				fputs("_files -/", stdout);
			else if (strcmp(row->value, "FILE") == 0)
				fputs("_files", stdout);
			else {
				putchar('(');
				for_each_choice(row->value, put_word);
				putchar(')');
			}
		}
		puts("' \\");
	}
}

static void put_zsh_command(const struct lp_command *command)
{
	printf("%s) shift words; (( CURRENT-- )); _arguments -S", command->name);
	for (const struct option *option = command->options; option->name; option++)
		if (option->has_arg == required_argument)
			printf(" '*--%s=:value:_files'", option->name);
		else
			printf(" '*--%s'", option->name);
	puts(" '*:profile:_files -g \"*.lprof\"'; return ;;");
}

static void put_zsh(void)
{
	puts("#compdef lpview\n(( CURRENT > 2 )) && case $words[2] in");
	for (const struct lp_command *command = lp_commands; command->name; command++)
		put_zsh_command(command);
	puts("esac\n_arguments -s -S \\");
	for (const struct lp_option_row *row = lp_option_rows; row->name; row++)
		put_zsh_option(row);
	fputs("\t'1: :->first' \\\n\t'*:profile:_files -g \"*.lprof\"'\n"
	      "[[ $state == first ]] && _alternative 'commands:command:(",
	      stdout);
	for (const struct lp_command *command = lp_commands; command->name; command++)
		put_word(command->name);
	puts(")' 'files:profile:_files -g \"*.lprof\"'");
}

static void put_fish(void)
{
	puts("# fish completion of lpview\n"
	     "complete -c lpview -f\n"
	     "complete -c lpview -k -a '(__fish_complete_suffix .lprof)'");
	for (const struct lp_command *command = lp_commands; command->name; command++) {
		printf("complete -c lpview -n __fish_use_subcommand -a %s -d '", command->name);
		put_escaped(command->summary, "'\\", "\\");
		puts("'");
		for (const struct option *option = command->options; option->name; option++)
			printf("complete -c lpview -n '__fish_seen_subcommand_from %s' -l %s%s\n",
			       command->name, option->name,
			       option->has_arg == required_argument ? " -r -F" : "");
	}
	for (const struct lp_option_row *row = lp_option_rows; row->name; row++) {
		fputs("complete -c lpview -n 'not __fish_seen_subcommand_from", stdout);
		for (const struct lp_command *command = lp_commands; command->name; command++)
			printf(" %s", command->name);
		printf("' -l %s ", row->name);
		if (row->letter)
			printf("-s %c ", row->letter);
		if (row->value && strcmp(row->value, "DIR") == 0)
			fputs("-x -a '(__fish_complete_directories)' ", stdout);
		else if (row->value && strcmp(row->value, "FILE") == 0)
			fputs("-r -F ", stdout);
		else if (row->value) {
			fputs("-x -a '", stdout);
			for_each_choice(row->value, put_word);
			fputs("' ", stdout);
		}
		fputs("-d '", stdout);
		put_escaped(row->summary, "'\\", "\\");
		puts("'");
	}
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*put)(void);
	} forms[] = {
	    {"scdoc", put_scdoc}, {"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};

	for (size_t i = 0; argc == 2 && i < sizeof(forms) / sizeof(forms[0]); i++)
		if (strcmp(argv[1], forms[i].name) == 0) {
			forms[i].put();
			return fflush(stdout) == 0 ? 0 : 1;
		}
	fputs("usage: lpview_manual scdoc|bash|zsh|fish\n", stderr);
	return 2;
}
