// cudnn.cu: what cuDNN launches is on the line that calls it.
#include "check.h"

#include <cudnn.h>

#define DNN(call)                                                                                  \
	do {                                                                                       \
		if ((call) != CUDNN_STATUS_SUCCESS)                                                \
			exit(1);                                                                   \
	} while (0)

int main()
{
	const int n = 64, c = 32, h = 56, w = 56;
	const float one = 1, zero = 0;
	cudnnHandle_t handle;
	cudnnTensorDescriptor_t shape;
	cudnnActivationDescriptor_t relu;
	float *x;

	CHECK(cudaMalloc(&x, n * c * h * w * sizeof *x));
	DNN(cudnnCreate(&handle));
	DNN(cudnnCreateTensorDescriptor(&shape));
	DNN(cudnnSetTensor4dDescriptor(shape, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, w));
	DNN(cudnnCreateActivationDescriptor(&relu));
	DNN(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0));
	for (int i = 0; i < 20; i++)
		DNN(cudnnActivationForward(handle, relu, &one, shape, x, &zero, shape, x));
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT atleast 28 20\n");
	return 0;
}
