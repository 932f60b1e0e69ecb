/* md5.c: MD5, after RFC 1321. Not for secrets: it tells changed sources from unchanged. */
#include "viewer/model/md5.h"

#include <stdint.h>
#include <string.h>

/* floor(2^32 * abs(sin(i + 1))), RFC 1321, 3.4 */
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static const unsigned char shifts[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t word_at(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
}

static uint32_t rotate_left(uint32_t value, unsigned bits)
{
	return value << bits | value >> (32 - bits);
}

/* The round's function of the three words, and which word of the block it takes. */
static uint32_t mix(unsigned step, const uint32_t *s, unsigned *word)
{
	switch (step / 16) {
	case 0:
		*word = step;
		return (s[1] & s[2]) | (~s[1] & s[3]);
	case 1:
		*word = (5 * step + 1) % 16;
		return (s[1] & s[3]) | (s[2] & ~s[3]);
	case 2:
		*word = (3 * step + 5) % 16;
		return s[1] ^ s[2] ^ s[3];
	default:
		*word = 7 * step % 16;
		return s[2] ^ (s[1] | ~s[3]);
	}
}

static void add_block(uint32_t state[4], const unsigned char *block)
{
	uint32_t s[4];

	memcpy(s, state, sizeof(s));
	for (unsigned step = 0; step < 64; step++) {
		unsigned word;
		const uint32_t mixed = mix(step, s, &word);
		const uint32_t sum = s[0] + mixed + word_at(block + 4 * word) + sines[step];

		s[0] = s[3];
		s[3] = s[2];
		s[2] = s[1];
		s[1] += rotate_left(sum, shifts[step / 16][step % 4]);
	}
	for (unsigned i = 0; i < 4; i++)
		state[i] += s[i];
}

void lp_md5(const void *data, size_t size, unsigned char digest[16])
{
	uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
	const unsigned char *const bytes = (const unsigned char *)data;
	const uint64_t bits = (uint64_t)size * 8;
	const size_t whole = size - size % 64;
	unsigned char tail[128] = {0};
	const size_t tail_bytes = size % 64 < 56 ? 64 : 128;

	for (size_t at = 0; at < whole; at += 64)
		add_block(state, bytes + at);
	if (size > whole)
		memcpy(tail, bytes + whole, size - whole);
	tail[size - whole] = 0x80;
	for (unsigned i = 0; i < 8; i++)
		tail[tail_bytes - 8 + i] = (unsigned char)(bits >> 8 * i);
	for (size_t at = 0; at < tail_bytes; at += 64)
		add_block(state, tail + at);
	for (unsigned i = 0; i < 16; i++)
		digest[i] = (unsigned char)(state[i / 4] >> 8 * (i % 4));
}
