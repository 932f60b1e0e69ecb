/* exported_filter.c: libseccomp writes it to a file, which nobody else sees. */
#include "runtime/exported_filter.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include "runtime/system_calls.h"

/* Not there in static programs, whose libseccomp has no name to be found by either. */
extern void *dlsym(void *restrict, const char *restrict) __attribute__((weak));

/* BPF_MAXINSNS of linux/bpf_common.h is what the kernel takes. */
static struct sock_filter code[BPF_MAXINSNS];

static bool export_to(int fd, const void *context)
{
	int (*export_bpf)(const void *, int);

	*(void **)&export_bpf = dlsym(RTLD_DEFAULT, "seccomp_export_bpf");
	return export_bpf && !export_bpf(context, fd);
}

bool lp_exported_filter(const void *context, struct sock_fprog *filter)
{
	ssize_t size = -1;
	int fd;

	if (!dlsym || !context)
		return false;
	fd = (int)lp_system_call(SYS_memfd_create, "lineprof", MFD_CLOEXEC);
	if (fd < 0)
		return false;
	if (export_to(fd, context))
		size = lp_sys_pread(fd, code, sizeof code, 0);
	lp_sys_close(fd);
	*filter = (struct sock_fprog){.filter = code};
	if (size > 0)
		filter->len = (unsigned short)((size_t)size / sizeof *code);
	return filter->len > 0;
}
