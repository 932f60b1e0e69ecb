#!/bin/sh
# run.sh: builds and runs this example where the page says how; CC is clang with the plugin.
# usage: CC="clang -fplugin=liblineprof.so" LPVIEW=lpview examples/words/run.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
${CC:-clang -fplugin=liblineprof.so} -O2 "$here/words.c" -o words
./words
${LPVIEW:-lpview} words.lprof
${LPVIEW:-lpview} --functions --sort tottime words.lprof
