# openmp.sh: what tests of OpenMP share: its runtime in $libomp, any version of which serves these, and two threads. To be
# sourced behind lib.sh.
#
#   check_openmp LEVEL SOURCE...      each, built at that level, shows what its comments say
export OMP_NUM_THREADS=2 OMP_DYNAMIC=false
for libomp in /usr/lib/llvm-"$CLANG_MAJOR"/lib /usr/lib/llvm-*/lib; do
	if [ -f "$libomp/libomp.so" ]; then
		break
	fi
done
[ -f "$libomp/libomp.so" ] || skip "no libomp"
export LD_LIBRARY_PATH="$libomp"
# Of an older runtime than clang: what waits for the tasks that another depends on has a newer name, and at the end of
# loops that are dealt out piece by piece there was nothing to be done.
cat >newer.c <<'END'
void __kmpc_omp_wait_deps(void *, int, int, void *, int, void *);
void __kmpc_omp_taskwait_deps_51(void *place, int thread, int count, void *list, int more, void *others, int nowait)
{
	(void)nowait;
	__kmpc_omp_wait_deps(place, thread, count, list, more, others);
}
__attribute__((weak)) void __kmpc_dispatch_deinit(void *place, int thread)
{
	(void)place;
	(void)thread;
}
END
"$CLANG" -c newer.c -o newer.o

check_openmp() {
	level=$1
	shift
	for source in "$@"; do
		program=${source%.*}
		compile=$CC
		[ "$source" = "$program.c" ] || compile=$CXX
		rm -f "$program.lprof"
		# shellcheck disable=SC2086
		$compile $level -fopenmp -fopenmp-version=51 "$source" newer.o -L"$libomp" -lm -o "$program"
		"./$program" >out.txt
		check_profile "$program.lprof" "$source" || fail "$source at $level"
	done
}
