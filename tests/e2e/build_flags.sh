# build_flags.sh: every -O level, code generation flags, linkers and link-time optimisation;
# hits are exact in all of them.
# Two clangs are enough: what is between them knows the same flags.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

build_table -O0 -O1 -O2 -O3 -Os -Oz -Og <<'END_OF_TABLE'
plain                |                                      |
END_OF_TABLE

levels=-O2
[ "$FULL" = 1 ] && levels="-O0 -O2 -O3"
# shellcheck disable=SC2086
build_table $levels <<'END_OF_TABLE'
-Ofast               | -Ofast -w                            |                              | full
-Werror              | -Werror -Wall -Wextra -Weverything -Wno-missing-prototypes |        |
-fno-pie             | -fno-pie                             | -no-pie                      |
-fPIC                | -fPIC -fno-plt                       | -rdynamic                    | full
-march=native        | -march=native -w                     |                              | full
-mcmodel=large       | -mcmodel=large                       |                              | full
no frame pointers    | -fomit-frame-pointer -momit-leaf-frame-pointer |                    |
-fno-integrated-as   | -fno-integrated-as                   |                              |
hardened             | -fstack-protector-all -D_FORTIFY_SOURCE=2 -fcf-protection=full | -Wl,-z,relro,-z,now |
-mlvi-hardening      | -mlvi-hardening                      |                              |
-mspeculative-load-hardening | -mspeculative-load-hardening |                              |
-fvisibility=hidden  | -fvisibility=hidden                  | -Wl,--build-id=none          | full
-ffreestanding       | -ffreestanding                       |                              |
-ftrapv              | -ftrapv                              |                              |
-gno-column-info     | -gno-column-info                     |                              |
remarks              | -fsave-optimization-record           |                              | full
# linkers
bfd                  | -ffunction-sections -fdata-sections  | -fuse-ld=bfd -Wl,--gc-sections |
lld                  | -ffunction-sections -fdata-sections  | -fuse-ld=lld-@ -Wl,--gc-sections,--icf=all | ld.lld-@
lld, start-stop-gc   | -ffunction-sections                  | -fuse-ld=lld-@ -Wl,--gc-sections,-z,start-stop-gc | ld.lld-@
gold                 | -ffunction-sections -fdata-sections  | -fuse-ld=gold -Wl,--gc-sections,--icf=all | ld.gold
mold                 | -ffunction-sections -fdata-sections  | -fuse-ld=mold -Wl,--gc-sections,--icf=all | mold
stripped             |                                      | -s                           |
# link-time optimisation
-flto                | -flto                                | -flto -fuse-ld=lld-@         | ld.lld-@
-flto, partitions    | -flto                                | -flto -fuse-ld=lld-@ -Wl,--lto-partitions=2 | ld.lld-@
-flto=thin           | -flto=thin                           | -flto=thin -fuse-ld=lld-@    | ld.lld-@
-flto, optimised     | -flto                                | -O2 -flto -fuse-ld=lld-@     | ld.lld-@
-flto=thin, optimised | -flto=thin                          | -O2 -flto=thin -fuse-ld=lld-@ | full
END_OF_TABLE
end_of_builds
