/* write_profile.h: writes what was built to the working directory. */
#ifndef LINEPROF_TESTS_TOOLS_WRITE_PROFILE_H
#define LINEPROF_TESTS_TOOLS_WRITE_PROFILE_H

#include <stdio.h>
#include <stdlib.h>

#include "tests/tools/profile_builder.h"

static inline void write_file(const char *name, const void *data, size_t size)
{
	FILE *const file = fopen(name, "wb");

	if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
		perror(name);
		exit(1);
	}
}

/* Writes KIND.lprof and forgets the profile. */
static inline void write_profile(const char *kind, const struct builder *builder)
{
	char name[64];

	snprintf(name, sizeof(name), "%s.lprof", kind);
	write_file(name, builder->data, builder->size);
	free(builder->data);
}

#endif
