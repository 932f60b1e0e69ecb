// macro_ends.c: a macro that closes a loop and a `do { } while (0)` around it, as PHP's ZEND_HASH_FOREACH_END(): its line
// has no statement, so neither the rounds of the loop nor a 0.
//: levels = -O0 | -O1 | -O2 | -O3
#define EACH(a, n) do { const int *p = (a); \
	for (; p != (a) + (n); p++) {
#define END() } } while (0)
#define EACH_IF(a, n, c) do { const int *p = (a); \
	for (; p != (a) + (n); p++) { if (c) {
#define END_IF() } } } while (0)

static volatile int sum;

static void loops(const int *a, int n)                    //= 3
{
	EACH(a, 5) {                                      //= 3 * 6
		if (*p == 2)                              //= 15
			continue;                         //= 6
		sum += *p;                                //= 9
	} END();
	EACH(a, 0) {                                      //= 3
		sum++;                                    //= 0
	} END();
	EACH(a, 5) {                                      //= 3
		sum += *p;                                //= 3
		if (n >= 0)                               //= 3
			break;                            //= 3
	} END();
	EACH_IF(a, 5, *p == 2) {                          //= 3 * 6
		sum += *p;                                //= 6
	} END_IF();
	EACH(a, n) {                                      //= 3 + 0 + 1 + 2
		EACH(a, 2) {                              //= 9
			sum++;                            //= 6
		} END();
	} END();
}

int main(void)                                            //= 1
{
	static const int a[] = {1, 2, 4, 3, 2};           //= 1

	for (int i = 0; i < 3; i++)                       //= 4
		loops(a, i);                              //= 3
	return 0;                                         //= 1
}
