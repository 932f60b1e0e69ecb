/* large_sums.c: whether profiles are too large to be summed up in memory. */
#include "viewer/model/large_sums.h"

#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK_BYTES = 512 }; /* of st_blocks, whatever the file system's are */

uint64_t lp_bytes_of_files(const char *const *paths, size_t count)
{
	uint64_t bytes = 0;
	struct stat file;

	for (size_t i = 0; i < count; i++)
		if (stat(paths[i], &file) == 0)
			bytes += (uint64_t)file.st_blocks * BLOCK_BYTES;
	return bytes;
}

uint64_t lp_bytes_of_memory(void)
{
	const long pages = sysconf(_SC_PHYS_PAGES);
	const long page_bytes = sysconf(_SC_PAGESIZE);

	return pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : UINT64_MAX;
}
