// The pattern matrix: the code of every guess against every answer.
//
// Bound by memory: it reads rows and writes one code per pair. A block therefore takes neighbouring
// guesses, which share most of their letters: sums of rows stay in registers, or rows in its cache.
//   -DPLANES=1..4, -DGUESSES=16 (see codes.cuh)
#include "codes.cuh"

#if PLANES == 1
typedef unsigned char Code;
#elif PLANES == 2
typedef unsigned short Code;
#else
typedef unsigned int Code;
#endif
#define CODES_PER_WORD (4 / (int)sizeof(Code))

// Word i of the codes of sixteen answers, as they lie in memory.
__device__ __forceinline__ unsigned int word_of_codes(const Codes &codes, int i)
{
    unsigned int word = 0;
#pragma unroll
    for (int k = 0; k < CODES_PER_WORD; ++k) word |= codes[CODES_PER_WORD * i + k] << 8 * (int)sizeof(Code) * k;
    return word;
}

// A block does GUESSES neighbouring guesses and blockDim.x * 16 neighbouring answers, a thread sixteen
// answers for all these guesses. Shared memory: the batch's rows, 448 to 1792 bytes.
// Grid: (ceil(n_guesses / GUESSES), ceil(out_stride / (16 * blockDim.x))).
//
//   rows        letter rows, `stride` bytes each, a multiple of 16; row zero_row is zero
//   slots       n_guesses x PLANES x SLOTS: the rows of each guess, the zero row last
//   out         n_guesses x out_stride codes; out_stride is a multiple of 16 and not more than stride;
//               columns beyond the last answer get code 0
extern "C" __global__ __launch_bounds__(256)
void pattern_matrix(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                    const int *__restrict__ slots, int n_guesses, Code *__restrict__ out, long long out_stride)
{
    __shared__ Batch batch;
    const int first = blockIdx.x * GUESSES, count = min(GUESSES, n_guesses - first);
    fill_batch(batch, slots, 0, first, count, 0, zero_row);
    const long long answer = PIECE_ANSWERS * ((long long)blockIdx.y * blockDim.x + threadIdx.x);
    if (answer >= out_stride) return;
    Walk walk;
    for (int g = 0; g < count; ++g) {
        const Codes codes = walk.codes(batch, g, rows + answer, stride);
        uint4 *const quads = (uint4 *)(out + (first + g) * out_stride + answer);
#if PLANES == 1
        *quads = codes.plane[0];
#else
#pragma unroll
        for (int q = 0; q < (int)sizeof(Code); ++q)
            quads[q] = make_uint4(word_of_codes(codes, 4 * q), word_of_codes(codes, 4 * q + 1),
                                  word_of_codes(codes, 4 * q + 2), word_of_codes(codes, 4 * q + 3));
#endif
    }
}
