// The most buckets that any guess makes of each of many sets, words of up to five letters: 3^5 codes are
// few enough for a bit each. A code whose bit is not set yet opens a bucket; nothing is ever added up.
#include "device.cuh"

#define SIDE 32            // of a tile that is transposed
#define TOGETHER 4         // neighbouring guesses of a thread: the bytes of a word
#define CODE_WORDS 8       // of 32 bits: one for each of 243 codes
#define BEYOND 0x80000000u

// Turn the matrix around: the codes of all guesses for an answer, one after another.
//
// A block does a tile of 32 guesses x 32 answers, a thread four places of it. Shared memory: 1 KB.
// Grid: (ceil(column_stride / 32), ceil(n_answers / 32)).
//
//   codes       n_guesses x stride, a byte each
//   columns     n_answers x column_stride; column_stride is a multiple of four, and guesses beyond the
//               last get code 0
extern "C" __global__ __launch_bounds__(256)
void transpose_codes(const unsigned char *__restrict__ codes, long long stride, int n_guesses, int n_answers,
                     unsigned char *__restrict__ columns, long long column_stride)
{
    __shared__ unsigned char tile[SIDE][SIDE + 4];  // longer rows: a column then lies in several banks
    const int guess = SIDE * blockIdx.x, answer = SIDE * blockIdx.y;
    for (int i = threadIdx.x; i < SIDE * SIDE; i += blockDim.x) {
        const int row = guess + i / SIDE, column = answer + i % SIDE;
        tile[i / SIDE][i % SIDE] = row < n_guesses && column < n_answers ? codes[row * stride + column] : 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < SIDE * SIDE; i += blockDim.x) {
        const int row = answer + i / SIDE, column = guess + i % SIDE;
        if (row < n_answers && column < column_stride) columns[row * column_stride + column] = tile[i % SIDE][i / SIDE];
    }
}

// A block does one set and the guesses that fall to it, a thread four neighbouring guesses at a time: it
// goes through the set and keeps their bits in words of its own. A guess is itself in the set if the
// all-green code occurs. Shared memory: 128 bytes for each thread by the launch, 256 bytes beside them.
// Grid: (sets, blocks that share the guesses); whole warps.
//
//   columns, column_stride   see transpose_codes
//   candidates, offsets      the sets
//   all_green   3^L - 1
//   best        of each set and block: ~buckets in the upper half, in the lower one the guess, plus BEYOND
//               where it is not in the set; so the smallest is the best
//   counts      sets x n_guesses: the buckets of every guess; or null
extern "C" __global__ __launch_bounds__(128)
void most_buckets(const unsigned char *__restrict__ columns, long long column_stride, int n_guesses,
                  const int *__restrict__ candidates, const long long *__restrict__ offsets, unsigned int all_green,
                  unsigned long long *__restrict__ best, int *__restrict__ counts)
{
    DYNAMIC_SHARED(unsigned int, seen);
    __shared__ unsigned long long of_warp[MAXIMUM_WARPS];
    const int me = threadIdx.x, lane = me % WARP, warp = me / WARP, warps = blockDim.x / WARP;
    const long long set = blockIdx.x;
    const int *const own = candidates + offsets[set];
    const int size = (int)(offsets[set + 1] - offsets[set]);
    const auto seen_at = [=](int g, unsigned int word) -> unsigned int & {
        return seen[(g * CODE_WORDS + word) * blockDim.x + me];  // a lane, a bank
    };
    unsigned long long mine = ~0ull;
    for (int guess = TOGETHER * (blockIdx.y * blockDim.x + me); guess < n_guesses;
         guess += TOGETHER * blockDim.x * gridDim.y) {
#pragma unroll
        for (int g = 0; g < TOGETHER; ++g)
#pragma unroll
            for (int w = 0; w < CODE_WORDS; ++w) seen_at(g, w) = 0;
        unsigned int buckets[TOGETHER] = {};
#pragma unroll 4
        for (int i = 0; i < size; ++i) {
            const unsigned int codes = *(const unsigned int *)(columns + own[i] * column_stride + guess);
#pragma unroll
            for (int g = 0; g < TOGETHER; ++g) {
                const unsigned int code = codes >> 8 * g & 255;
                unsigned int &word = seen_at(g, code / 32);
                buckets[g] += ~word >> code % 32 & 1;
                word |= 1u << code % 32;
            }
        }
#pragma unroll
        for (int g = 0; g < TOGETHER; ++g) {
            if (guess + g >= n_guesses) continue;
            const bool inside = seen_at(g, all_green / 32) >> all_green % 32 & 1;
            const unsigned int tie = inside ? guess + g : guess + g | BEYOND;
            mine = min(mine, (unsigned long long)~buckets[g] << 32 | tie);
            if (counts) counts[set * n_guesses + guess + g] = buckets[g];
        }
    }
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2) mine = min(mine, __shfl_xor_sync(ALL_LANES, mine, step));
    if (lane == 0) of_warp[warp] = mine;
    __syncthreads();
    if (me == 0) {
        for (int w = 1; w < warps; ++w) mine = min(mine, of_warp[w]);
        best[set * gridDim.y + blockIdx.y] = mine;
    }
}
