// Closures, exceptions, regular expressions, JSON, sorting, garbage, coroutines.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print(fib(18));
var words = [];
for (var i = 0; i < 2000; i++)
	words.push('w' + (i * 7919 % 2003).toString(36));
words.sort();
print(words.slice(0, 5).join(), words.join(' ').replace(/w(\w)\b/g, '<$1>').length);
var caught = 0;
for (i = 0; i < 500; i++)
	try { if (i % 3 === 0) throw new Error('no ' + i); null.x; } catch (e) { caught += e instanceof TypeError ? 1 : 2; }
print(caught);
print(JSON.stringify(JSON.parse('{"a":[1,2,{"b":null}],"c":"\\u00e9"}')));
var thread = new Duktape.Thread(function (x) { for (;;) x = Duktape.Thread.yield(x * 2); });
print(Duktape.Thread.resume(thread, 3), Duktape.Thread.resume(thread, 21));
for (i = 0; i < 3000; i++)
	({ self: [i, { deep: new Array(20) }] });
Duktape.gc();
