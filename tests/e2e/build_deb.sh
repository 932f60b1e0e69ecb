# build_deb.sh: the Debian package: what is in it, that it installs, works and goes away again.
# Into a folder of its own; by ./check --full, as root, into the system, too.
# One clang is enough: what is installed is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

for tool in cpack dpkg-deb dpkg-shlibdeps; do
	command -v $tool >/dev/null || skip "no $tool"
done
(umask 027 && cpack -G DEB --config "$BUILD/CPackConfig.cmake" -B "$PWD/package") >cpack.txt 2>&1 ||
	fail "cpack: $(tail -n 20 cpack.txt)"
deb=$(find package -maxdepth 1 -name 'lineprof_*.deb')
[ -f "$deb" ] || fail "no package: $(cat cpack.txt)"

# ---- what it says ----
field() { dpkg-deb -f "$deb" "$1"; }
same "its name" lineprof "$(field Package)"
for library in libc6 libdwarf libelf; do
	field Depends | has "what it depends on" "$library"
done
field Depends | grep -q 'libLLVM\|libclang' && fail "it depends on an LLVM: $(field Depends)"
field Recommends | has "what it recommends" "clang-$CLANG_MAJOR"

# ---- what is in it ----
dpkg-deb -c "$deb" >contents.txt
# Owner, permissions: -rw-r--r--, -rwxr-xr-x or a folder's or a link's.
grep -Ev '^(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x|lrwxrwxrwx) root/root ' contents.txt && fail "odd permissions"
awk '{ print $6 }' contents.txt | grep -Ev '^\./(usr/.*)?$' && fail "files outside /usr"
grep -E '^-rwx.*(\.so|\.o|\.a|\.gz|\.h|\.pc|\.cmake)$' contents.txt | grep -v '\.so$' && fail "executable data"
for file in bin/lpview bin/lineprof-cc bin/lineprof-c++ include/lineprof.h liblineprof.so \
	lineprof/lineprof_rt.o liblineprof_rt.so liblineprof_gpu.so liblineprof_rt.a "lineprof/$CLANG_MAJOR/liblineprof_plugin.so" \
	lineprof.pc lineprof-config.cmake doc/lineprof/copyright doc/lineprof/docs/accuracy.md doc/lineprof/examples/words/words.c completions/lpview site-functions/_lpview \
	vendor_completions.d/lpview.fish; do
	grep -q "/$file\( \|\$\)" contents.txt || fail "not in the package: $file: $(cat contents.txt)"
done
mkdir x && dpkg-deb -x "$deb" x
grep -rlE "$BUILD|$SOURCE" x --include='*.pc' --include='*.cmake' --include='lineprof-cc' &&
	fail "the package names the folder that it was built in"
for library in $(find x -name '*.so'); do
	readelf -d "$library" | grep -E 'RPATH|RUNPATH' && fail "$library: a run path"
	[ -z "$(readelf -SW "$library" | grep '\.debug_info')" ] || fail "$library: not stripped"
done

# ---- install, use, remove ----
use() { # use FOLDER: through the bare name, as the README says
	# shellcheck disable=SC2086
	quiet $CLANG -fplugin=liblineprof.so -O2 a.c b.c -o program
	LPVIEW=$1/usr/bin/lpview check_program "installed in '$1'"
	strings -a program | has "the program's runtime" "$1/usr/lib"
	quiet "$1/usr/bin/lineprof-cc" -O2 a.c b.c -o program
	LPVIEW=$1/usr/bin/lpview check_program "lineprof-cc in '$1'"
}
export LINEPROF_CLANG="$CLANG"
root=$PWD/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
: >"$root/var/lib/dpkg/status"
packager() {
	dpkg --root="$root" --force-not-root --force-depends --force-script-chrootless --log="$PWD/log" \
		"$@" >dpkg.txt 2>&1 || fail "dpkg $*: $(cat dpkg.txt)"
}
if [ "$(id -u)" = 0 ]; then
	packager -i "$deb"
else
	cp -r x/. "$root/"
fi
LD_LIBRARY_PATH=$(dirname "$(find "$root" -name liblineprof.so)")
export LD_LIBRARY_PATH
use "$root"
unset LD_LIBRARY_PATH
if [ "$(id -u)" = 0 ]; then
	packager -r lineprof
	same "files that are left" "" "$(find "$root" -path "$root/var" -prune -o -type f -print)"
fi
if [ "$FULL" = 1 ] && [ "$(id -u)" = 0 ] && ! dpkg-query -W lineprof >/dev/null 2>&1; then
	trap 'status=$?; dpkg -P lineprof >/dev/null 2>&1; [ $status != 0 ] || rm -rf "$work"; exit $status' EXIT
	dpkg -i "$deb" >dpkg.txt 2>&1 || fail "dpkg -i: $(cat dpkg.txt)"
	use ""
	dpkg -r lineprof >dpkg.txt 2>&1 || fail "dpkg -r: $(cat dpkg.txt)"
	dpkg -P lineprof >dpkg.txt 2>&1 || fail "dpkg -P: $(cat dpkg.txt)"
	same "files that are left" "" "$(find /usr /etc /var/lib/dpkg -name '*lineprof*' -not -path '*/ccache/*' 2>/dev/null)"
fi
end_of_builds
