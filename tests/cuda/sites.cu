// sites.cu: every group of GPU sites, in the ways that people write them. What the table of
// sites must say of a line stands behind it; a line may have several.
#include <cuda.h>
#include <cuda_runtime.h>

#include "launcher.h"
#include <cstdio>
#include <exception>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i] + y[i];
}
template <class T, int N> __global__ void fill(T *p, T v)
{
	p[threadIdx.x] = v;
}
namespace ns {
static __global__ void quiet(int)
{
}
} // namespace ns
extern "C" __global__ void plain(int)
{
}

// Of another file: nvcc calls it as any function.
__attribute__((weak)) __global__ void elsewhere(float *, int);

typedef void (*Kernel)(float *, float);
typedef void (*Two)(int *, cudaError_t);
#define START(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)

struct Guard {
	Guard() { cudaStreamCreate(&stream); }
	~Guard() { cudaStreamSynchronize(stream); } //! wait cudaStreamSynchronize
	cudaStream_t stream;
};

static void on_host(void *)
{
}

static int nested()
{
	plain<<<1, 1>>>(1); //! launch plain
	return 1;
}

static int may_throw(int x)
{
	if (x > 100)
		throw x;
	return x;
}

int launches(float *x, float *y, int n)
{
	saxpy<<<n / 256, 256>>>(n, 2.0f, x, y); //! launch saxpy(int, float, float const*, float*)
	fill<float, 3><<<1, 32>>>(x, 1.0f); //! launch void fill<float, 3>(float*, float)
	Kernel k = fill<float, 4>;
	k<<<1, 32>>>(x, 2.0f); //! launch -
	ns::quiet<<<1, 1>>>(nested()); //! launch ns::quiet(int)
	START(plain, 5); //! launch plain
	for (int i = 0; i < 3; i++)
		plain<<<1, //! launch plain
			1>>>(
		    i);
	if (n > 3) plain<<<1, 1>>>(2); else plain<<<1, 1>>>(3); //! launch plain //! launch plain
	return n > 7 ? (plain<<<1, 1>>>(2), 1) : 0; //! launch plain
}

int unwinds(int n)
{
	Guard guard;
	plain<<<may_throw(n), 1, 0, guard.stream>>>(may_throw(2)); //! launch plain
	return may_throw(n);
}

// Where exceptions go is no part of a launch.
template <class K> void tries(K k, int n)
{
	try {
		k<<<1, 1>>>(n); //! launch -
	} catch (const std::exception &e) {
		puts(e.what());
	}
}

int falls_back(int n)
{
	static const int once = (plain<<<1, 1>>>(n), 1); //! launch plain
	tries(plain, n);
	try {
		plain<<<1, 1>>>(n); //! launch plain
	} catch (int) {
		ns::quiet<<<1, 1>>>(n); //! launch ns::quiet(int)
	}
	return once;
}

void never_throws(int n) noexcept
{
	plain<<<1, 1>>>(n); //! launch plain
}

struct Model {
	virtual float *data();
	virtual int size() const;
};
float *Model::data() { return nullptr; }
int Model::size() const { return 0; }
struct Held {
	Held(int);
	~Held();
	operator int() const { return 1; }
};
Held::Held(int) {}
Held::~Held() {}

// Calls among the arguments come before, destructors behind.
void arguments(Model *model, Two two, int *q, int (*count)(), Held (*hold)())
{
	elsewhere<<<1, 32>>>(nullptr, 1); //! launch elsewhere(float*, int)
	elsewhere<<<1, 32>>>(model->data(), model->size()); //! launch elsewhere(float*, int)
	elsewhere<<<count(), 32>>>(nullptr, count()); //! launch elsewhere(float*, int)
	elsewhere<<<1, 32>>>(nullptr, Held(count())); //! launch elsewhere(float*, int)
	plain<<<1, 32>>>(hold()); //! launch plain
	two<<<1, 1>>>(q, cudaMallocHost(&q, 4)); //! launch - //! memory cudaMallocHost
}

// The user's own may be called as CUDA's are.
namespace my {
__attribute__((weak)) void cudaFreeAll();
__attribute__((weak)) int cudaMemcpyCount(int);
struct Pool {
	__attribute__((weak)) void *cudaMalloc(int);
};
} // namespace my

void calls(float *x, float *y, cudaStream_t stream, cudaEvent_t event)
{
	void *arguments[4] = {};
	cudaLaunchConfig_t config = {};
	cudaLaunchKernel((void *)saxpy, dim3(1), dim3(1), arguments, 0, stream); //! launch saxpy(int, float, float const*, float*)
	cudaLaunchKernelEx(&config, plain, 1); //! launch plain
	cudaLaunchCooperativeKernel((void *)plain, dim3(1), dim3(1), arguments, 0, stream); //! launch plain
	cudaLaunchHostFunc(stream, [](void *) {}, nullptr); //! launch cudaLaunchHostFunc
	cudaLaunchHostFunc(stream, on_host, nullptr); //! launch cudaLaunchHostFunc
	cudaMemcpy(y, x, 16, cudaMemcpyDeviceToHost); //! copy cudaMemcpy
	cudaMemcpyAsync(y, x, 16, cudaMemcpyDefault, stream); //! copy cudaMemcpyAsync
	cudaMemset(x, 0, 16); //! set cudaMemset
	cudaMemset2DAsync(x, 4, 0, 4, 4, stream); //! set cudaMemset2DAsync
	cudaEventRecord(event, stream); //! wait cudaEventRecord
	cudaStreamWaitEvent(stream, event, 0); //! wait cudaStreamWaitEvent
	cudaEventSynchronize(event); //! wait cudaEventSynchronize
	cudaDeviceSynchronize(); //! wait cudaDeviceSynchronize
	cudaGetLastError();
	cudaPeekAtLastError();
	cudaGetErrorString(cudaSuccess);
}

void memory(float **p, cudaStream_t stream)
{
	float *q;
	cudaMalloc(p, 64); //! memory cudaMalloc
	cudaMalloc((void **)&q, 64); //! memory cudaMalloc
	cudaMallocAsync(&q, 64, stream); //! memory cudaMallocAsync
	cudaMallocManaged(&q, 64); //! memory cudaMallocManaged
	cudaMallocHost(&q, 64); //! memory cudaMallocHost
	cudaHostAlloc((void **)&q, 64, 0); //! memory cudaHostAlloc
	cudaFreeHost(q); //! memory cudaFreeHost
	cudaFreeAsync(q, stream); //! memory cudaFreeAsync
	cudaFree(*p); //! memory cudaFree
}

void graphs(cudaStream_t stream)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); //! graph cudaStreamBeginCapture
	cudaStreamEndCapture(stream, &graph); //! graph cudaStreamEndCapture
	cudaGraphInstantiate(&exec, graph, 0); //! graph cudaGraphInstantiate
	cudaGraphLaunch(exec, stream); //! graph cudaGraphLaunch
}

void driver(CUdeviceptr p, CUfunction f, CUstream stream)
{
	CUdeviceptr q;
	cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr); //! launch cuLaunchKernel
	cuMemAlloc(&q, 64); //! memory cuMemAlloc
	cuMemcpyDtoH(&q, p, 8); //! copy cuMemcpyDtoH
	cuMemsetD8(p, 0, 8); //! set cuMemsetD8
	cuStreamSynchronize(stream); //! wait cuStreamSynchronize
	cuMemFree(q); //! memory cuMemFree
}

int headers(long n)
{
	launcher::fill_all(n); //! library launcher::fill_all
	launcher::vector<long> numbers(n); //! library launcher::vector::vector
	n += numbers.size();
	return (int)n;
} //! library launcher::vector::~vector

int own_names(my::Pool &pool, int n)
{
	pool.cudaMalloc(n);
	my::cudaFreeAll();
	return my::cudaMemcpyCount(n);
}

int main(int argc, char **)
{
	if (argc > 5) {
		launches(nullptr, nullptr, argc);
		unwinds(argc);
		calls(nullptr, nullptr, nullptr, nullptr);
		memory(nullptr, nullptr);
		graphs(nullptr);
		driver(0, nullptr, nullptr);
		headers(argc);
		falls_back(argc);
		never_throws(argc);
		arguments(nullptr, nullptr, nullptr, nullptr, nullptr);
	}
	return 0;
}
