/* A try and its catch on one line, as macros of test frameworks have them (EXPECT_THROW): what is caught
 * there goes on with the line. */
static volatile int n;

static void fail(int i) //= 100
{
	if (i & 1) //= 100
		throw i; //= 50
}

#define THROWS(call) do { try { call; } catch (int) { n = n + 1; } } while (0)

static void by_macro(int i) //= 10
{
	THROWS(fail(i)); //= 10
}

static void behind_label(int i) //= 10
{
	switch (i) { //= 10
	default: //= 10
		THROWS(fail(i)); //= 10
	}
}

static void several(int i) //= 10
{
	try { fail(i); } catch (int) { n = n + 1; } catch (...) { n = n + 2; } //= 10
	try { fail(i); } catch (int) {} //= 10
	n = n + 1; //= 10
}

struct guard {
	~guard() { n = n + 1; } //= 10
};

static void with_cleanup(int i) //= 10
{
	try { guard g; fail(i); } catch (int) { n = n + 1; } //= 10
}

static void in_loop(int i) //= 10
{
	for (int k = 0; k < 2; k++) try { fail(k); } catch (int) {} //= 30
	n = i; //= 10
}

static void apart(int i) //= 10
{
	try { //= 10
		fail(i); //= 10
	} catch (int) { n = n + 1; } //= 5
	n = n + 1; //= 10
}

static void begun_on_line(int i) //= 10
{
	try { fail(i); } catch (int) { //= 10
		n = n + 1; //= 5
	}
	try { n = n + 1; //= 10
		fail(i); } catch (...) { //= 10
		n = n - 1; //= 5
	}
}

int main() //= 1
{
	for (int i = 0; i < 10; i++) { //= 11
		by_macro(i); //= 10
		behind_label(i); //= 10
		several(i); //= 10
		with_cleanup(i); //= 10
		in_loop(i); //= 10
		begun_on_line(i); //= 10
		apart(i); //= 10
	}
	return 0; //= 1
}
