"""duktape: the interpreter of JavaScript. Debian's source has no tests: scripts of its own must print
what they print without the flag."""
TITLE = "Duktape"
PACKAGE = "duktape"
SUITE = [["cp", "-r", "{source}/.", "."],
         ["make", "-f", "Makefile.cmdline", "CC={cc}"],
         ["mv", "duk", "plain"],
         ["make", "-f", "Makefile.cmdline", "CC={cc} {flags}"],
         ["sh", "-c", "for script in mandel.js polyfills/*.js {workload}/duktape.js; do "
          "./plain $script >plain.out && ./duk $script >duk.out && cmp plain.out duk.out || exit 1; "
          "done; wc -l duk.out"]]
SUITE_SAYS = "[1-9][0-9]* duk.out"
