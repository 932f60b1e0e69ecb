/* binary.c: what the ELF file of a binary says; the only file that knows libelf. */
#include "viewer/model/binary.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Looks for the id in the notes of `data`; its size, or 0. */
static size_t id_in_notes(Elf_Data *data, unsigned char *id, size_t capacity)
{
	GElf_Nhdr note;
	size_t name_offset;
	size_t desc_offset;
	size_t at = 0;

	while ((at = gelf_getnote(data, at, &note, &name_offset, &desc_offset)) > 0) {
		const char *const bytes = (const char *)data->d_buf;

		if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof(ELF_NOTE_GNU) ||
		    memcmp(bytes + name_offset, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)) != 0)
			continue;
		if (note.n_descsz > capacity)
			return 0;
		memcpy(id, bytes + desc_offset, note.n_descsz);
		return note.n_descsz;
	}
	return 0;
}

static size_t id_of(Elf *elf, unsigned char *id, size_t capacity)
{
	size_t segments = 0;
	size_t size = 0;

	if (elf_getphdrnum(elf, &segments) != 0)
		return 0;
	for (size_t i = 0; i < segments && size == 0; i++) {
		GElf_Phdr segment;
		Elf_Data *data;

		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_NOTE)
			continue;
		data = elf_getdata_rawchunk(elf, (int64_t)segment.p_offset, segment.p_filesz,
					    segment.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
		if (data)
			size = id_in_notes(data, id, capacity);
	}
	return size;
}

/* Opens the ELF file `path`; NULL with LP_IO or LP_NOT_FOUND in `*status`. */
static Elf *open_elf(const char *path, int *fd, enum lp_status *status)
{
	struct stat about;
	Elf *elf = NULL;

	/* Without waiting: the profile may name anything, a FIFO too. */
	*fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	*status = *fd < 0 ? LP_IO : LP_NOT_FOUND;
	if (*fd < 0)
		return NULL;
	if (fstat(*fd, &about) == 0 && S_ISREG(about.st_mode)) {
		elf_version(EV_CURRENT);
		elf = elf_begin(*fd, ELF_C_READ, NULL);
	}
	if (elf && elf_kind(elf) == ELF_K_ELF)
		return elf;
	elf_end(elf);
	close(*fd);
	return NULL;
}

enum lp_status lp_binary_id(const char *path, unsigned char *id, size_t capacity, size_t *size)
{
	enum lp_status status;
	int fd;
	Elf *const elf = open_elf(path, &fd, &status);

	*size = 0;
	if (!elf)
		return status;
	*size = id_of(elf, id, capacity);
	elf_end(elf);
	close(fd);
	return LP_OK;
}

static bool is_zstd_debug(Elf *elf, Elf_Scn *section)
{
	enum { ZSTD = 2 }; /* ELFCOMPRESS_ZSTD: older <elf.h> has no name for it */
	const char *name;
	GElf_Chdr head;
	GElf_Shdr about;
	size_t names;

	if (!gelf_getshdr(section, &about) || !(about.sh_flags & SHF_COMPRESSED) ||
	    elf_getshdrstrndx(elf, &names) != 0)
		return false;
	name = elf_strptr(elf, names, about.sh_name);
	return name && strncmp(name, ".debug_", 7) == 0 && gelf_getchdr(section, &head) &&
	       head.ch_type == ZSTD;
}

static bool is_inside(Elf_Scn *section, uint64_t file_bytes)
{
	GElf_Shdr about;

	return gelf_getshdr(section, &about) &&
	       (about.sh_type == SHT_NOBITS ||
		(about.sh_offset <= file_bytes && about.sh_size <= file_bytes - about.sh_offset));
}

bool lp_binary_is_whole(const char *path)
{
	enum lp_status status;
	int fd;
	Elf *const elf = open_elf(path, &fd, &status);
	struct stat about;
	bool is_whole;

	if (!elf)
		return false;
	is_whole = fstat(fd, &about) == 0;
	for (Elf_Scn *at = NULL; is_whole && (at = elf_nextscn(elf, at));)
		is_whole = is_inside(at, (uint64_t)about.st_size);
	elf_end(elf);
	close(fd);
	return is_whole;
}

bool lp_binary_debug_is_zstd(const char *path)
{
	enum lp_status status;
	bool is_zstd = false;
	int fd;
	Elf *const elf = open_elf(path, &fd, &status);

	for (Elf_Scn *at = NULL; elf && !is_zstd && (at = elf_nextscn(elf, at));)
		is_zstd = is_zstd_debug(elf, at);
	if (elf) {
		elf_end(elf);
		close(fd);
	}
	return is_zstd;
}

/* What `section` says if it is ".gnu_debugaltlink": a path, a zero, a build id; else NULL. */
static const Elf_Data *alternate_in(Elf *elf, Elf_Scn *section)
{
	const Elf_Data *data;
	const char *name;
	GElf_Shdr about;
	size_t names;

	if (!gelf_getshdr(section, &about) || elf_getshdrstrndx(elf, &names) != 0)
		return NULL;
	name = elf_strptr(elf, names, about.sh_name);
	if (!name || strcmp(name, ".gnu_debugaltlink") != 0)
		return NULL;
	data = elf_getdata(section, NULL);
	return data && data->d_buf && memchr(data->d_buf, 0, data->d_size) ? data : NULL;
}

/* Whether the file `path`, of debug information only and so without segments, has this build id. */
static bool has_id(const char *path, const char *id, size_t size)
{
	enum lp_status status;
	unsigned char own[64];
	size_t own_size = 0;
	int fd;
	Elf *const elf = open_elf(path, &fd, &status);

	if (!elf)
		return false;
	for (Elf_Scn *at = NULL; own_size == 0 && (at = elf_nextscn(elf, at));) {
		GElf_Shdr about;
		Elf_Data *const data = gelf_getshdr(at, &about) && about.sh_type == SHT_NOTE
					   ? elf_getdata(at, NULL)
					   : NULL;

		if (data)
			own_size = id_in_notes(data, own, sizeof(own));
	}
	elf_end(elf);
	close(fd);
	return own_size == size && memcmp(own, id, size) == 0;
}

/* `name` from the folder of `path`; the caller frees it. */
static char *beside(const char *path, const char *name)
{
	const char *const slash = strrchr(path, '/');
	const size_t length = slash && name[0] != '/' ? (size_t)(slash + 1 - path) : 0;
	char *const whole = (char *)malloc(length + strlen(name) + 1);

	if (!whole)
		return NULL;
	memcpy(whole, path, length);
	strcpy(whole + length, name);
	return whole;
}

char *lp_binary_alternate(const char *path)
{
	enum lp_status status;
	const Elf_Data *link = NULL;
	char *alternate = NULL;
	int fd;
	Elf *const elf = open_elf(path, &fd, &status);

	if (!elf)
		return NULL;
	for (Elf_Scn *at = NULL; !link && (at = elf_nextscn(elf, at));)
		link = alternate_in(elf, at);
	if (link) {
		const char *const name = (const char *)link->d_buf;
		const size_t name_bytes = strlen(name) + 1;
		/* Of the file that a link leads to. */
		char *const real = realpath(path, NULL);

		alternate = beside(real ? real : path, name);
		free(real);
		if (alternate && !has_id(alternate, name + name_bytes, link->d_size - name_bytes)) {
			free(alternate);
			alternate = NULL;
		}
	}
	elf_end(elf);
	close(fd);
	return alternate;
}

bool lp_binary_code_open(struct lp_binary_code *code, const char *path)
{
	enum lp_status status;
	GElf_Ehdr head;

	code->elf = open_elf(path, &code->fd, &status);
	if (!code->elf)
		return false;
	if (gelf_getehdr(code->elf, &head)) {
		code->machine = head.e_machine;
		return true;
	}
	lp_binary_code_close(code);
	return false;
}

void lp_binary_code_close(struct lp_binary_code *code)
{
	elf_end(code->elf);
	close(code->fd);
}

/* Where in the file the code is; false if it is in no executable segment. */
static bool find_code(const struct lp_binary_code *code, uint64_t address, uint64_t size,
		      uint64_t *offset)
{
	size_t segments = 0;

	if (elf_getphdrnum(code->elf, &segments) != 0)
		return false;
	for (size_t i = 0; i < segments; i++) {
		GElf_Phdr segment;

		if (!gelf_getphdr(code->elf, (int)i, &segment) || segment.p_type != PT_LOAD ||
		    !(segment.p_flags & PF_X) || address < segment.p_vaddr ||
		    address - segment.p_vaddr > segment.p_filesz ||
		    size > segment.p_filesz - (address - segment.p_vaddr))
			continue;
		*offset = segment.p_offset + (address - segment.p_vaddr);
		return true;
	}
	return false;
}

const unsigned char *lp_binary_code_at(const struct lp_binary_code *code, uint64_t address,
				       uint64_t size)
{
	uint64_t offset;
	Elf_Data *data;

	if (!find_code(code, address, size, &offset) || offset > INT64_MAX)
		return NULL;
	/* It refuses what lies behind the file's end. */
	data = elf_getdata_rawchunk(code->elf, (int64_t)offset, size, ELF_T_BYTE);
	return data ? (const unsigned char *)data->d_buf : NULL;
}

bool lp_binary_code_read(const struct lp_binary_code *code, uint64_t address, void *bytes,
			 size_t size)
{
	uint64_t offset;

	return find_code(code, address, size, &offset) && offset <= INT64_MAX &&
	       pread(code->fd, bytes, size, (off_t)offset) == (ssize_t)size;
}
