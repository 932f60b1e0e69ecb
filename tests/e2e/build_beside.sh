# build_beside.sh: other instrumentation in the same objects: sanitizers that report, stop or
# trap, LLVM's and gcov's profiles, -pg. asan.sh looks at what the sanitizers say.
# Two clangs are enough: what is between them has the same sanitizers.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

ASAN_OPTIONS=detect_leaks=0 # needs ptrace, which a sandbox may refuse
export ASAN_OPTIONS
levels=-O2
[ "$FULL" = 1 ] && levels="-O0 -O1 -O2 -O3"
# shellcheck disable=SC2086
build_table $levels <<'END_OF_TABLE'
address              | -fsanitize=address                   | -fsanitize=address           |
undefined            | -fsanitize=undefined                 | -fsanitize=undefined         |
undefined, traps     | -fsanitize=undefined -fsanitize-trap=all |                          |
undefined, stops     | -fsanitize=undefined -fno-sanitize-recover=all | -fsanitize=undefined |
undefined, minimal   | -fsanitize=undefined -fsanitize-minimal-runtime | -fsanitize=undefined -fsanitize-minimal-runtime | full
thread               | -fsanitize=thread                    | -fsanitize=thread            |
memory               | -fsanitize=memory                    | -fsanitize=memory            |
address, undefined   | -fsanitize=address,undefined         | -fsanitize=address,undefined | full
safe-stack           | -fsanitize=safe-stack                | -fsanitize=safe-stack        | full
cfi                  | -flto -fvisibility=hidden -fsanitize=cfi | -flto -fuse-ld=lld-@ -fsanitize=cfi | full
fuzzer's             | -fsanitize=fuzzer-no-link            | -fsanitize=undefined         | full
-fprofile-generate   | -fprofile-generate                   | -fprofile-generate           |
-fprofile-instr-generate | -fprofile-instr-generate -fcoverage-mapping | -fprofile-instr-generate |
--coverage           | --coverage                           | --coverage                   |
-pg                  | -pg                                  | -pg                          | full
xray                 | -fxray-instrument -fxray-instruction-threshold=1 | -fxray-instrument | full
END_OF_TABLE


# Profiles that clang uses: by the source's hashes one of a build without lineprof, too; by the hashes of the code one of a
# build with it. A profile that is thrown away is a warning, and so an error here.
if can_build "llvm-profdata-$CLANG_MAJOR"; then
	use() { # use WHAT FLAG: the profile of ./program
		LLVM_PROFILE_FILE=$PWD/raw.profraw LINEPROF=off ./program >/dev/null
		"llvm-profdata-$CLANG_MAJOR" merge -o used.profdata raw.profraw
		quiet $CC -O2 -Werror "$2=used.profdata" a.c b.c -o program
		check_program "$1"
	}
	quiet $CLANG -O2 -fprofile-instr-generate a.c b.c -o program
	use "-fprofile-instr-use" -fprofile-instr-use
	quiet $CC -O2 -fprofile-generate a.c b.c -o program
	use "-fprofile-use" -fprofile-use
fi
end_of_builds
