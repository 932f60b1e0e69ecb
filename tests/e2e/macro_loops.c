// macro_loops.c: loops whose heads have no code, right behind a macro that holds a goto and the label that it comes back to, as
// shells' parsers have them. Control that comes back is at the macro a second time, and comes to the loop.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#define CHECK() { goto check; back:; }
static int turns;

__attribute__((noinline)) static int endless_for(int c) //= 2
{
	CHECK(); //= 4
	for (;;) { //= 10
		turns++; //= 10
		if (c-- == 0) //= 10
			goto end; //= 2
	}
end: //= 2
	return turns; //= 2
check: //= 2
	if (c > 100) c = 0; //= 2
	goto back; //= 2
}

__attribute__((noinline)) static int endless_while(int c) //= 2
{
	CHECK(); //= 4
	while (1) { //= 10
		turns++; //= 10
		if (c-- == 0) //= 10
			goto end; //= 2
	}
end: //= 2
	return turns; //= 2
check: //= 2
	if (c > 100) c = 0; //= 2
	goto back; //= 2
}

__attribute__((noinline)) static int endless_do(int c) //= 2
{
	CHECK(); //= 4
	do { //= 10
		turns++; //= 10
		if (c-- == 0) //= 10
			goto end; //= 2
	} while (1); //= 8
end: //= 2
	return turns; //= 2
check: //= 2
	if (c > 100) c = 0; //= 2
	goto back; //= 2
}

__attribute__((noinline)) static int with_increment(int c) //= 2
{
	CHECK(); //= 4
	for (;; turns++) { //= 10
		turns++; //= 10
		if (c-- == 0) //= 10
			goto end; //= 2
	}
end: //= 2
	return turns; //= 2
check: //= 2
	if (c > 100) c = 0; //= 2
	goto back; //= 2
}

int main(void) //= 1
{
	for (int i = 0; i < 2; i++) { //= 3
		endless_for(4); //= 2
		endless_while(4); //= 2
		endless_do(4); //= 2
		with_increment(4); //= 2
	}
	return turns == 0; //= 1
}
