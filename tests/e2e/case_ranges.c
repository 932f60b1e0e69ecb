// case_ranges.c: ranges of values as cases: up to 64 values are as many cases of the switch; longer
// ones are tested behind it.
#include <stdio.h>

static int utf8len(unsigned char c) //= 256
{
	switch (c) { //= 256
	case 0x00 ... 0x7f: //= 128
		return 1; //= 128
	case 0xc2 ... 0xdf: //= 30
		return 2; //= 30
	}
	return 0; //= 98
}
static int hundred(int c) //= 256
{
	switch (c) { //= 256
	case 0 ... 99: //= 100
		return 1; //= 100
	default: //= 156
		return 0; //= 156
	}
}
static int two_short(int c) //= 13
{
	switch (c) { //= 13
	case 1 ... 3: //= 2
	case 5 ... 6: //= 5
		return 1; //= 5
	}
	return 0; //= 8
}
static int two_long(int c) //= 6
{
	switch (c) { //= 6
	case 100 ... 300: //= 2
		return 1; //= 2
	case 500 ... 600: //= 3
		return 2; //= 3
	default: //= 1
		return 3; //= 1
	}
}
static int below(int c) //= 6
{
	switch (c) { //= 6
	case 100 ... 300: //= 2
	case 500 ... 600: //= 5
		return 2; //= 5
	}
	return 3; //= 1
}
static int one(int c) //= 6
{
	switch (c) { //= 6
	case 100 ... 300: //= 2
		return 2; //= 2
	}
	return 3; //= 4
}
static int with_default(int c) //= 6
{
	switch (c) { //= 6
	case 100 ... 300: //= 2
	default: //= 6
		return 2; //= 6
	}
}
static int mixed(int c) //= 6
{
	switch (c) { //= 6
	case 1: //= 0
	case 100 ... 300: //= 2
		return 2; //= 2
	case 601: //= 1
	case 602 ... 900: //= 1
		return 4; //= 1
	}
	return 3; //= 3
}
static int by_byte(unsigned char c) //= 256
{
	switch (c) { //= 256
	case 200 ... 255: //= 56
		return 1; //= 56
	case 0 ... 99: //= 100
		break; //= 100
	default: //= 100
		break; //= 100
	}
	return 0; //= 200
}
static int by_sign(int c) //= 300
{
	switch (c) { //= 300
	case -100 ... -1: //= 100
	case 1 ... 100: //= 200
		return 1; //= 200
	case 0: //= 1
		return 2; //= 1
	}
	return 3; //= 99
}
static int constants(int n) //= 1
{
	switch (150) {    //= 1
	case 0 ... 99:    //= 0
		n++;      //= 0
		break;    //= 0
	case 100 ... 299: //= 1
		n += 2;   //= 1
		break;    //= 1
	default:          //= 0
		n--;      //= 0
	}
	switch (500) {    //= 1
	case 0 ... 99:    //= 0
		n += 7;   //= 0
		break;    //= 0
	case 100 ... 299: //= 0
		n += 2;   //= 0
		break;    //= 0
	default:          //= 1
		n--;      //= 1
	}
	return n; //= 1
}
int main(void) //= 1
{
	static const int small[] = {1, 3, 5, 5, 6, 7, 7, 7, 8, 9, 10, 11, 12}; //= 1
	static const int large[] = {100, 300, 500, 501, 600, 601}; //= 1
	int t = constants(0);                                      //= 1
	for (int i = 0; i < 256; i++) //= 257
		t += utf8len(i) + hundred(i) + by_byte(i); //= 256
	for (int i = 0; i < 13; i++) //= 14
		t += two_short(small[i]); //= 13
	for (int i = 0; i < 6; i++) //= 7
		t += two_long(large[i]) + below(large[i]) + one(large[i]) + with_default(large[i]) + //= 6
		     mixed(large[i]);
	for (int i = -150; i < 150; i++) //= 301
		t += by_sign(i); //= 300
	printf("%d\n", t); //= 1
	return 0; //= 1
}
