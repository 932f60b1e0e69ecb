// naked.c: a longjmp() of the program's own, in assembler: nobody knows that the call of a naked function comes back.
//: levels = -O0 | -O2
//: flags = -w
#include <stdio.h>

#if defined(__x86_64__)
struct context {
	void *stack, *frame, *code;
};
__attribute__((naked, noinline, returns_twice)) static int save(struct context *c)
{
	__asm__("leaq 8(%rsp), %rax; movq %rax, (%rdi); movq %rbp, 8(%rdi); movq (%rsp), %rax; movq %rax, 16(%rdi); xorl %eax, %eax; ret");
}
__attribute__((naked, noinline)) static void jump(struct context *c, int value)
{
	__asm__("movl %esi, %eax; movq (%rdi), %rsp; movq 8(%rdi), %rbp; jmp *16(%rdi)");
}
#else
#include <setjmp.h>
struct context {
	jmp_buf there;
};
#define save(c) setjmp((c)->there)
#define jump(c, value) longjmp((c)->there, value)
#endif

static struct context context;
static volatile int n;

static void check(int x) //= 4
{
	if (x < 3)                      //= 4
		jump(&context, x + 1);  //= 3
	n++;                            //= 1
}

int main(void) //= 1
{
	int r = save(&context); //= 1

	n += 1;                 //= 4
	check(r);               //= 4
	printf("%d\n", n);      //= 1
	return 0;               //= 1
}
