# names.sh: all functions of CUDA's that make a GPU work are known by their names, of which there are more with each
# version; functions of the user's with names that begin so are none.
# One clang is enough: the names are the same with each.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
need_nvcc
begin='\(Launch\|Memcpy\|Memset\|MemPrefetch\|EventRecord\|Graph\(Launch\|Upload\|Instantiate\)\|Stream\(Begin\|End\)Capture\|StreamWaitEvent\)'
memory='\(Malloc\|Free\|HostAlloc\|HostRegister\|MemAlloc\|MemFree\|MemHostAlloc\)'
nm -D --defined-only "$CUDA"/lib64/libcudart.so "$CUDA"/lib64/stubs/libcuda.so |
	sed -n "s/.* \(cu\(da\)\?\($begin\|$memory\).*\)/\1/p; s/.* \(cu[A-Za-z]*Synchronize.*\)/\1/p" |
	sed 's/@.*//' | sort -u >names
[ "$(wc -l <names)" -gt 250 ] || fail "too few names: the test is of no use"
{
	sed 's/.*/int &(void);/' names | tr '\n' ' '
	echo 'int cudaMemcpyChecked(void); int cudaLaunchSaxpy(void); int cuMemcpy2(void); int cudaFreeAll(void);'
	sed 's/.*/int call_&(void) { return &(); }/' names
	echo 'int own(void) { return cudaMemcpyChecked() + cudaLaunchSaxpy() + cuMemcpy2() + cudaFreeAll(); }'
} >names.c
clang-$CLANG_MAJOR -fplugin="$PLUGIN" -shared -fPIC names.c -o names.so
sed '=' names | sed 'N; s/\n/ /' | awk '{ print $1 + 1, $2 }' >wanted
"$PYTHON" "$SOURCE/tests/tools/gpu_sites.py" names.so | sed 's/names.c:\([0-9]*\) .*/\1/' | sort -n >lines
awk 'NR == FNR { got[$1] = 1; next } { is[$1] = 1 } !($1 in got) { print "no place:", $2 }
	END { for (line in got) if (!(line in is)) print "line", line, "is one" }' lines wanted >wrong
[ ! -s wrong ] || fail "$(cat wrong)"
