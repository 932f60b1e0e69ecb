# same_object.sh: the same input gives the same object, bit for bit, also in parallel and in a folder
# whose name has spaces and other letters.
# Two clangs are enough: what could differ is the plugin's own.
. "$SOURCE/tests/e2e/lib.sh"
folder="a folder, größer"
mkdir "$folder"
cp "$HERE/statements_cpp.cpp" "$HERE/exceptions.cpp" "$HERE/templates.cpp" "$HERE/jumps.c" "$folder"
large=$BUILD/programs/sqlite/made/sqlite3.c
if [ "$FULL" = 1 ] && [ -f "$large" ]; then cp "$large" "$folder"; fi
cat >"$folder/Makefile" <<'M'
sources := $(wildcard *.c *.cpp)
all: $(sources:%=%.$(round).o)
%.c.$(round).o: %.c
	$(CC) $(FLAGS) -c $< -o $@
%.cpp.$(round).o: %.cpp
	$(CXX) $(FLAGS) -c $< -o $@
M
cd "$folder"
for flags in "-O0 -g" -O2 "-O2 -flto=thin -ffunction-sections"; do
	for round in 1 2 3; do
		make -s -j2 round=$round CC="$CC" CXX="$CXX" FLAGS="$flags" || fail "make, $flags"
	done
	for source in *.c *.cpp; do
		for round in 2 3; do
			cmp "$source.1.o" "$source.$round.o" || fail "$source differs, $flags"
		done
	done
	rm -f ./*.o
done
# It runs from there, and finds its sources.
$CC -O1 jumps.c -o "a program"
quiet sh -c '"./a program" >out'
check_profile "a program.lprof" jumps.c
