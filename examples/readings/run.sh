#!/bin/sh
# run.sh: builds and runs this example where the page says how; CC is clang with the plugin.
# usage: CC="clang -fplugin=liblineprof.so" LPVIEW=lpview examples/readings/run.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
${CC:-clang -fplugin=liblineprof.so} -O2 "$here/readings.c" -o readings
./readings
${LPVIEW:-lpview} readings.lprof
${LPVIEW:-lpview} --hints readings.lprof
