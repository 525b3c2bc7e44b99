// Scores of guesses on groups, words of up to ten letters: a bucket is a counter in shared memory, 3^L
// of them for a guess. Rows are added up and counted in one go; there is no matrix.
//
// Increments are by one, because that is what the hardware merges: lanes of a warp that count in the
// same bucket, as most do in the large ones, then cost no more than lanes that do not. Grey (code 0)
// needs no exception, only its counter is not read.
//
//   -DPLANES=1 -DGUESSES=4 -DBITS=32   words of up to five letters: neighbours share rows
//   -DPLANES=2 -DGUESSES=1 -DBITS=32   six to nine letters: one guess's counters are enough
//   -DPLANES=2 -DGUESSES=1 -DBITS=16   ten letters, groups of up to 65,535: two counters in a word
#include "codes.cuh"
#include "totals.cuh"

// The counters of one guess: code c has word c or, with 16 bits, half c % 2 of word c / 2.
struct Counters {
    unsigned int *word;
    unsigned int words;

    __device__ __forceinline__ void count(unsigned int code) const
    {
#if BITS == 32
        atomicAdd(word + code, 1u);
#else
        // Nothing merges an increment that may be of the upper half. So each lane counts grey, the largest
        // bucket of most guesses, in a word of its own.
        atomicAdd(word + (code ? code / 2 : words + threadIdx.x % WARP), code % 2 ? 1u << 16 : 1u);
#endif
    }
};

// Add the counters of a word to the totals, all of them or all but code 0, which is the lower one.
__device__ __forceinline__ void add_word(Totals &totals, unsigned int word, bool grey,
                                         const unsigned long long *__restrict__ n_log_n)
{
#if BITS == 32
    if (!grey) add_bucket(totals, word, n_log_n);
#else
    if (!grey) add_bucket(totals, word & 0xffff, n_log_n);
    add_bucket(totals, word >> 16, n_log_n);
#endif
}

// A block scores the batches of GUESSES pairs of one group that fall to it; its threads share the answers,
// sixteen at a time, and then the counters, four words at a time, which they clear for the next batch.
// Blocks are small, a warp where the counters are few: the smaller, the less they wait for each other.
// Shared memory: 4 * GUESSES * words bytes of counters by the launch, at most 1.5 KB beside them.
// Grid: (groups, blocks that share a group's batches); whole warps.
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
    DYNAMIC_SHARED(uint4, quads);
    __shared__ Totals of_warp[MAXIMUM_WARPS];
    __shared__ Batch batch;
    const Segment group = segments[blockIdx.x];
    for (int i = threadIdx.x; i < GUESSES * words / 4; i += blockDim.x) quads[i] = make_uint4(0, 0, 0, 0);

    for (long long first = group.first + (long long)blockIdx.y * GUESSES; first < group.last;
         first += (long long)gridDim.y * GUESSES) {
        const int count = GUESSES == 1 ? 1 : (int)min((long long)GUESSES, group.last - first);
        fill_batch(batch, slots, pool, first, count, group.first, zero_row);

        for (long long answer = PIECE_ANSWERS * threadIdx.x; answer < group.size;
             answer += PIECE_ANSWERS * blockDim.x) {
            Walk walk;
            for (int g = 0; g < count; ++g) {
                const Codes codes = walk.codes(batch, g, rows + group.table + answer, stride);
                const Counters counters = {(unsigned int *)quads + g * words, (unsigned int)words};
#pragma unroll
                for (int k = 0; k < PIECE_ANSWERS; ++k) counters.count(codes[k]);
            }
        }
        __syncthreads();

        for (int g = 0; g < count; ++g) {
            Totals totals = {0, 0, 0, 0, 0};
            for (int i = threadIdx.x; i < words / 4; i += blockDim.x) {
                const uint4 quad = quads[g * words / 4 + i];
                if (all_zero(quad)) continue;
                quads[g * words / 4 + i] = make_uint4(0, 0, 0, 0);
                add_word(totals, quad.x, i == 0, n_log_n);
                add_word(totals, quad.y, false, n_log_n);
                add_word(totals, quad.z, false, n_log_n);
                add_word(totals, quad.w, false, n_log_n);
            }
            if (g) __syncthreads();  // nobody uses of_warp any more
            join_block(totals, of_warp);
            add_bucket(totals, (unsigned int)group.size - totals.counted, n_log_n);
            if (threadIdx.x == 0) write_totals(totals, form, out, first + g, pairs, weights);
        }
    }
}
