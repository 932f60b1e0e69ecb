// churn.cu: memory is got and given back all the time; what it costs the program is to be in line with that.
#include <chrono>
#include <vector>

#include "check.h"

static double us_of_a_pair(cudaStream_t stream, std::vector<void *> &pieces, int rounds)
{
	const auto begin = std::chrono::steady_clock::now();

	for (int i = 0; i < rounds; i++) {
		const size_t at = (size_t)i * 7919 % pieces.size();

		CHECK(cudaFreeAsync(pieces[at], stream));
		CHECK(cudaMallocAsync(&pieces[at], 256 * (at % 7 + 1), stream));
	}
	CHECK(cudaStreamSynchronize(stream));
	return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
		       .count() /
	       rounds;
}

int main()
{
	std::vector<void *> pieces(1000);
	cudaStream_t stream;
	double early, late = 0;

	CHECK(cudaStreamCreate(&stream));
	for (void *&piece : pieces)
		CHECK(cudaMallocAsync(&piece, 256, stream));
	early = us_of_a_pair(stream, pieces, 20000);
	for (int i = 0; i < 9; i++)
		late = us_of_a_pair(stream, pieces, 20000);
	printf("COST a pair: %.0f ns at first %.0f ns later\n", early * 1000, late * 1000);
	printf("EXPECT got 201000\n");
	return 0;
}
