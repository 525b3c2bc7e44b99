// Scores of guesses on groups, words of up to ten letters, from digit rows: counters.cu with other rows.
//
// From six letters on, counters.cu waits for letter rows, most of them from the L2 cache; digit rows are
// a fourth of that. The code times four is computed at once: the distance of its counter in shared memory,
// whose address there is found once a guess.
//
//   -DLENGTH=1..5 -DBATCH=4 -DBITS=32    neighbours wait less for each other in batches
//   -DLENGTH=6..9 -DBATCH=1 -DBITS=32    one guess's counters are enough
//   -DLENGTH=10 -DBATCH=1 -DBITS=16      groups of up to 65,535: two counters in a word
#include "digits.cuh"
#include "totals.cuh"

// A place in shared memory, and an increment at a distance in bytes from it. As an address of shared
// memory it takes one instruction, which the hardware merges for lanes that count in the same place.
#ifndef SHARED_PLACE
#define SHARED_PLACE(pointer) ((unsigned int)__cvta_generic_to_shared(pointer))
#define SHARED_ADD(place, bytes, value)                                                                            \
    asm volatile("red.shared.add.u32 [%0], %1;" : : "r"((place) + (bytes)), "r"(value) : "memory")
#endif

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

// A block scores the batches of BATCH pairs of one group that fall to it; its threads share the answers,
// sixteen at a time, and then the counters, four words at a time, which they clear for the next batch.
// Shared memory: 4 * BATCH * words bytes of counters by the launch (and 128 with 16 bits), at most 1.5 KB
// beside them. Grid: (groups, blocks that share a group's batches); whole warps.
//
//   digits, stride    digit rows (digit_rows.cu) of `stride` answers each
//   row_places        of each letter row, see build_rows
//   the others        as in counters.cu; segments[].table counts answers
extern "C" __global__ __launch_bounds__(1024, 1)
void score_digits(const unsigned int *__restrict__ digits, unsigned int stride, unsigned int zero_row,
                  const int *__restrict__ slots, const unsigned int *__restrict__ row_places,
                  const Segment *__restrict__ segments, const int *__restrict__ pool,
                  const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                  const long long *__restrict__ weights, int words)
{
    DYNAMIC_SHARED(uint4, quads);
    __shared__ Totals of_warp[MAXIMUM_WARPS];
    __shared__ Batch batch;
    const Segment group = segments[blockIdx.x];
    for (int i = threadIdx.x; i < BATCH * words / 4; i += blockDim.x) quads[i] = make_uint4(0, 0, 0, 0);

    for (long long first = group.first + (long long)blockIdx.y * BATCH; first < group.last;
         first += (long long)gridDim.y * BATCH) {
        const int count = BATCH == 1 ? 1 : (int)min((long long)BATCH, group.last - first);
        fill_batch(batch, slots, row_places, pool, first, count, group.first, zero_row);

        for (long long answer = PIECE_ANSWERS * threadIdx.x; answer < group.size;
             answer += PIECE_ANSWERS * blockDim.x) {
            const unsigned int *const here = digits + (group.table + answer) / PIECE_ANSWERS;
            for (int g = 0; g < count; ++g) {
                unsigned int digit[LENGTH];
#pragma unroll
                for (int place = 0; place < LENGTH; ++place)
                    digit[place] = here[(unsigned long long)batch.row[g][place] * (stride / PIECE_ANSWERS)];
                const Codes codes = codes_of(digit);
                const auto place = SHARED_PLACE((unsigned int *)quads + g * words);
#pragma unroll
                for (int k = 0; k < PIECE_ANSWERS; ++k) {
#if BITS == 32
                    SHARED_ADD(place, codes.times(4, k), 1u);
#else
                    // As in counters.cu: each lane counts grey in a word of its own.
                    const unsigned int code = codes[k], own = words + threadIdx.x % WARP;
                    SHARED_ADD(place, 4 * (code ? code / 2 : own), code % 2 ? 1u << 16 : 1u);
#endif
                }
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
