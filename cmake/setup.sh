# setup.sh: what ./demo and ./check have in common: packages, other programs' sources, the build.
# To be sourced, with the working directory at the top of the source tree.

BUILD=${BUILD:-build}
LOGS=$BUILD/log
mkdir -p "$LOGS"

say() { printf '%s\n' "$*"; }

die() {
	printf '%s: %s\n' "$(basename "$0")" "$1" >&2
	shift
	for line in "$@"; do printf '  %s\n' "$line" >&2; done
	exit 1
}

# step LOG TEXT COMMAND...: runs the command into a log, shows one line for it.
step() {
	step_log=$LOGS/$1.txt
	step_text=$2
	shift 2
	step_start=$(date +%s)
	printf '== %s ... ' "$step_text"
	if "$@" >"$step_log" 2>&1 </dev/null; then
		printf 'done, %s s\n' $(($(date +%s) - step_start))
	else
		printf 'failed\n'
		tail -n 40 "$step_log" >&2
		die "$step_text: failed" "the whole output is in $step_log"
	fi
}

is_installed() {
	dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo -n "$@"
	fi
}

# What is needed to build lineprof and the demo's Lua, whatever clang is the default; the headers of
# that one come when it can be asked which it is.
PACKAGES_DEMO="cmake ninja-build gcc g++ libc6-dev clang libdwarf-dev libelf-dev
	libcapstone-dev zlib1g-dev libiberty-dev libpcre2-dev libzstd-dev libncurses-dev
	dpkg-dev ca-certificates"

# What other programs' own build systems want: SQLite and RE2 are made in part by scripts.
PACKAGES_PROGRAMS="make tcl tcl-dev perl unicode-data python3-six"

# What the tests and benchmarks want besides: every clang that is served, by its packages.
# llvm-N-tools has FileCheck, llvm-N has llvm-cov, libclang-rt-N-dev has the sanitizers and the
# profile runtime.
PACKAGES_CHECK="$PACKAGES_DEMO libcmocka-dev jq python3 util-linux binutils dwz mold ccache scdoc man-db
	autoconf automake libtool make pkg-config bash zsh fish valgrind lcov tmux fuse2fs
	python3-line-profiler libdevel-nytprof-perl golang-go openmpi-bin libopenmpi-dev libomp-14-dev
	$PACKAGES_PROGRAMS"
# Another processor, emulated.
[ "$(uname -m)" = aarch64 ] ||
	PACKAGES_CHECK="$PACKAGES_CHECK gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user-static"
for major in 14 16 19 22; do
	PACKAGES_CHECK="$PACKAGES_CHECK clang-$major llvm-$major-dev libclang-$major-dev llvm-$major
		llvm-$major-tools lld-$major libclang-rt-$major-dev"
done

# What `./check --full` wants besides: readers of exports that are large, other releases of Debian.
PACKAGES_FULL="chromium dbus kcachegrind debootstrap"
command -v npm >/dev/null || PACKAGES_FULL="$PACKAGES_FULL npm"

# setup_packages LIST: installs what is missing of the list; touches nothing else.
setup_packages() {
	setup_missing=
	command -v dpkg-query >/dev/null ||
		die "this is no Debian: install these yourself" $1
	for package in $1; do
		is_installed "$package" || setup_missing="$setup_missing $package"
	done
	[ -n "$setup_missing" ] || return 0
	say "== packages that are missing:$setup_missing"
	if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
		die "neither root nor sudo without a password; please run" \
			"sudo apt-get update" \
			"sudo apt-get install --no-install-recommends$setup_missing" \
			"and then this again"
	fi
	step apt-update "apt-get update" as_root apt-get update
	# Their names hold no spaces.
	# shellcheck disable=SC2086
	step apt-install "apt-get install" as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y --no-install-recommends $setup_missing
}

# Clang compiles the plugins, by headers that are read once, and many files at once, in less than half of what GCC takes.
FAST_PLUGINS="-DCMAKE_CXX_COMPILER=clang++ -DLINEPROF_UNITY=ON"

# setup_build DIR TARGET [CMAKE OPTION...]: configures (again, which is quick) and builds.
setup_build() {
	setup_dir=$1
	setup_target=$2
	shift 2
	setup_name=$(basename "$setup_dir")
	step "configure-$setup_name" "configure $setup_dir" cmake -S . -B "$setup_dir" -G Ninja "$@"
	step "build-$setup_name" "build $setup_dir" cmake --build "$setup_dir" --target "$setup_target"
}

# Debian's source packages of the programs that tests and benchmarks build, one a line in
# the descriptions of tests/programs/catalogue.
program_packages() {
	sed -n 's/^PACKAGE = "\(.*\)"$/\1/p' tests/programs/catalogue/*.py | sort -u
}

# fetch_sources PACKAGE...: downloads source packages into $BUILD/third_party/PACKAGE without
# touching the system's sources: a list of its own is made of the system's, with deb-src
# instead of deb. Fails if one could not be had; the others are there then.
fetch_sources() {
	fetch_dir=$PWD/$BUILD/third_party
	fetch_apt=$fetch_dir/apt
	fetch_list=$*
	rm -rf "$fetch_apt"
	mkdir -p "$fetch_apt/sources" "$fetch_apt/lists/partial" "$fetch_apt/cache/archives/partial"
	for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[ -f "$list" ] || continue
		sed -n 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$list" \
			>"$fetch_apt/sources/$(basename "$list" .list).list"
	done
	for list in /etc/apt/sources.list.d/*.sources; do
		[ -f "$list" ] || continue
		sed 's/^Types:.*/Types: deb-src/' "$list" >"$fetch_apt/sources/$(basename "$list")"
	done
	set -- -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$fetch_apt/sources" \
		-o Dir::State::lists="$fetch_apt/lists" -o Dir::Cache="$fetch_apt/cache" \
		-o APT::Sandbox::User= -o Debug::NoLocking=true -o Acquire::Retries=2
	apt-get "$@" update # a foreign list may fail: what counts is what follows
	fetch_status=0
	for package in $fetch_list; do
		# Unpacked beside and moved: a folder that is there is complete.
		rm -rf "${fetch_dir:?}/$package"
		fetched=
		# The newest first, then each that is listed: a mirror may lack what it lists.
		for wanted in "$package" $(apt-cache "$@" showsrc --only-source "$package" |
			sed -n "s/^Version: /$package=/p" | sort -Vru); do
			rm -rf "$fetch_apt/new"
			mkdir "$fetch_apt/new"
			(cd "$fetch_apt/new" && apt-get "$@" source "$wanted") && fetched=yes && break
		done
		if [ "$fetched" ]; then
			mv "$fetch_apt"/new/*/ "$fetch_dir/$package"
		else
			fetch_status=1
		fi
	done
	rm -rf "$fetch_apt"
	return $fetch_status
}

# setup_sources PACKAGE...: sources downloaded once and kept. Fails quietly, with what is
# missing and why in $SOURCES_MISSING.
setup_sources() {
	SOURCES_MISSING=
	setup_wanted=
	for package in "$@"; do
		[ -d "$BUILD/third_party/$package" ] || setup_wanted="$setup_wanted $package"
	done
	[ -n "$setup_wanted" ] || return 0
	say "== source packages into $BUILD/third_party:$setup_wanted"
	mkdir -p "$BUILD/third_party"
	# Their names hold no spaces.
	# shellcheck disable=SC2086
	fetch_sources $setup_wanted >"$LOGS/fetch-sources.txt" 2>&1 </dev/null
	for package in $setup_wanted; do
		[ -d "$BUILD/third_party/$package" ] || SOURCES_MISSING="$SOURCES_MISSING $package"
	done
	[ -z "$SOURCES_MISSING" ] && return 0
	SOURCES_MISSING="source packages that could not be downloaded ($LOGS/fetch-sources.txt):$SOURCES_MISSING"
	return 1
}

# setup_lua: Lua's source in $LUA_SOURCE; fails quietly, with the reason in $LUA_MISSING.
setup_lua() {
	LUA_SOURCE=$PWD/$BUILD/third_party/lua5.4/src
	LUA_MISSING=
	if ! setup_sources lua5.4; then
		LUA_MISSING=$SOURCES_MISSING
		return 1
	fi
	# Debian's configure script writes this one.
	[ -f "$LUA_SOURCE/lua5.4-deb-multiarch.h" ] ||
		printf '#define DEB_HOST_MULTIARCH "%s"\n' "$(dpkg-architecture -qDEB_HOST_MULTIARCH)" \
			>"$LUA_SOURCE/lua5.4-deb-multiarch.h"
}
