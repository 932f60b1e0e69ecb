// macro_labels.c: macros with a goto among other code, to a label of the function's, as test frameworks have them. Control inside of such
// a macro, and what falls out of it, does not come by the label.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#define CHECK(c) if (c) { bad++; goto out; }
#define CHECK_ONCE(c) do { if (c) { bad++; goto out; } } while (0)
#define GO_IF(c) if (c) goto out
#define RETRY(c) if (c) { bad++; goto again; }

static int bad, done;

__attribute__((noinline)) static int right(int n) //= 90
{
	return n; //= 90
}

static void two_operands(int n) //= 12
{
	CHECK(n > 9 || n < 1) //= 12
out: //= 12
	; //= 12
}

static void three_operands(int n) //= 12
{
	CHECK(n > 9 || n < 1 || n == 5); //= 12
out: //= 12
	; //= 12
}

static void one_below_the_other(int n) //= 12
{
	CHECK_ONCE(n > 9 || n < 1); //= 12
	CHECK_ONCE(right(n) > 8 || n < 2); //= 9
out: //= 12
	(void)0; //= 12
}

static void code_between(int n) //= 12
{
	CHECK(n > 9 || right(n) < 1) //= 12
	done++; //= 9
out: //= 12
	; //= 12
}

static void in_a_loop(int n) //= 12
{
	for (int k = 0; k < 2; k++) //= 29
		CHECK(n > 9 + k || right(n) < 1 + k) //= 21
out: //= 12
	; //= 12
}

static void label_in_the_loop(int n) //= 12
{
	for (int k = 0; k < 2; k++) { //= 36
		GO_IF(n > 9 || n < 1); //= 24
	out: //= 24
		; //= 24
	}
}

static void returns(int n) //= 12
{
	CHECK(right(n) != 3 || n > 9) //= 12
	CHECK(right(n) > 9 || n < 1) //= 1
out: //= 12
	return; //= 12
}

static int with_code(int n) //= 12
{
	CHECK(n > 9 || right(n) < 1) //= 12
out: //= 12
	return bad + n; //= 12
}

static void backward(int n) //= 12
{
again: //= 18
	RETRY(n-- > 9 || right(n) == 7 || right(n) == 6) //= 18
}

int main(void) //= 1
{
	for (int i = 0; i < 12; i++) { //= 13
		two_operands(i); //= 12
		three_operands(i); //= 12
		one_below_the_other(i); //= 12
		code_between(i); //= 12
		in_a_loop(i); //= 12
		label_in_the_loop(i); //= 12
		returns(i); //= 12
		with_code(i); //= 12
		backward(i); //= 12
	}
}
