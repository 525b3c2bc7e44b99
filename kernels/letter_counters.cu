// Scores of guesses on groups, words of up to five letters: counters.cu, but the place of a guess's counters
// is computed once a guess, not once an answer. Measured on no GPU yet.
//   -DPLANES=1 -DGUESSES=4 -DBITS=32
#include "codes.cuh"
#include "batches.cuh"

// The threads of a block share the answers: see score_batches. Shared memory: 4 * GUESSES * words bytes by the
// launch, at most 1.5 KB beside them. Grid: (groups, blocks that share a group's batches); whole warps.
// Arguments: as in counters.cu.
extern "C" __global__ __launch_bounds__(1024)
void score_letters(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                   const int *__restrict__ slots, const Segment *__restrict__ segments, const int *__restrict__ pool,
                   const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                   const long long *__restrict__ weights, int words)
{
    __shared__ Totals of_warp[MAXIMUM_WARPS];
    __shared__ Batch batch;
    const Segment group = segments[blockIdx.x];
    const auto fill = [&](long long first, int count) {
        fill_batch(batch, slots, pool, first, count, group.first, zero_row);
    };
    const auto at = [&](long long answer) {
        return [&, here = rows + group.table + answer, walk = Walk()](int g) mutable {
            return walk.codes(batch, g, here, stride);
        };
    };
    score_batches<GUESSES>(group, fill, at, of_warp, n_log_n, form, out, pairs, weights, words);
}
