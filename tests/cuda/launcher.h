// launcher.h: a library of headers that launches kernels, as Thrust and CUB are: nothing in it is the
// user's, so the place is the line that calls it.
#pragma GCC system_header

namespace launcher {
inline namespace V2_SM_75 {
__global__ void nothing()
{
}
static void start(int blocks)
{
	nothing<<<blocks, 1>>>();
}
template <class T> void fill_all(T n)
{
	start(static_cast<int>(n));
}
template <class T> struct vector {
	explicit vector(T n) { start(static_cast<int>(n)); }
	~vector() { cudaDeviceSynchronize(); }
	T size() const noexcept { return 1; }
};
} // namespace V2_SM_75
} // namespace launcher
