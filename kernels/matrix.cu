// The pattern matrix: the code of every guess against every answer.
//
// Bound by memory: it reads about two bytes of rows (from the L2 cache) and writes one code per pair.
// So a thread writes 16 bytes at once, and walks down neighbouring guesses with the sums of the rows
// that they share in registers.
//   -DPLANES=1..4, -DGUESSES=16 (see codes.cuh)
#include "codes.cuh"

// A block does GUESSES neighbouring guesses and blockDim.x Pieces of neighbouring answers, a thread
// one Piece for all these guesses. Shared memory: the batch's rows, 400 to 1600 bytes.
// Grid: (ceil(n_guesses / GUESSES), ceil(out_stride / (PIECE_ANSWERS * blockDim.x))).
//
//   rows        letter rows, `stride` bytes each, a multiple of 16; row zero_row is zero
//   slots       n_guesses x PLANES x SLOTS: the rows of each guess
//   out         n_guesses x out_stride codes; out_stride is a multiple of PIECE_ANSWERS and not more
//               than stride; columns beyond the last answer get code 0
extern "C" __global__ __launch_bounds__(256)
void pattern_matrix(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                    const int *__restrict__ slots, int n_guesses, Code *__restrict__ out, long long out_stride)
{
    __shared__ Batch batch;
    const int first = blockIdx.x * GUESSES, count = min(GUESSES, n_guesses - first);
    fill_batch(batch, slots, 0, first, count, 0);
    const long long answer = PIECE_ANSWERS * ((long long)blockIdx.y * blockDim.x + threadIdx.x);
    if (answer >= out_stride) return;
    Walk walk;
    for (int g = 0; g < count; ++g)
        *(uint4 *)(out + (first + g) * out_stride + answer) = walk.codes(batch, g, rows + answer, stride, zero_row);
}
