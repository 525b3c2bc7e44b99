// Rows of a table, chosen by their numbers: what CuPy would compile a kernel of its own for at run time.
#include "device.cuh"

// A block copies blockDim.x integers; a thread copies one. Shared memory: none.
// Grid: ceil(total / blockDim.x); total is a multiple of width.
//
//   table    rows of `width` integers
//   chosen   total / width row numbers, in the order of the output
//   taken    the chosen rows, one behind another
extern "C" __global__ __launch_bounds__(256)
void take_rows(const int *__restrict__ table, int width, const int *__restrict__ chosen,
               unsigned int total, int *__restrict__ taken)
{
    const unsigned int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= total) return;
    const unsigned int row = at / width;
    taken[at] = table[(long long)chosen[row] * width + (at - row * width)];
}
