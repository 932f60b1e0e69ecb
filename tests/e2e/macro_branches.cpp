// macro_branches.cpp: `if (MACRO)`, where that is `if (false) {} else if constexpr (...)`, as range-v3 has it.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17
#define CONSTEXPR_IF(...) false) {} else if constexpr (__VA_ARGS__
static volatile int sink;
template <bool A> static int returns(int n) //= 5
{
	if (n == 7) //= 5
		return 0; //= 0
	if (CONSTEXPR_IF(A)) //= 5
		return sink; //= 3
	else
		return sink + 1; //= 2
}
template <bool A> static int goes_on(int n) //= 5
{
	sink = n; //= 5
	if (CONSTEXPR_IF(A)) //= 5
		sink = 4; //= 3
	sink = 5; //= 5
	return 3; //= 5
}
template <bool A> static int written_out(int n) //= 5
{
	sink = n; //= 5
	if (false) {} else if constexpr (A) //= 5
		sink = 4; //= 3
	else
		sink = 5; //= 2
	return 3; //= 5
}
int main() //= 1
{
	for (int i = 0; i < 3; i++) //= 4
		sink = returns<true>(i) + goes_on<true>(i) + written_out<true>(i); //= 3
	for (int i = 0; i < 2; i++) //= 3
		sink = returns<false>(i) + goes_on<false>(i) + written_out<false>(i); //= 2
	return 0; //= 1
}
