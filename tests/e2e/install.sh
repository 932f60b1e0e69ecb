# install.sh: cmake --install puts everything where a bare -fplugin=liblineprof.so and the
# loader find it; uninstall takes it away again.
. "$SOURCE/tests/e2e/lib.sh"
cmake --install "$BUILD" --prefix "$PWD/prefix" >install.txt 2>&1 || fail "$(cat install.txt)"
library=$(dirname "$(find prefix -name liblineprof.so | head -n 1)")
[ -n "$library" ] || fail "no liblineprof.so: $(cat install.txt)"
for file in "$library/liblineprof.so" "$library/lineprof/$CLANG_MAJOR/liblineprof_plugin.so" \
	"$library/liblineprof_rt.so" "$library/liblineprof_gpu.so" prefix/bin/lpview prefix/include/lineprof.h \
	prefix/share/lineprof/valgrind.supp; do
	[ -e "$file" ] || fail "not installed: $file: $(find prefix -type f)"
done
find prefix -name 'liblineprof_rt*.a' | grep -q . || fail "no static runtime"
cat >app.c <<'END'
int main(int argc, char **argv) //= 1
{
	for (int i = 0; i < 10; i++) //= 11
		argc += argv[0][0]; //= 10
	return argc == 0; //= 1
}
END
# The build folder's own copies must not be what is used.
LD_LIBRARY_PATH=$PWD/$library $CLANG -fplugin=liblineprof.so -O2 app.c -o app
case $(strings -a app | grep 'liblineprof_rt.so' | head -n 1) in
*"$BUILD"*) fail "the program names the build folder's runtime" ;;
esac
./app
LPVIEW=$PWD/prefix/bin/lpview check_profile app.lprof app.c
prefix/bin/lpview --functions app.lprof | has "lpview --functions" main
cp -r prefix moved
LD_LIBRARY_PATH=$PWD/moved/${library#prefix/} $CLANG -fplugin=liblineprof.so app.c -o app ||
	fail "cannot be moved"
# uninstall.cmake reads the list beside it, which the installation has just written.
cp "$BUILD/uninstall.cmake" "$BUILD/install_manifest.txt" .
cmake -P uninstall.cmake >uninstall.txt 2>&1 || fail "$(cat uninstall.txt)"
same "files that are left" "" "$(find prefix -type f)"
same "folders that are left" "" "$(find prefix -type d -name '*lineprof*')"

# ---- which LLVM it is built for ----
configure() { # configure OPTION...: without lpview and tests, for this LLVM only
	rm -rf configured
	cmake -S "$SOURCE" -B configured -DLINEPROF_VIEWER=OFF -DBUILD_TESTING=OFF -DLINEPROF_LLVM_MAJORS="$CLANG_MAJOR" "$@" \
		>cmake.txt 2>&1
}
! configure -DLLVM_CONFIG_"$CLANG_MAJOR"=/nonexistent || fail "took an llvm-config that is not there"
tr '\n' ' ' <cmake.txt | tr -s ' ' | has "an llvm-config that is none" "/nonexistent is no llvm-config of LLVM $CLANG_MAJOR"
# One of no number, as those of LLVM's own releases.
configure -DLLVM_CONFIG_"$CLANG_MAJOR"="$(llvm-config-"$CLANG_MAJOR" --bindir)/llvm-config" || fail "$(cat cmake.txt)"
has "which it found" "plugins for LLVM $CLANG_MAJOR" <cmake.txt
