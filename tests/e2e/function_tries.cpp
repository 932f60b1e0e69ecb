// function_tries.cpp: all of a constructor in a `try`, with bases that are not written: clang makes these there.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls V::V = 10
struct A { A(int); int a; };
A::A(int x) : a(x) {} //= 25
struct B { B(); int b; };
B::B() : b(3) {} //= 25
struct same_line : A, B {
	same_line(int x) try //= 5
		: A(x) { //= 5
		a++; //= 5
	} catch (int) { //= 0
		throw; //= 0
	}
};
struct own_line : A, B {
	int c;
	own_line(int x) //= 5
	try //= 5
		: A(x), //= 5
		  c(x) { //= 5
		a++; //= 5
	} catch (int) { //= 0
		throw; //= 0
	}
};
struct nothing : A, B {
	nothing() //= 5
	try : A(1) { //= 5
	} catch (int) { //= 0
	}
};
struct V : virtual A, virtual B {
	V(int x) //= 10
	try : A(x) { //= 10
		a++; //= 10
	} catch (int) { //= 0
		throw; //= 0
	}
};
struct W : V {
	W(int x) //= 5
	try : A(x), V(x) { //= 5
		a++; //= 5
	} catch (int) { //= 0
		throw; //= 0
	}
};
int main() //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 5; i++) { //= 6
		same_line s(i); //= 5
		own_line o(i); //= 5
		nothing n; //= 5
		V v(i); //= 5
		W w(i); //= 5
		sum += s.a + o.a + n.a + v.a + w.a; //= 5
	}
	return sum == 0; //= 1
}
