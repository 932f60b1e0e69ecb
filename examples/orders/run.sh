#!/bin/sh
# run.sh: builds and runs this example where the page says how; CXX is clang++ with the plugin.
# usage: CXX="clang++ -fplugin=liblineprof.so" LPVIEW=lpview examples/orders/run.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
${CXX:-clang++ -fplugin=liblineprof.so} -O2 "$here/orders.cpp" -o orders
./orders
${LPVIEW:-lpview} orders.lprof
${LPVIEW:-lpview} --functions --sort tottime orders.lprof
