// loops_left_at_once.cpp: loops whose body is nothing but the jump that ends them.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17
static volatile int sink;
struct obj { int n; obj(int n) : n(n) {} ~obj() { sink = n; } void next() { n++; } }; //= 42
static void a() //= 4
{
	for (int i = 0;; i++) { //= 4
		break; //= 4
	}
	for (int i = 0; i < 3; i++) { //= 4
		break; //= 4
	}
	for (int i = sink; i < 9; i++) { //= 4
		break; //= 4
	}
	for (obj o(3);; o.next()) { //= 4
		break; //= 4
	}
	for (obj o(3); o.n < 9; o.next()) { //= 4
		break; //= 4
	}
	for (obj o(3); o.n < 9; o.next()) //= 4
		break; //= 4
	for (int i = 0; i < 3; i++) //= 4
		break; //= 4
	for (int i = 0; i < 2; i++) { //= 12
		continue; //= 8
	}
	for (obj o(3); o.n < 5; o.next()) { //= 12
		continue; //= 8
	}
	for (sink = 3; sink < 5; sink = sink + 1) { //= 4
		break; //= 4
	}
	while (sink < 9) { //= 4
		break; //= 4
	}
	sink = 8; //= 4
}
static int b() //= 4
{
	for (int i = 0;; i++) { //= 4
		return 3; //= 4
	}
}
static int c(int n) //= 4
{
	for (int i = 0; i < n; i++) { //= 4
		return 3; //= 3
	}
	for (obj o(3);; o.next()) { //= 1
		return 3; //= 1
	}
}
int main() //= 1
{
	for (int i = 0; i < 4; i++) //= 5
		a(), b(), c(i); //= 4
	return 0; //= 1
}
