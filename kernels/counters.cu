// Scores of guesses on groups, words of up to ten letters, from letter rows.
//   -DPLANES=1 -DGUESSES=1 -DBITS=32   words of up to five letters
//   -DPLANES=2 -DGUESSES=1 -DBITS=32   six to nine letters
//   -DPLANES=2 -DGUESSES=1 -DBITS=16   ten letters, groups of up to 65,535
#include "codes.cuh"
#include "counting.cuh"

// The threads of a block share the answers: see score_guesses. Shared memory: 4 * words bytes of counters by
// the launch (and 128 with 16 bits), at most 1.5 KB beside them. Grid: (groups, blocks that share a group's
// pairs); whole warps.
//
//   rows, stride, zero_row, slots   as in matrix.cu; groups are found in the rows by segments[].table,
//               a multiple of 16, and filled up to a multiple of 16 answers that are zero in all rows
//   pool        the guess of each pair, or null: all guesses in their order
//   n_log_n     n * Lg[n] for n = 0 ... the largest group
//   form, out, pairs, weights       see write_totals
//   words       counters of a guess: 3^L * BITS / 32, rounded up to a multiple of four
extern "C" __global__ __launch_bounds__(1024)
void score_counters(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                    const int *__restrict__ slots, const Segment *__restrict__ segments, const int *__restrict__ pool,
                    const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                    const long long *__restrict__ weights, int words)
{
    __shared__ Totals of_warp[MAXIMUM_WARPS];
    __shared__ Batch batch;
    const Segment group = segments[blockIdx.x];
    const auto fill = [&](long long pair) { fill_batch(batch, slots, pool, pair, 1, group.first, zero_row); };
    const auto codes_at = [&](long long answer) {
        return Walk().codes(batch, 0, rows + group.table + answer, stride);
    };
    score_guesses(group, fill, codes_at, of_warp, n_log_n, form, out, pairs, weights, words);
}
