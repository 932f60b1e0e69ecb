// waits.cpp: which calls have clocks around them: of a library's functions that may wait, in what is counted and in C++'s
// own code.
// RUN: %clangxx %plugin -fplugin-arg-lineprof-exclude=left_out -O0 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangxx %plugin -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=LAST %s
// RUN: %clangxx %plugin -fplugin-arg-lineprof-mode=counts -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=COUNTS %s
#include <chrono>
#include <cstdio>
#include <cstring>
#include <istream>
#include <string>
#include <thread>
#include <unistd.h>

// Another unit's, whatever its name.
extern "C" int poll(int);

extern "C" void naps()
{
	usleep(1);
}

extern "C" int other_calls(const char *text)
{
	return poll((int)strlen(text));
}

extern "C" void left_out()
{
	usleep(2);
}

extern "C" void sleeps()
{
	std::this_thread::sleep_for(std::chrono::seconds(1));
}

extern "C" void words(std::istream &from, std::string &to)
{
	from >> to;
}

// What LLVM makes of it is not declared to be called.
extern "C" void prints(FILE *to, const char *text)
{
	fprintf(to, "%s", text);
}

// A jump without lineprof.
extern "C" ssize_t reads(int fd, char *to)
{
	return read(fd, to, 1);
}
/*
 * CHECK-LABEL: @naps(
 * CHECK: call {{.*}}@__lineprof_wait_looks(
 * CHECK: call {{.*}}@usleep(
 * CHECK: call {{.*}}@__lineprof_wait_end(
 * CHECK-LABEL: @other_calls(
 * CHECK-NOT: __lineprof_wait
 * CHECK: call {{.*}}@poll(
 * CHECK-NOT: __lineprof_wait
 * CHECK-LABEL: @left_out(
 * CHECK-NOT: __lineprof_wait
 * CHECK-LABEL: @sleeps(
 * CHECK-LABEL: {{define.*}}sleep_for
 * CHECK: call {{.*}}@__lineprof_wait_looks(
 * CHECK: call {{.*}}@nanosleep(
 * CHECK: call {{.*}}@__lineprof_wait_end(
 * CHECK-LABEL: @words(
 * CHECK: call {{.*}}@__lineprof_wait_looks(
 * CHECK: call {{.*}}@_ZStrsI
 * CHECK: call {{.*}}@__lineprof_wait_end(
 *
 * LAST-LABEL: @prints(
 * LAST: call {{.*}}@__lineprof_wait_looks(
 * LAST: call {{.*}}@fputs(
 * LAST: call {{.*}}@__lineprof_wait_end(
 * LAST-LABEL: @reads(
 * LAST: call {{.*}}@__lineprof_wait_looks(
 * LAST: call {{.*}}@read(
 * LAST: call {{.*}}@__lineprof_wait_end(
 *
 * COUNTS-NOT: __lineprof_wait
 */
