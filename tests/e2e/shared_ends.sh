# shared_ends.sh: LLVM makes one of equal ends of a function, which has the line of one of them: lines that never or
# hardly ever ran have no time of it, it is the function's.
. "$SOURCE/tests/e2e/lib.sh"
echo 'unsigned mix(unsigned a, unsigned b) { return a ^ b; }' >mix.c
"$CLANG" -O2 -c mix.c
cat >ends.c <<'END'
#include <stdlib.h>
struct slot {
	unsigned key, value;
};
static struct slot slots[64];
static volatile unsigned seed = 3;
unsigned mix(unsigned a, unsigned b);
__attribute__((noinline)) static void put(unsigned key, unsigned value, struct slot *slot)
{
	for (unsigned turn = 0; turn < 3; turn++) {
		if (slot) {
			unsigned other = slot->key;
			if (other != 7) {
				slot->value = mix(mix(value, key), other);
				if (slot->value == 3)
					mix(key, turn);
				return;
			}
		} else {
			value = mix(key, value); // SELDOM
			if (value == 77) // SELDOM
				abort(); // SELDOM
		}
		if (value & 1) { // SELDOM
			mix(mix(value, key), turn); // SELDOM
			return; // SELDOM
		}
		slot = &slots[(key + turn) % 64]; // SELDOM
		if (slot->value != 9) { // SELDOM
			slot->value = mix(key, value); // SELDOM
			if (slot->value == 3) // SELDOM
				mix(key, turn); // SELDOM
			return; // SELDOM
		}
	}
	abort(); // SELDOM
}
__attribute__((noinline)) static unsigned get(unsigned key)
{
	unsigned value = slots[key % 64].value;
	if (value == 0)
		return key;
	if (value < 1u << 31) {
		unsigned a = mix(value, key), b = mix(key, a), c = mix(a, b), d = mix(b, c), e = mix(c, d);
		return a + b + c + d + e;
	}
	value = mix(value, value) ^ mix(value, key) ^ key; // SELDOM
	return value; // SELDOM
}
int main(void)
{
	unsigned sum = 0;
	for (unsigned k = 0; k < 100000000; k++) {
		put(k, k, &slots[k % 64]);
		sum += get(k);
	}
	slots[5] = (struct slot){7, 8};
	put(5, 2, &slots[5]);
	slots[5].value = 1u << 31;
	sum += get(5);
	return sum == seed;
}
END
seldom=$(grep -n "// SELDOM" ends.c | cut -d: -f1 | tr '\n' ',')
for level in -O1 -O2; do
	$CC $level ends.c mix.o -o ends
	LINEPROF_ENGINE=timer ./ends
	same "$level: lines that hardly ever ran have time" "[]" "$(query ends.lprof "[(l['line'], l['hits'], l['self_ns'])
		for l in profile.json['lines'] if l['line'] in [$seldom] and l['self_ns'] > 5e6]")"
done
