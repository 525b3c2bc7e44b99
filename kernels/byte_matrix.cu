// The pattern matrix of words of up to five letters: matrix.cu, whose codes are bytes already.
//
// matrix.cu takes sixteen codes apart and packs them again, which for one plane gives the same sixteen
// bytes. Here they are written as they are. Measured on no GPU yet.
//   -DPLANES=1 -DGUESSES=16 (see codes.cuh)
#include "codes.cuh"

// A block does GUESSES neighbouring guesses and blockDim.x * 16 neighbouring answers, a thread sixteen
// answers for all these guesses. Shared memory: the batch's rows, 448 bytes.
// Grid and arguments: as in matrix.cu.
extern "C" __global__ __launch_bounds__(256)
void pattern_bytes(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                   const int *__restrict__ slots, int n_guesses, unsigned char *__restrict__ out, long long out_stride)
{
    __shared__ Batch batch;
    const int first = blockIdx.x * GUESSES, count = min(GUESSES, n_guesses - first);
    fill_batch(batch, slots, 0, first, count, 0, zero_row);
    const long long answer = PIECE_ANSWERS * ((long long)blockIdx.y * blockDim.x + threadIdx.x);
    if (answer >= out_stride) return;
    Walk walk;
    for (int g = 0; g < count; ++g)
        *(Piece *)(out + (first + g) * out_stride + answer) = walk.codes(batch, g, rows + answer, stride).plane[0];
}
