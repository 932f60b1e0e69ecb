// nothing_thrown.cpp: handlers of what is never thrown show 0, also where nothing can be thrown at all.
//: levels = -O0 | -O2
static volatile int sink;

static void may_throw(int n) //= 3
{
	if (n > 9) //= 3
		throw n; //= 0
}

static void nothing_can_throw(int n) //= 3
{
	try { //= 3
		sink = n; //= 3
	} catch (int caught) { //= 0
		sink = caught; //= 0
		[] { sink = 3; }(); //= 0
	} catch (...) { //= 0
	}
	sink = 1; //= 3
}

static void something_could(int n) //= 3
{
	try { //= 3
		may_throw(n); //= 3
	} catch (int caught) { //= 0
		sink = caught; //= 0
	} catch (...) { //= 0
	}
	try { sink = n; } catch (...) { } //= 3
}

static void inside_of_others(int n) //= 3
{
	try { //= 3
		throw n; //= 3
	} catch (int caught) { //= 3
		try { //= 3
			sink = caught; //= 3
		} catch (...) { //= 0
			sink = 4; //= 0
		}
	}
}

int main() //= 1
{
	for (int i = 0; i < 3; i++) { //= 4
		nothing_can_throw(i); //= 3
		something_could(i); //= 3
		inside_of_others(i); //= 3
	}
	return 0; //= 1
}
