// statements_scopes.cpp: destructors at the end of scopes, loops that the compiler makes for
// arrays, and conditions that depend on a template's arguments.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls ~Node = 3
#include <cstdio>

namespace {

int total;

struct Item {
	Item() : value(1) {} //= 2 * 5 + 2 * 3 + 3 * 4 + 3
	~Item() { total += value; } //= 2 * 5 + 2 * 3 + 3 * 4 + 3
	int value;
};

struct Box {
	Box() : first(0), last(9) { total++; } //= 3
	int first;
	Item items[4];
	int last;
};

void arrays() //= 2
{
	Item items[5]; //= 2
	Item *more = new Item[3]; //= 2
	total += items[4].value; //= 2
	delete[] more; //= 2
}

int scopes(int n) //= 3
{
	int unset; //= 3

	for (int i = 0;; i++) { //= 1 + 2 + 3
		int here; //= 1 + 2 + 3
		if (i == n) //= 1 + 2 + 3
			break; //= 3
		Item item; //= 1 + 2
		if (item.value == i) //= 1 + 2
			continue; //= 1
		here = item.value; //= 1 + 1
		total += here; //= 1 + 1
	}
	unset = total; //= 3
	return unset; //= 3
}

template <bool Checks> void choose(int n) //= 2 + 3
{
	if (Checks) //= 2 + 3
		total += n; //= 2
	if (Checks) { //= 2 + 3
		total++; //= 2
	} else {
		total--; //= 3
	}
	total += 2; //= 2 + 3
}

struct Node {
	explicit Node(Node *next) : next(next) {} //= 3
	~Node() //= 3
	{
		delete next; //= 3
	}
	Node *next;
};

} // namespace

int main() //= 1
{
	delete new Node(new Node(new Node(nullptr))); //= 1
	arrays(); //= 1
	arrays(); //= 1
	for (int i = 0; i < 3; i++) { //= 4
		Box box; //= 3
		total += box.items[3].value; //= 3
	}
	for (int i = 0; i < 3; i++) //= 4
		total += scopes(i); //= 3
	for (int i = 0; i < 2; i++) //= 3
		choose<true>(i); //= 2
	for (int i = 0; i < 3; i++) //= 4
		choose<false>(i); //= 3
	std::printf("%d\n", total); //= 1
	return 0; //= 1
}
