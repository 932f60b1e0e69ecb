# held_statements.sh: statements in what is neither C's nor C++'s own: directives of OpenACC, `@synchronized`, `@try`, `__if_exists`.
. "$SOURCE/tests/e2e/lib.sh"

# run NAME COMMAND...: what it compiles counts as its source says.
run() {
	name=$1
	shift
	for level in -O0 -O2; do
		"$@" "$level" "$name" -o program || fail "$name: not compiled"
		LINEPROF_FILE=p.lprof ./program >out
		check_profile p.lprof "$name" || fail "$name $level"
		rm p.lprof
	done
}

cat >exists.cpp <<'END'
struct Pair {
	int first;
};
template <class T> int sum(T t) //= 1
{
	int r = 0; //= 1
	__if_exists(T::first) { //= 1
		r += t.first; //= 1
		for (int i = 0; i < 3; i++) //= 4
			r += i; //= 3
	}
	__if_not_exists(T::second) { //= 1
		r += 2; //= 1
	}
	return r; //= 1
}
int main() //= 1
{
	return sum(Pair{1}) != 6; //= 1
}
END
# shellcheck disable=SC2086
run exists.cpp $CXX -fms-extensions

cat >directives.c <<'END'
static int sum(int n) //= 2
{
	int t = 0; //= 2
#pragma acc parallel loop //= 2
	for (int i = 0; i < n; i++) //= 8
		t += i; //= 6
#pragma acc data copy(t) //= 2
	{
		t += 2; //= 2
		if (t > 100) //= 2
			t = 3; //= 0
	}
#pragma acc atomic update //= 2
	t++; //= 2
	return t; //= 2
}
int main(void) //= 1
{
	return sum(3) + sum(3) != 12; //= 1
}
END
# Older ones have a part of it.
if $CLANG -fopenacc -Werror -fsyntax-only directives.c 2>/dev/null; then
	# shellcheck disable=SC2086
	run directives.c $CC -fopenacc
fi

cat >locked.m <<'END'
int objc_sync_enter(id object) { return object != (id)0; } //= 2
int objc_sync_exit(id object) { return object != (id)0; } //= 2
static int sum(id lock, int n) //= 2
{
	int t = 0; //= 2
	@synchronized(lock) { //= 2
		for (int i = 0; i < n; i++) //= 8
			t += i; //= 6
	}
	return t; //= 2
}
int main(void) //= 1
{
	return sum((id)0, 3) + sum((id)0, 3) != 6; //= 1
}
END
# shellcheck disable=SC2086
run locked.m $CC -fobjc-runtime=gcc

cat >caught.m <<'END'
#include <objc/Object.h>
#include <objc/runtime.h>
@interface One : Object
@end
@implementation One
@end
@interface Two : Object
@end
@implementation Two
@end
static void fail(int n, id one, id two) //= 8
{
	if (n == 1) //= 8
		@throw one; //= 2
	if (n == 2) //= 6
		@throw two; //= 4
}
static int try(int n, id one, id two) //= 4
{
	int t = 0; //= 4
	@try { //= 4
		fail(n, one, two); //= 4
		t += 1; //= 1
	}
	@catch (One *e) { //= 1
		t += 10; //= 1
	}
	@catch (Two *e) { //= 2
		t += 100; //= 2
		if (n > 5) //= 2
			t = 0; //= 0
	}
	@finally { //= 4
		t += 1000; //= 4
	}
	return t; //= 4
}
static int again(int n, id one, id two) //= 4
{
	int t = 0; //= 4
	@try { //= 4
		@try { //= 4
			fail(n, one, two); //= 4
		}
		@catch (One *e) { //= 1
			t += 1; //= 1
			@throw; //= 1
		}
		t += 100; //= 1
	}
	@catch (id e) { //= 3
		t += 1000; //= 3
	}
	return t; //= 4
}
int main(void) //= 1
{
	id one = class_createInstance(objc_getClass("One"), 0); //= 1
	id two = class_createInstance(objc_getClass("Two"), 0); //= 1
	int t = 0; //= 1
	for (int i = 0; i < 4; i++) //= 5
		t += try(i == 3 ? 2 : i, one, two) + again(i == 3 ? 2 : i, one, two); //= 4
	return t != 1 + 10 + 200 + 4000 + 1 + 100 + 3000; //= 1
}
END
# The compiler that comes with the library knows where it is.
folder=$(dirname "$(gcc -print-libgcc-file-name)")
objc="-fobjc-runtime=gcc -fobjc-exceptions -fexceptions -Wno-objc-root-class -I$folder/include"
# shellcheck disable=SC2086
if $CLANG $objc caught.m "-L$folder" -lobjc -o plain 2>/dev/null; then
	./plain || fail "caught.m: wrong without lineprof"
	run caught.m $CC $objc "-L$folder" -lobjc
else
	leave_out "no library of Objective-C"
fi
