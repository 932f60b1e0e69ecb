// constant_switch.c: a switch whose value is known is code for one of its cases only, or for none.
//: flags = -w
#include <stdio.h>
#define VERSION 3
#define DEBUG 0

static int fall(int n) //= 5
{
	switch (VERSION) { //= 5
	case 2: //= 0
		n += 2; //= 0
		/* fall through */
	case 3: //= 5
		n += 3; //= 5
		/* fall through */
	case 4: //= 5
		n++; //= 5
		break; //= 5
	case 5: //= 0
		n = 7; //= 0
	}
	return n; //= 5
}
static int labels(int n) //= 5
{
	switch (sizeof(long)) { //= 5
	case 4: //= 0
	case 8: //= 5
	case 16: //= 5
		if (n > 2) //= 5
			return 1; //= 2
		n++; //= 3
	}
	switch (VERSION) { //= 3
	case 1: //= 0
		n++; //= 0
	}
	switch (DEBUG) { //= 3
	case 1: //= 0
		n++; //= 0
		break; //= 0
	default: //= 3
		n += 4; //= 3
	}
	return n; //= 3
}
static int nested(int n) //= 5
{
	switch (VERSION) { //= 5
	case 1 ... 3: //= 5
		switch (DEBUG) { //= 5
		case 1: //= 0
			n = 9; //= 0
			break; //= 0
		case 0: //= 5
			n++; //= 5
			break; //= 5
		}
		for (int i = 0; i < 2; i++) //= 15
			n += i; //= 10
		break; //= 5
	default: //= 0
		n = 0; //= 0
	}
	switch (VERSION) { //= 5
	again: //= 1
	case 3: //= 6
		if (n++ < 3) //= 6
			goto again; //= 1
	}
	return n; //= 5
}
static int range(int n) //= 5
{
	n++; //= 5
	switch (VERSION) { //= 5
	default: //= 0
		n--; //= 0
	case 3 ... 99: //= 5
		for (int i = 0; i < 2; i++) //= 15
			n++; //= 10
	case 0: //= 5
		break; //= 5
	case 200 ... 299: //= 0
		n = 7; //= 0
	}
	return n; //= 5
}
static int label_behind(int n) //= 5
{
	switch (VERSION) { //= 5
	case 0: //= 0
		n++; //= 0
	case 3: //= 5
		n += 2; //= 5
	again: //= 8
		if (n++ < 4) //= 8
			goto again; //= 3
		break; //= 5
	case 5: //= 0
		n = 1; //= 0
	}
	return n; //= 5
}
static void nothing(int n) //= 5
{
	switch (DEBUG) { //= 5
	case 1: //= 0
		printf("%d", n); //= 0
	}
	if (n > 3) //= 5
		switch (VERSION) { //= 1
		case 3: //= 1
			printf("%d\n", n); //= 1
		}
}
static int begins_without_code(int n) //= 5
{
	n++; //= 5
	switch (VERSION) { //= 5
	case 1: //= 0
		n++; //= 0
		break; //= 0
	case 3: //= 5
		; //= 5
	case 0: ; //= 5
	case 4: //= 5
		n++; //= 5
	}
	return n; //= 5
}
int main(void) //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 5; i++) { //= 6
		sum += fall(i) + labels(i) + nested(i) + range(i) + label_behind(i) + begins_without_code(i); //= 5
		nothing(i); //= 5
	}
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
