#!/bin/sh
# run.sh: builds and runs this example where the page says how; CC is clang with the plugin.
# usage: CC="clang -fplugin=liblineprof.so" LPVIEW=lpview examples/pairs/run.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
${CC:-clang -fplugin=liblineprof.so} -O2 -pthread "$here/pairs.c" -o pairs
./pairs
${LPVIEW:-lpview} pairs.lprof
${LPVIEW:-lpview} --threads pairs.lprof
