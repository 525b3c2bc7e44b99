// Scores of guesses on small groups, up to 32 candidates, words of any length: codes are compared in
// pairs, in registers. Most groups of a decision tree are that small, and there are thousands of them.
//
// A candidate's bucket is as large as the number of candidates that share its code, itself included. So
// sums over buckets become sums over candidates, each of which brings its share: n of n * n,
// and Lg[n] of n Lg[n].
//   -DPLANES=1..4 (see codes.cuh)
#include "codes.cuh"
#include "totals.cuh"

#define MOST 32  // candidates
#define WORD 4   // candidates in a word of a row

// A block scores pairs of one group, a thread one pair after another. All threads of a block have the same
// group, so that the tests of its size never split a warp. Shared memory: 264 bytes.
// Grid: (groups, blocks that share a group's pairs). Arguments as in counters.cu, but segments[].table
// need only be a multiple of 4: each group has a table of its own (gather_rows).
extern "C" __global__ __launch_bounds__(128)
void score_small(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                 const int *__restrict__ slots, const Segment *__restrict__ segments, const int *__restrict__ pool,
                 const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                 const long long *__restrict__ weights)
{
    __shared__ unsigned long long log_share[MOST + 1];  // Lg[n]
    const Segment group = segments[blockIdx.x];
    const int size = (int)group.size;
    for (int n = threadIdx.x; n <= size; n += blockDim.x) log_share[n] = n ? n_log_n[n] / n : 0;
    __syncthreads();
    for (long long pair = group.first + (long long)blockIdx.y * blockDim.x + threadIdx.x; pair < group.last;
         pair += (long long)gridDim.y * blockDim.x) {
        const int *const mine = slots + (pool ? pool[pair] : pair - group.first) * (PLANES * SLOTS);
        const unsigned char *const table = rows + group.table;
        unsigned int code[MOST], alike[MOST];
#pragma unroll
        for (int word = 0; word < MOST / WORD; ++word)
            if (WORD * word < size) {
                unsigned int plane[PLANES];
#pragma unroll
                for (int p = 0; p < PLANES; ++p) {
                    plane[p] = 0;
#pragma unroll
                    for (int s = 0; s < SLOTS; ++s) {
                        const unsigned int row = mine[p * SLOTS + s];
                        if (row != zero_row)
                            plane[p] += *(const unsigned int *)(table + (unsigned long long)row * stride + WORD * word);
                    }
                }
#pragma unroll
                for (int k = 0; k < WORD; ++k) {
                    unsigned int sum = 0;
#pragma unroll
                    for (int p = PLANES - 1; p >= 0; --p) sum = sum * PLANE_CODES + (plane[p] >> 8 * k & 255);
                    code[WORD * word + k] = sum;
                    alike[WORD * word + k] = 1;
                }
            }
        Totals totals = {0, 0, 0, 0, 0};
#pragma unroll
        for (int i = 0; i < MOST; ++i)
            if (i < size) {
#pragma unroll
                for (int j = 0; j < i; ++j) {
                    const unsigned int same = code[i] == code[j];
                    alike[i] += same;
                    alike[j] += same;
                }
                totals.buckets += alike[i] == 1;  // nobody before: the first of its bucket
            }
#pragma unroll
        for (int i = 0; i < MOST; ++i)
            if (i < size) {
                totals.largest = max(totals.largest, alike[i]);
                totals.squares += alike[i];
                totals.logs += log_share[alike[i]];
            }
        write_totals(totals, form, out, pair, pairs, weights);
    }
}
