# large.sh: a profile of 100,000 functions and 2 million lines is read right, in less than 300 MB.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
(cd "$SOURCE" && "$CLANG" -O2 -D_GNU_SOURCE -I. bench/profiles/large_profile.c format/table.c format/table_flow.c \
	viewer/model/md5.c -o "$work/large_profile")
./large_profile "$work/large"
"$LPVIEW" --check large/large.lprof >out.txt || fail "$(grep BROKEN out.txt)"
"$LPVIEW" --lines large/large.lprof >out.txt
cat >peak.py <<'END'
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
print(os.wait4(child.pid, 0)[2].ru_maxrss // 1024)
END
peak=$($PYTHON peak.py "$LPVIEW" --functions large/large.lprof)
case $(nm "$LPVIEW" 2>/dev/null) in
*__asan_*) skip "sanitizers take more memory" ;;
esac
[ "$peak" -lt 300 ] || fail "$peak MB"
