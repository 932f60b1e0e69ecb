# generated.sh: a function of thousands of places, as generated host code has them, takes lpview no more
# than so many lines take: no time by the square of their number.
# One clang is enough: lpview is the same with each.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
make_double
{
	echo 'int cudaMemcpyAsync(void *, const void *, unsigned long, int, void *);'
	echo 'static char host[64]; int main(void) {'
	seq 1 4000 | sed 's/.*/if (cudaMemcpyAsync(host, host, 1, 1, 0)) return &;/'
	echo 'return 0; }'
} >generated.c
clang-$CLANG_MAJOR -fplugin="$PLUGIN" -O1 generated.c -o generated -L. -lcudart
LD_LIBRARY_PATH=$WORK LINEPROF_REPORT=never ./generated
(
	ulimit -t 3 # of the processor
	"$LPVIEW" --gpu generated.lprof >out
) || fail "lpview takes more than 3 s: $(head -n 5 out)"
[ "$(grep -c '^ *1 .* cudaMemcpyAsync *generated.c:' out)" = 4000 ] || fail "not all are counted: $(head -n 20 out)"
