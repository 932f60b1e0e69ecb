# What the linker may inline: assembler of another unit, or of one that is not counted, that uses the frame pointer as any
# other register.
# One clang is enough: what is asked of the assembler is the same with all.
. "$SOURCE/tests/e2e/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip "the assembler is of x86-64"
command -v "ld.lld-$CLANG_MAJOR" >/dev/null || skip "no ld.lld-$CLANG_MAJOR"

cat >take.c <<'EOF'
int take(int x)
{
	__asm__ volatile("xor %%ebp, %%ebp" : "+r"(x) : : "rbp", "memory");
	return x;
}
EOF
cat >main.c <<'EOF'
#include <stdio.h>

int take(int x);

__attribute__((noinline)) static int work(const volatile int *p, int n)
{
	volatile int kept[8];
	int sum = 0;

	for (int i = 0; i < n; i++)
		kept[i] = p[i] * 2;
	sum += take(n);
	for (int i = 0; i < n; i++)
		sum += kept[i];
	return sum;
}

int main(void)
{
	volatile int eight[8] = {1, 2, 3, 4, 5, 6, 7, 8};

	printf("%d\n", work(eight, 8));
	return 0;
}
EOF
for lto in -flto -flto=thin; do
	for out in none take.c main.c; do
		$CC -O2 $lto "-fuse-ld=lld-$CLANG_MAJOR" "-fplugin-arg-lineprof-exclude=$out" take.c main.c -o program
		same "$lto, not counted: $out" 80 "$(./program)"
	done
done
